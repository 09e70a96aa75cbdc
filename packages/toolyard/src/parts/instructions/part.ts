/** What workspaces ask of agents: `AGENTS.md` and the like. */
import type { RunSettings } from '../../agents/index.ts'
import type { Part } from '../part.ts'
import { briefInstructions } from './brief.ts'

export const instructions: Part<RunSettings> = {
  name: 'instructions',
  setting: { name: 'agents' },
  start: ({ core }, settings = {}) => ({ brief: (run) => briefInstructions(core, settings, run) }),
}

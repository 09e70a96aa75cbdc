/** Skills: folders that say how some work is done, found where people and projects put them. */
import { join, resolve } from 'node:path'
import type { RunSettings } from '../../agents/index.ts'
import { configHome } from '../../host/index.ts'
import type { Part } from '../part.ts'
import { briefSkills } from './brief.ts'
import { findSkills } from './find-skills.ts'
import { skillAccess } from './skill-access.ts'
import type { FoundSkills } from './skill.ts'

export interface Skills {
  /** As they are now. */
  find(): Promise<FoundSkills>
}

export const skills: Part<RunSettings, Skills> = {
  name: 'skills',
  setting: { name: 'agents' },
  tools: { system: { skill: () => import('./skill-tool.ts') } },
  start({ core, agents, toolsOf, folder }, { skillFolders = [] } = {}) {
    const { workspace, trust, environment } = core.host.settings
    const find = (): Promise<FoundSkills> =>
      findSkills({
        workspace,
        trust,
        configured: skillFolders.map((path) => resolve(folder, path)),
        own: join(configHome({ ...process.env, ...environment }), 'skills'),
      })
    const ground = { find, agents, workspace, trust }
    return {
      api: { find },
      services: (caller) => ({ skills: skillAccess(ground, caller) }),
      async brief({ agent, runId, above }) {
        const tools = await toolsOf({ agent: agent.name, run: { id: runId, above } })
        return briefSkills(
          agent,
          await find(),
          tools.some(({ name }) => name === 'skill'),
        )
      },
    }
  },
}

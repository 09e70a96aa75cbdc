/** Endpoints elsewhere that the tool `remote_trigger` calls. */
import type { RemoteSpec } from '../../define/index.ts'
import type { Part } from '../part.ts'
import { checkRemotes } from './check-remotes.ts'
import { createRemotes } from './remotes.ts'

export const remotes: Part<Readonly<Record<string, RemoteSpec>>> = {
  name: 'remotes',
  setting: { name: 'remotes', check: checkRemotes },
  start: ({ core }, configured = {}) => ({ services: () => ({ remotes: createRemotes(configured, core) }) }),
}

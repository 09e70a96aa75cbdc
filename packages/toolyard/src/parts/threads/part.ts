/** The conversation that a caller is in: the tool `read_thread`. */
import type { Part } from '../part.ts'
import { threadOf } from './thread-access.ts'

export const threads: Part = {
  name: 'threads',
  tools: { system: { read_thread: () => import('./read-thread-tool.ts') } },
  start: ({ store: { threads: kept } }) => ({
    services: (caller) => ({ thread: threadOf(kept, caller) }),
  }),
}

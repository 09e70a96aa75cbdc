/** Plans of conversations: the tool `task`. */
import type { Part } from '../part.ts'
import { kind, planOf } from './plan-access.ts'

export const plans: Part = {
  name: 'plans',
  tools: { collab: { task: () => import('./task-tool.ts') } },
  records: kind,
  start: ({ store: { records }, now }) => ({
    services: ({ threadId = 'default' }) => ({ plan: planOf(threadId, { records, now }) }),
  }),
}

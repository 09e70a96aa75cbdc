/**
 * The built-in tools by group, each loaded when its group is asked for.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'

export type BuiltinGroup = 'system'

export const builtinGroups: Readonly<Record<BuiltinGroup, () => Promise<readonly Tool[]>>> = {
  system: async () => [(await import('./read-result.ts')).default],
}

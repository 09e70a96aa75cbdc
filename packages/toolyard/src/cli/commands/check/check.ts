/** `toolyard check`: its help; it takes nothing of its own. */
import type { Description } from '../../command.ts'

export const check = {
  name: 'check',
  summary: 'check definitions, dialects, examples and policy tests; exit code 1 where one is wrong',
  examples: ['check', 'check --json-output'],
} satisfies Description

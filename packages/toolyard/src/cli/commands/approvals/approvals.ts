/** `toolyard approvals`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf, words } from '../../takes.ts'
import { answerExamples, approveExamples, rejectExamples } from './answers.ts'

const takes = {
  words: words('[id]', 'id of a request, to see it whole'),
  all: flag('--all', 'also what was answered, or expired'),
  limit: flag('--limit <number>', 'at most so many (default: 50)'),
  oldest: flag('--oldest', 'oldest first'),
  after: flag('--after <position>', 'go on after a page'),
  tool: flag('--tool <name>', 'only requests of this tool'),
}

export type ApprovalsOptions = OptionsOf<typeof takes>

export const approvals = {
  name: 'approvals',
  summary: 'list what waits for a person: calls to approve, questions to answer',
  takes,
  examples: ['approvals', 'approvals --all', ...approveExamples, ...rejectExamples, ...answerExamples],
  details: 'Here --agent NAME chooses: only what belongs to this agent.',
} satisfies Description

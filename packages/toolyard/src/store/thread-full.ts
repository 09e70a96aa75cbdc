/** What a store answers if a conversation has no room for more attachments. */
import { ToolyardError } from '../kernel/index.ts'
import { mostOfThread } from './attachments.ts'

export function threadFull(threadId: string): ToolyardError {
  return new ToolyardError(
    'too_large',
    `the files of conversation "${threadId}" have more than ${mostOfThread.toLocaleString('en')} bytes together`,
    { hint: 'Begin another conversation, or put the file into the workspace.' },
  )
}

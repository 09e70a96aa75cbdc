/**
 * The events of a program become what a streaming tool does: chunks, progress, and a result or an error at the end.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { EventQueue } from './event-queue.ts'
import type { ProgramCall } from './program-call.ts'

export async function* relayEvents(
  queue: EventQueue,
  { tool, context }: ProgramCall,
): AsyncGenerator<unknown, unknown, undefined> {
  const { signal } = context
  for (;;) {
    const event = await queue.next().catch((error: unknown) => {
      // What a program says because it was ended is not what ended the call.
      signal.throwIfAborted()
      throw error
    })
    signal.throwIfAborted()
    switch (event?.type) {
      case 'chunk':
        yield event.data
        break
      case 'progress':
        context.progress(event.update)
        break
      case 'result':
        return event.output
      case 'error': {
        const { message, hint, retryable, retryAfterMs } = event
        throw new ToolyardError('tool_failed', message, { hint, retryable, retryAfterMs })
      }
      default:
        throw new ToolyardError('internal', `the events of "${tool.manifest.name}" stopped without an end`)
    }
  }
}

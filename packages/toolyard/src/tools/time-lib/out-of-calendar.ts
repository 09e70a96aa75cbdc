/**
 * What Temporal throws beyond the years that it knows, as a sentence.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'

/** Other errors stay as they are. */
export function outOfCalendar(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  return new ToolyardError('invalid_arguments', 'a time or a duration leads out of the calendar', {
    hint: 'Use years from 1900 to 2200.',
  })
}

/**
 * What went wrong in a page, as a sentence with the next step.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import { quoted } from './page-words.ts'

/** What playwright found while it waited, and what to do about it. */
const findings: readonly (readonly [RegExp, string, string])[] = [
  [
    /(<[^\n]*) intercepts pointer events/,
    'something covers the element',
    'Close or scroll away what covers it; a snapshot shows what is there.',
  ],
  [
    /element is not visible/,
    'the element is not visible',
    'Scroll to it or open what holds it, then take a new snapshot.',
  ],
  [
    /element is not enabled/,
    'the element is disabled',
    'See what the page wants first; a snapshot shows it.',
  ],
  [/element is not stable/, 'the element keeps moving', 'Wait a moment (action=wait) and try again.'],
  [
    /element is outside of the viewport/,
    'the element is out of view',
    'Scroll to it with action=scroll and ref.',
  ],
  [
    /SyntaxError: [^\n]*/,
    'it is not well-formed JavaScript',
    'Give an expression, or a function such as () => { const a = 1; return a }.',
  ],
  [
    /element was detached|not attached/,
    'the page replaced the element meanwhile',
    'Take a new snapshot and use its refs.',
  ],
]

export function isClosedError(error: unknown): boolean {
  return /Target (?:page, context or browser has been )?closed|has been closed|Target crashed|Page crashed|Browser closed/i.test(
    messageOf(error),
  )
}

export function asActionError(error: unknown, what: string): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const message = messageOf(error)
  for (const [pattern, reason, hint] of findings) {
    const found = pattern.exec(message)
    if (!found) continue
    const by = found[1] === undefined ? '' : `: ${quoted(found[1], 150)}`
    return new ToolyardError('tool_failed', `${what}: ${reason}${by}`, { hint, cause: error })
  }
  if (/Timeout \d+ms exceeded/.test(message))
    return new ToolyardError('timeout', `${what}: it took too long`, {
      hint: 'The page may have changed or still be loading: take a new snapshot, or give a larger timeout_ms.',
      cause: error,
    })
  const [first = ''] = message.replace(/^\w+\.\w+: (?:Error: )?/, '').split('\n')
  return new ToolyardError('tool_failed', `${what}: ${quoted(first, 300)}`, {
    hint: 'A snapshot shows what is on the page now.',
    cause: error,
  })
}

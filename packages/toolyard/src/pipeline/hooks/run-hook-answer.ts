/**
 * Reads what a hook of runs answered, in our form or in that of Claude Code.
 *
 * Ours: `{ action: 'deny', message }`, `{ context }`, or a text, which is context. Claude Code: `{ decision: 'block', reason }`,
 * `{ hookSpecificOutput: { additionalContext } }`, `{ continue: false, stopReason }`.
 *
 * @module
 */
import type { RunHookType } from '../../define/index.ts'
import { isPlainObject, tellValue } from '../../kernel/index.ts'

export interface RunHookSaid {
  /** Why it may not go on like this: a prompt, an end, a shorter conversation. */
  readonly blocked?: string | undefined
  /** What the model is to be told. */
  readonly context?: string | undefined
}

/** Longer ones are cut, as Claude Code does. */
const longestContext = 10_000

const blocking: readonly RunHookType[] = ['PROMPT_SUBMIT', 'RUN_STOP', 'SUB_AGENT_STOP', 'PRE_COMPACT']
const telling: readonly RunHookType[] = ['RUN_START', 'PROMPT_SUBMIT']
/** Their `continue: false` lets it end. */
const stopping: readonly RunHookType[] = ['RUN_STOP', 'SUB_AGENT_STOP']

const keys: ReadonlySet<string> = new Set([
  'action',
  'message',
  'context',
  'decision',
  'reason',
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'additionalContext',
  'hookSpecificOutput',
])
const specificKeys: ReadonlySet<string> = new Set(['hookEventName', 'additionalContext'])
const blocks: readonly unknown[] = ['deny', 'block']
const passes: readonly unknown[] = ['continue', 'allow', 'approve']

/** Throws if the answer is none that we know, or says what such a hook can't: its writer has to be told. */
export function readRunHookAnswer(type: RunHookType, answer: unknown): RunHookSaid {
  const { blocked, context } = saidIn(type, answer)
  if (blocked !== undefined && !blocking.includes(type))
    throw new TypeError(`it wants to block, and a ${type} hook can't`)
  const told = telling.includes(type) ? context?.trim() : undefined
  return { blocked, context: told === undefined || told === '' ? undefined : cut(told) }
}

function saidIn(type: RunHookType, answer: unknown): RunHookSaid {
  if (answer === undefined || answer === null || answer === true) return {}
  if (answer === false) return { blocked: '' }
  if (typeof answer === 'string') return { context: answer }
  if (!isPlainObject(answer)) throw new TypeError(`it answered ${tellValue(answer)}`)
  requireKnown(answer, keys)
  const specific = answer['hookSpecificOutput'] ?? {}
  if (!isPlainObject(specific)) throw new TypeError('its hookSpecificOutput is no object')
  requireKnown(specific, specificKeys)
  const context = textIn(
    answer['context'] ?? specific['additionalContext'] ?? answer['additionalContext'],
    'context',
  )
  const reason = textIn(answer['message'] ?? answer['reason'], 'reason')
  if (answer['continue'] === false) {
    if (stopping.includes(type)) return { context }
    return { blocked: textIn(answer['stopReason'], 'stopReason') ?? reason ?? '', context }
  }
  const isBlocked = [answer['action'], answer['decision']].some((word) => isBlock(word))
  return { blocked: isBlocked ? (reason ?? '') : undefined, context }
}

function isBlock(word: unknown): boolean {
  if (word === undefined || word === null || passes.includes(word)) return false
  if (blocks.includes(word)) return true
  throw new TypeError(
    `it answered ${tellValue(word)}; it must be one of ${[...passes, ...blocks].join(', ')}`,
  )
}

function requireKnown(said: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): void {
  const unknown = Object.keys(said).find((key) => !known.has(key))
  if (unknown !== undefined) throw new TypeError(`it answered an object with ${tellValue(unknown)}`)
}

function textIn(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw new TypeError(`it answered a ${name} that is no text`)
}

function cut(text: string): string {
  return text.length <= longestContext ? text : `${text.slice(0, longestContext).toWellFormed()}… (cut)`
}

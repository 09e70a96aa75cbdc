/**
 * Reads what a hook answered, in any of the forms that people already write.
 *
 * Ours: `{ action: 'deny', message }`. Older code: `{ action: 'DENY' | 'MODIFY' | 'MODIFY_RESULT', modified_args, modified_result }`,
 * where `modified_args` are all arguments of the call and not changes to them.
 * Claude Code: `{ hookSpecificOutput: { permissionDecision, permissionDecisionReason, updatedInput, updatedToolOutput } }`,
 * `{ decision: 'block', reason }`, `{ continue: false, stopReason }`.
 *
 * @module
 */
import type { HookAction, HookAnswer } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'

const proceed: HookAnswer = Object.freeze({ action: 'continue' })

const actions: Readonly<Record<string, HookAction>> = {
  continue: 'continue',
  allow: 'allow',
  approve: 'allow',
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  defer: 'ask',
  modify: 'modify',
  modify_result: 'modify',
  skip: 'skip',
}

/** Where an answer says two things, the one that lets less happen counts. */
const strictest: readonly HookAction[] = ['deny', 'skip', 'ask', 'modify', 'allow', 'continue']

/** What may stand beside a decision, or alone, and decides nothing. */
const remarks: ReadonlySet<string> = new Set(['continue', 'suppressOutput', 'systemMessage', 'stopReason'])

const claudeKeys: ReadonlySet<string> = new Set([
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'additionalContext',
  'classifierContext',
])

/** Throws where the answer is none that we know: a typo in a hook must not pass as consent. */
export function readHookAnswer(answer: unknown): HookAnswer {
  if (answer === undefined || answer === null || answer === true) return proceed
  if (answer === false) return { action: 'deny' }
  if (typeof answer !== 'object')
    throw new TypeError(`a hook answered ${typeof answer}; it must answer an object or nothing`)
  const said = answer as Record<string, unknown>
  const goesOn = said['continue'] ?? true
  if (typeof goesOn !== 'boolean')
    throw new TypeError(`a hook answered continue: ${JSON.stringify(goesOn)}; it must be true or false`)
  if (!goesOn) return { action: 'deny', message: text(said['stopReason'] ?? said['reason']) }
  const general = fromWords(said)
  const specific = said['hookSpecificOutput'] ?? undefined
  if (specific !== undefined && !isPlainObject(specific))
    throw new TypeError('a hook answered a hookSpecificOutput that is no object')
  const read = specific ? both(general ?? proceed, fromClaude(specific)) : general
  if (!read) return isRemark(answer) ? proceed : unknownForm(said)
  if (read.action === 'modify' && !read.arguments && !read.hasOutput)
    throw new TypeError('a hook answered modify, and neither arguments nor an output')
  return read
}

/** Nothing where it has no word for what is to happen. */
function fromWords(said: Record<string, unknown>): HookAnswer | undefined {
  const words = [said['action'], said['decision']].filter((word) => word !== undefined && word !== null)
  if (words.length === 0) return undefined
  const found = words.map((word) => {
    const action = actionOf(word)
    if (action) return action
    throw new TypeError(
      `a hook answered the action ${JSON.stringify(word)}; it must be one of ${Object.keys(actions).join(', ')}`,
    )
  })
  const whole = argumentsIn(said, ['modified_args', 'modifiedArgs'])
  return {
    action: strictestOf(found),
    message: text(said['message'] ?? said['reason']),
    ...(whole
      ? { arguments: whole, replaces: true }
      : { arguments: argumentsIn(said, ['arguments', 'updatedInput']) }),
    ...outputOf(said, ['output', 'result', 'modified_result', 'modifiedResult']),
  }
}

function fromClaude(said: Record<string, unknown>): HookAnswer {
  const unknown = Object.keys(said).find((key) => !claudeKeys.has(key))
  if (unknown !== undefined)
    throw new TypeError(`a hook answered a hookSpecificOutput with ${JSON.stringify(unknown)}`)
  const word = said['permissionDecision']
  const updated = argumentsIn(said, ['updatedInput'])
  const output = outputOf(said, ['updatedToolOutput', 'updatedMCPToolOutput'])
  const action = actionOf(word)
  if (word !== undefined && !action)
    throw new TypeError(`a hook answered permissionDecision ${JSON.stringify(word)}`)
  const changed = updated || output.hasOutput
  return {
    action: action ?? (changed ? 'modify' : 'continue'),
    message: text(said['permissionDecisionReason']),
    arguments: updated,
    ...output,
  }
}

/** The two halves of one answer. */
function both(general: HookAnswer, specific: HookAnswer): HookAnswer {
  const action = strictestOf([general.action, specific.action])
  const [first, other] = specific.action === action ? [specific, general] : [general, specific]
  const changes = specific.arguments ? specific : general
  const output = specific.hasOutput ? specific : general
  return {
    action,
    message: first.message ?? other.message,
    arguments: changes.arguments,
    ...(changes.replaces && { replaces: true }),
    ...(output.hasOutput && { output: output.output, hasOutput: true }),
  }
}

function strictestOf(found: readonly HookAction[]): HookAction {
  return strictest.find((action) => found.includes(action)) ?? 'deny'
}

function actionOf(word: unknown): HookAction | undefined {
  const name = typeof word === 'string' ? word.toLowerCase() : ''
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

function outputOf(
  said: Record<string, unknown>,
  keys: readonly string[],
): { output?: unknown; hasOutput?: boolean } {
  const key = keys.find((name) => said[name] !== undefined)
  return key === undefined ? {} : { output: said[key], hasOutput: true }
}

function argumentsIn(
  said: Record<string, unknown>,
  keys: readonly string[],
): Record<string, unknown> | undefined {
  for (const key of keys) {
    const value = said[key] ?? undefined
    if (isPlainObject(value)) return value
    if (value !== undefined) throw new TypeError(`a hook answered ${key} that are no object`)
  }
  return undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** An empty object too; a list, an error or a map says nothing that we know. */
function isRemark(answer: object): boolean {
  return isPlainObject(answer) && Object.keys(answer).every((key) => remarks.has(key))
}

function unknownForm(said: object): never {
  const keys = Object.keys(said).slice(0, 5).join(', ')
  const what = isPlainObject(said)
    ? `an object with ${keys}`
    : Array.isArray(said)
      ? 'a list'
      : 'an object of a class'
  throw new TypeError(`a hook answered ${what} and no "action"`)
}

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

/** What may stand beside a decision, or alone, and decides nothing. */
const remarks: ReadonlySet<string> = new Set(['continue', 'suppressOutput', 'systemMessage', 'stopReason'])

/** Throws where the answer is none that we know: a typo in a hook must not pass as consent. */
export function readHookAnswer(answer: unknown): HookAnswer {
  if (answer === undefined || answer === null || answer === true) return proceed
  if (answer === false) return { action: 'deny' }
  if (!isPlainObject(answer) && typeof answer !== 'object')
    throw new TypeError(`a hook answered ${typeof answer}; it must answer an object or nothing`)
  const said = answer as Record<string, unknown>
  if (said['continue'] === false)
    return { action: 'deny', message: text(said['stopReason'] ?? said['reason']) }
  const word = said['action'] ?? said['decision']
  const specific = said['hookSpecificOutput']
  if (isPlainObject(specific) && (word === undefined || actionOf(word) !== 'deny'))
    return fromClaude(specific)
  if (word === undefined)
    return Object.keys(said).every((key) => remarks.has(key)) ? proceed : unknownForm(said)
  const action = actionOf(word)
  if (!action)
    throw new TypeError(
      `a hook answered the action ${JSON.stringify(word)}; it must be one of ${Object.keys(actions).join(', ')}`,
    )
  const whole = record(said['modified_args'] ?? said['modifiedArgs'])
  return {
    action,
    message: text(said['message'] ?? said['reason']),
    ...(whole
      ? { arguments: whole, replaces: true }
      : { arguments: record(said['arguments'] ?? said['updatedInput']) }),
    ...outputOf(said, ['output', 'result', 'modified_result', 'modifiedResult']),
  }
}

function actionOf(word: unknown): HookAction | undefined {
  const name = typeof word === 'string' ? word.toLowerCase() : ''
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

function fromClaude(said: Record<string, unknown>): HookAnswer {
  const word = said['permissionDecision']
  const updated = record(said['updatedInput'])
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

function outputOf(
  said: Record<string, unknown>,
  keys: readonly string[],
): { output?: unknown; hasOutput?: boolean } {
  const key = keys.find((name) => said[name] !== undefined)
  return key === undefined ? {} : { output: said[key], hasOutput: true }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return isPlainObject(value) ? value : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function unknownForm(said: object): never {
  throw new TypeError(
    `a hook answered an object with ${Object.keys(said).slice(0, 5).join(', ')} and no "action"`,
  )
}

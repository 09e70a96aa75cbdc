/**
 * The one error type of Toolyard.
 *
 * Every failure we raise on purpose is a `ToolyardError` whose `code` comes from
 * {@link ErrorCode}. Callers branch on `code`, never on message text. Inside the pipeline
 * nothing throws: failures become a `ToolResult`; this class is what it is made from.
 *
 * @module
 */

/** Every failure Toolyard can name. Adding one means adding a row to docs/errors.md. */
export const errorCodes = [
  'invalid_definition',
  'invalid_config',
  'name_taken',
  'tool_not_found',
  'stale_tool',
  'invalid_arguments',
  'denied_by_hook',
  'denied',
  'rejected',
  'approval_expired',
  'rate_limited',
  'budget_exhausted',
  'loop_detected',
  'duplicate_call',
  'cancelled',
  'timeout',
  'tool_failed',
  'invalid_output',
  'not_found',
  'agent_not_found',
  'held',
  'approval_pending',
  'busy',
  'store_unavailable',
  'store_corrupt',
  'store_newer',
  'outside_workspace',
  'protected_path',
  'stale_file',
  'no_match',
  'unavailable',
  'untrusted',
  'unauthorised',
  'forbidden',
  'too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'conflict',
  'closed',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface ErrorDetails {
  /** What the reader can do next; shown to people and to the model. */
  readonly hint?: string | undefined
  readonly tool?: string | undefined
  readonly retryable?: boolean | undefined
  readonly retryAfterMs?: number | undefined
  /** The request in the inbox, or the run, whose end is waited for. */
  readonly waitsFor?: string | undefined
  /** What is wrong, one by one, for programs: whatever else goes out as JSON. */
  readonly problems?: readonly object[] | undefined
  /** The sentence by name, with its values, for those who say it in another language. */
  readonly says?: Saying | undefined
  readonly cause?: unknown
}

/** A sentence that is not written out. What a value is follows from its place. */
export interface Saying {
  readonly key: SayingKey
  readonly values: readonly string[]
}

/** Sentences that the console says in its reader's language (`i18n/en/errors.ts`). */
export type SayingKey =
  | 'agentNotFound'
  | 'agentNameTaken'
  | 'toolNotFound'
  | 'runnerNotFound'
  | 'modelName'
  | 'providerNotFound'
  | 'modelOfRunner'
  | 'noModel'
  | 'badSetting'
  | 'needsRole'
  | 'threadAtWork'
  | 'serverNotFound'
  | 'alreadyAnswered'
  | 'variableNotSet'

/** Registry symbol, so two copies of this package still recognise each other's errors. */
const brand = Symbol.for('toolyard.error')

export class ToolyardError extends Error {
  override readonly name = 'ToolyardError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly tool: string | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly waitsFor: string | undefined
  readonly problems: readonly object[] | undefined
  readonly says: Saying | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.hint = details.hint
    this.tool = details.tool
    this.retryable = details.retryable ?? false
    this.retryAfterMs = details.retryAfterMs
    this.waitsFor = details.waitsFor
    this.problems = details.problems
    this.says = details.says
    Object.defineProperty(this, brand, { value: true })
  }

  /** The text a model sees. Never a stack, never a cause: both can leak secrets. */
  toModelText(): string {
    return faultText(this)
  }

  static isInstance(value: unknown): value is ToolyardError {
    return typeof value === 'object' && value !== null && brand in value
  }

  /** Wraps anything that was thrown; one of ours passes through untouched. */
  static from(thrown: unknown, tool?: string): ToolyardError {
    if (ToolyardError.isInstance(thrown)) return thrown
    return new ToolyardError('tool_failed', messageOf(thrown), { cause: thrown, tool })
  }
}

interface FaultText {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** A fault as models and terminals read it: its code, what happened, and what to do. */
export function faultText(fault: FaultText): string {
  const { code, message, hint } = fault
  return hint ? `${code}: ${message}\n${hint}` : `${code}: ${message}`
}

/** What to do about something that was thrown, if it is one of ours and says so. */
export function hintOf(thrown: unknown): string | undefined {
  return ToolyardError.isInstance(thrown) ? thrown.hint : undefined
}

/** A sentence for anything that can be thrown, objects with hostile getters included. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name
    if (typeof thrown === 'string') return thrown || 'an empty string was thrown'
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return String(thrown.message)
    return `${String(thrown)} was thrown`
  } catch {
    return 'something that cannot be read was thrown'
  }
}

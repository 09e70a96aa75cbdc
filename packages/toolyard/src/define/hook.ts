/**
 * What a hook is: code that is asked, or told, around every call.
 *
 * Four kinds. `PRE_TOOL_USE` may allow, deny, ask, modify or skip; `POST_TOOL_USE` may change the result; `TOOL_ERROR` sees
 * failures and may turn them into results; `TOOL_SKIP` is told of each call that was answered without running.
 *
 * @module
 */
import type { Caller } from './context.ts'
import type { ToolManifest } from './manifest.ts'
import type { ToolFault, ToolResult } from './result.ts'

export type HookType = 'PRE_TOOL_USE' | 'POST_TOOL_USE' | 'TOOL_ERROR' | 'TOOL_SKIP'
export const hookTypes: readonly HookType[] = ['PRE_TOOL_USE', 'POST_TOOL_USE', 'TOOL_ERROR', 'TOOL_SKIP']

export interface HookContext extends Caller {
  readonly type: HookType
  readonly callId: string
  readonly tool: string
  readonly manifest: ToolManifest
  /** Arguments as they stand now: earlier hooks' changes are in them. Do not write to them; answer `modify`. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly result?: ToolResult | undefined
  readonly error?: ToolFault | undefined
  readonly explanation?: string | undefined
}

export type HookAction = 'continue' | 'allow' | 'deny' | 'ask' | 'modify' | 'skip'

/** What a hook answers; nothing at all means `continue`. */
export interface HookAnswer {
  readonly action: HookAction
  /** Why: shown to the model on deny, to the person on ask. */
  readonly message?: string | undefined
  /** Merged over the arguments, then validated again. `undefined` as a value removes the key. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  /** `arguments` are all there are now, instead of being merged: how older hooks mean `modified_args`. */
  readonly replaces?: boolean | undefined
  /** The new output: text, or data. For `skip`, `POST_TOOL_USE` and `TOOL_ERROR`. */
  readonly output?: unknown
  readonly hasOutput?: boolean
}

/** Answers in our form, in the forms of older code, or in the form of Claude Code's hooks; see hook-answer.ts. */
export type HookHandler = (context: HookContext) => unknown

/** A program: the call as JSON on its standard input, the answer as JSON on its standard output, exit 2 blocks. */
export interface HookCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What every hook may say of itself. */
export interface HookTerms {
  readonly name: string
  /** Lower runs first; equal ones in the order in which they were added. */
  readonly order?: number
  readonly timeoutMs?: number
  /**
   * What happens where the hook throws or takes too long. Before a call: `deny`, unless said otherwise; after it, and in the life of
   * a run: `ignore`.
   */
  readonly onFailure?: 'deny' | 'ignore'
}

export interface HookSpec extends HookTerms {
  readonly type: HookType
  readonly handler: HookHandler | HookCommand
  /** Tool names or patterns; all tools where absent. */
  readonly tools?: readonly string[] | null
}

/** What a hook in older words is told. */
export interface HookConfigContext extends Omit<HookContext, 'result'> {
  readonly toolName: string
  readonly tool_name: string
  readonly phase: HookPhase
  /** What the tool returned. */
  readonly result?: unknown
}

export type HookPhase = 'PRE' | 'POST'

/** A hook in older words, in either spelling. */
export type HookConfig = HookConfigFacts &
  ({ readonly hookType: HookType } | { readonly hook_type: HookType }) & {
    /** The tools that it looks at; all where absent. */
    readonly filterNames?: readonly string[] | null
    readonly filter_names?: readonly string[] | null
  }

interface HookConfigFacts extends Pick<HookSpec, 'name' | 'order' | 'timeoutMs' | 'onFailure'> {
  /** Tells it from a `HookSpec`. */
  readonly type?: undefined
  readonly handler: (context: HookConfigContext) => unknown
}

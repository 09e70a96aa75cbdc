/**
 * What a hook of runs is: code that is told, or asked, when an agent starts, is given a prompt, wants to stop, or has ended, before
 * its conversation is made shorter, and when a person is asked.
 *
 * @module
 */
import type { Caller } from './context.ts'
import type { HookCommand, HookTerms } from './hook.ts'

export const runHookTypes = [
  'RUN_START',
  'PROMPT_SUBMIT',
  'RUN_STOP',
  'SUB_AGENT_STOP',
  'PRE_COMPACT',
  'NOTIFICATION',
  'RUN_END',
] as const

export type RunHookType = (typeof runHookTypes)[number]

/** Which run it is about. */
interface RunFacts extends Caller {
  readonly runId: string
  /** The run that started it, and the conversation in which its result is awaited. */
  readonly parentId?: string | undefined
  readonly parentThreadId?: string | undefined
}

/** The model has nothing more to do. */
interface StopFacts extends RunFacts {
  /** What it said last. */
  readonly text: string
  /** It goes on already because a hook asked it to. */
  readonly isAskedAgain: boolean
}

interface RunHookFacts {
  /** `resume`: the conversation has had runs before, or another process takes the run up. */
  readonly RUN_START: RunFacts & { readonly source: 'startup' | 'resume'; readonly model: string }
  readonly PROMPT_SUBMIT: RunFacts & { readonly prompt: string }
  readonly RUN_STOP: StopFacts
  readonly SUB_AGENT_STOP: StopFacts
  readonly PRE_COMPACT: RunFacts & {
    readonly trigger: 'auto' | 'manual'
    /** What the person wants to be kept. */
    readonly instructions?: string | undefined
  }
  readonly NOTIFICATION: Caller & {
    readonly kind: 'approval' | 'question'
    /** The request in the inbox. */
    readonly requestId: string
    readonly callId: string
    readonly tool: string
    readonly message: string
  }
  readonly RUN_END: RunFacts & {
    /** `incomplete`: it ended before it had finished. `unknown`: its process has ended, and no other takes it up. */
    readonly status: 'done' | 'incomplete' | 'failed' | 'stopped' | 'unknown'
    /** In a word: `finished`, `max_steps`, …; the code of the error if it failed. */
    readonly reason?: string | undefined
    readonly text?: string | undefined
    readonly error?: string | undefined
  }
}

export type RunHookContext<T extends RunHookType = RunHookType> = {
  [K in T]: RunHookFacts[K] & { readonly type: K }
}[T]

/**
 * What such a hook answers; nothing at all goes on. A text is `context`. The forms of Claude Code's hooks are read as well, see
 * run-hook-answer.ts.
 */
export interface RunHookAnswer {
  /** `deny` refuses a prompt, lets an agent that wants to stop go on, and keeps a conversation from being made shorter. */
  readonly action?: 'continue' | 'deny' | undefined
  /** Why: told to the one who wrote the prompt, or to the agent that goes on. */
  readonly message?: string | undefined
  /** What the model is told: of `RUN_START` behind its instructions, of `PROMPT_SUBMIT` before the prompt. */
  readonly context?: string | undefined
}

interface RunHookTerms<T extends RunHookType> extends HookTerms {
  readonly type: T
  readonly handler: ((context: RunHookContext<T>) => unknown) | HookCommand
}

/** A hook of runs, in the same list as those of calls. */
export type RunHookSpec = { [T in RunHookType]: RunHookTerms<T> }[RunHookType]

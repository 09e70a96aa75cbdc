/**
 * Runs hooks in order, each under its time limit, and keeps their failures from reaching the call.
 *
 * @module
 */
import {
  type HookAnswer,
  type HookConfig,
  type HookContext,
  type HookHandler,
  type HookSpec,
  type HookType,
  hookTypes,
  type RunHookSpec,
  type RunHookType,
  runHookTypes,
} from '../../define/index.ts'
import {
  type Clock,
  createClock,
  matchGlob,
  messageOf,
  tellValue,
  ToolyardError,
} from '../../kernel/index.ts'
import { isThenable } from '../outcome.ts'
import { checkHook, hookHint } from './check-hook.ts'
import { type CommandHookHost, commandHandler } from './command-hook.ts'
import { fromHookConfig, isHookConfig } from './from-hook-config.ts'
import { readHookAnswer } from './hook-answer.ts'
import { RunHooks } from './run-hooks.ts'

const defaultTimeoutMs = 10_000

/** A hook ready to run. */
export interface ActiveHook {
  readonly spec: HookSpec
  readonly order: number
  readonly timeoutMs: number
  readonly failClosed: boolean
  readonly handler: HookHandler
}

const toolKeys = ['tools']

export class HookExecutor {
  /** Those that look at runs. */
  readonly runs: RunHooks
  readonly #hooks: ActiveHook[] = []
  readonly #host: CommandHookHost
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()

  constructor(
    host: CommandHookHost = { workspace: process.cwd(), environment: {} },
    clock: Clock = createClock(),
  ) {
    this.#host = host
    this.#clock = clock
    this.runs = new RunHooks({ ...host, clock })
  }

  /** Adds a hook, in our words or in older ones, and answers a function that takes it away again. */
  add(given: HookSpec | HookConfig | RunHookSpec): () => void {
    if (isRunHook(given)) return this.runs.add(given)
    const spec = toSpec(given)
    checkToolHook(spec)
    const timeoutMs = spec.timeoutMs ?? defaultTimeoutMs
    const handler =
      typeof spec.handler === 'function' ? spec.handler : commandHandler(spec.handler, timeoutMs, this.#host)
    const failClosed = spec.onFailure === undefined ? spec.type === 'PRE_TOOL_USE' : spec.onFailure === 'deny'
    const hook: ActiveHook = { spec, order: spec.order ?? 0, timeoutMs, failClosed, handler }
    const at = this.#hooks.findIndex(({ order }) => order > hook.order)
    this.#hooks.splice(at < 0 ? this.#hooks.length : at, 0, hook)
    this.#announce()
    return () => {
      const place = this.#hooks.indexOf(hook)
      if (place >= 0) this.#hooks.splice(place, 1)
      this.#announce()
    }
  }

  /** Adds hooks that look at one tool alone; all, or none where one is written wrongly. Answers how to take them away. */
  addFor(tool: string, hooks: readonly (HookSpec | HookConfig)[]): () => void {
    const removers: (() => void)[] = []
    const remove = (): void => {
      for (const one of removers) one()
    }
    try {
      for (const hook of hooks) {
        const spec = toSpec(hook)
        const looks = !spec.tools || spec.tools.some((pattern) => matchGlob(pattern, tool, true))
        const { name, type, handler } = spec
        if (looks) removers.push(this.add({ ...spec, name, type, handler, tools: [tool] }))
        else checkToolHook(spec)
      }
    } catch (error) {
      remove()
      throw error
    }
    return remove
  }

  /** The hooks of one kind that look at this tool, in order. */
  select(type: HookType, tool: string): readonly ActiveHook[] {
    return this.#hooks.filter(
      ({ spec }) =>
        spec.type === type && (!spec.tools || spec.tools.some((pattern) => matchGlob(pattern, tool, true))),
    )
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** One hook's answer. Answers at once where the hook does; a hook that fails closed answers deny. */
  run(hook: ActiveHook, context: HookContext): HookAnswer | undefined | Promise<HookAnswer | undefined> {
    try {
      const answer = hook.handler(context)
      if (answer === undefined) return undefined
      if (isThenable(answer)) return this.#within(hook, answer)
      return readHookAnswer(answer)
    } catch (error) {
      return hookFailure(hook, error)
    }
  }

  #within(hook: ActiveHook, answer: PromiseLike<unknown>): Promise<HookAnswer | undefined> {
    return new Promise((resolve) => {
      const deadline = this.#clock.after(hook.timeoutMs, () =>
        resolve(hookFailure(hook, new Error(`it took longer than ${hook.timeoutMs} ms`))),
      )
      answer.then(
        (value) => {
          deadline.cancel()
          resolve(value === undefined ? undefined : readSafely(hook, value))
        },
        (error: unknown) => {
          deadline.cancel()
          resolve(hookFailure(hook, error))
        },
      )
    })
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

function readSafely(hook: ActiveHook, value: unknown): HookAnswer | undefined {
  try {
    return readHookAnswer(value)
  } catch (error) {
    return hookFailure(hook, error)
  }
}

/** What a hook that failed says: deny where it fails closed, otherwise nothing. */
export function hookFailure(hook: ActiveHook, error: unknown): HookAnswer | undefined {
  return hook.failClosed
    ? { action: 'deny', message: `hook "${hook.spec.name}" failed: ${messageOf(error)}` }
    : undefined
}

function toSpec(given: HookSpec | HookConfig): HookSpec {
  if (typeof given !== 'object' || given === null)
    throw new ToolyardError('invalid_config', `${tellValue(given)} is not a hook`, { hint: hookHint })
  return isHookConfig(given) ? fromHookConfig(given) : given
}

function checkToolHook(spec: HookSpec): void {
  checkHook(spec, { types: [...hookTypes, ...runHookTypes], keys: toolKeys })
}

function isRunHook(given: HookSpec | HookConfig | RunHookSpec): given is RunHookSpec {
  return runHookTypes.includes(given?.type as RunHookType)
}

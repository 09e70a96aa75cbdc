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
} from '../../define/index.ts'
import {
  checkKeys,
  type Clock,
  createClock,
  isPlainObject,
  matchGlob,
  maxDelayMs,
  messageOf,
  tellValue,
  ToolyardError,
} from '../../kernel/index.ts'
import { type CommandHookHost, commandHandler } from './command-hook.ts'
import { fromHookConfig, isHookConfig } from './from-hook-config.ts'
import { readHookAnswer } from './hook-answer.ts'

const defaultTimeoutMs = 10_000

/** A hook ready to run. */
export interface ActiveHook {
  readonly spec: HookSpec
  readonly order: number
  readonly timeoutMs: number
  readonly failClosed: boolean
  readonly handler: HookHandler
}

export class HookExecutor {
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
  }

  /** Adds a hook, in our words or in older ones, and answers a function that takes it away again. */
  add(given: HookSpec | HookConfig): () => void {
    const spec = toSpec(given)
    checkHook(spec)
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
        else checkHook(spec)
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

const hookHint = "Write { name: 'audit', type: 'PRE_TOOL_USE', handler: (context) => … }."
const specKeys = ['name', 'type', 'handler', 'tools', 'order', 'timeoutMs', 'onFailure']
const commandKeys = ['command', 'args', 'cwd', 'env']

function checkHook(spec: HookSpec): void {
  const { name, type, handler } = spec
  const hint = hookHint
  if (!name) throw new ToolyardError('invalid_config', 'A hook has no name', { hint })
  // An instance of a class has members of its own.
  if (isPlainObject(spec)) checkKeys(spec, specKeys, `Hook "${name}"`)
  if (isPlainObject(handler)) checkKeys(handler, commandKeys, `The command of hook "${name}"`)
  if (!hookTypes.includes(type))
    throw new ToolyardError('invalid_config', `Hook "${name}": type "${type}" is not known`, {
      hint: `Use one of ${hookTypes.join(', ')}.`,
    })
  if (typeof handler !== 'function' && typeof handler?.command !== 'string')
    throw new ToolyardError('invalid_config', `Hook "${name}" has no handler`, { hint })
  const wrong = settings.find(({ key, is }) => spec[key] !== undefined && !is(spec[key]))
  if (wrong)
    throw new ToolyardError(
      'invalid_config',
      `Hook "${name}": ${wrong.key} ${tellValue(spec[wrong.key])} is not ${wrong.words}`,
      { hint: `Give ${wrong.words}, or leave it out.` },
    )
}

/** What would otherwise make a hook that refuses look away. */
const settings: readonly {
  readonly key: keyof HookSpec
  readonly words: string
  readonly is: (value: unknown) => boolean
}[] = [
  { key: 'onFailure', words: '"deny" or "ignore"', is: (value) => value === 'deny' || value === 'ignore' },
  {
    key: 'tools',
    words: 'a list of names or patterns',
    is: (value) =>
      value === null || (Array.isArray(value) && value.every((name) => typeof name === 'string')),
  },
  {
    key: 'timeoutMs',
    words: `a whole number of milliseconds from 1 to ${maxDelayMs}`,
    is: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxDelayMs,
  },
  { key: 'order', words: 'a number', is: (value) => Number.isFinite(value) },
]

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Promise || ('then' in value && typeof value.then === 'function')
}

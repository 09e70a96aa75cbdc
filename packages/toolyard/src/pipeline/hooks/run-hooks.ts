/**
 * The hooks of runs: asks them in order, each under its time limit, and keeps their failures from reaching the run.
 *
 * What fails is told to people. It blocks only a prompt, and only if the hook says `onFailure: 'deny'`.
 *
 * @module
 */
import {
  type HookCommand,
  type RunHookContext,
  type RunHookSpec,
  type RunHookType,
  runHookTypes,
} from '../../define/index.ts'
import { type Clock, messageOf, ToolyardError } from '../../kernel/index.ts'
import { checkHook } from './check-hook.ts'
import type { CommandHookHost } from './command-hook.ts'
import { readRunHookAnswer, type RunHookSaid } from './run-hook-answer.ts'
import { runHookHandler } from './run-hook-command.ts'

const defaultTimeoutMs = 10_000

interface ActiveRunHook {
  readonly spec: RunHookSpec
  readonly order: number
  readonly timeoutMs: number
  readonly handler: (context: RunHookContext) => unknown
}

export interface RunHooksParts extends CommandHookHost {
  readonly clock: Clock
}

type Facts<T extends RunHookType> = Omit<RunHookContext<T>, 'type'>

export class RunHooks {
  /** Told of every failure. */
  failed: (error: unknown) => void = () => {}
  readonly #parts: RunHooksParts
  readonly #hooks: ActiveRunHook[] = []
  readonly #telling = new Set<Promise<unknown>>()

  constructor(parts: RunHooksParts) {
    this.#parts = parts
  }

  add(spec: RunHookSpec): () => void {
    checkHook(spec, { types: runHookTypes, keys: [] })
    const { order = 0, timeoutMs = defaultTimeoutMs } = spec
    const handler = (
      typeof spec.handler === 'function'
        ? spec.handler
        : runHookHandler(spec.handler satisfies HookCommand, timeoutMs, this.#parts)
    ) as ActiveRunHook['handler']
    const hook: ActiveRunHook = { spec, order, timeoutMs, handler }
    const at = this.#hooks.findIndex((other) => other.order > order)
    this.#hooks.splice(at < 0 ? this.#hooks.length : at, 0, hook)
    return () => {
      const place = this.#hooks.indexOf(hook)
      if (place >= 0) this.#hooks.splice(place, 1)
    }
  }

  has(type: RunHookType): boolean {
    return this.#hooks.some(({ spec }) => spec.type === type)
  }

  /** What they say together. The first one that blocks is the last one that is asked. Never rejects. */
  async ask<T extends RunHookType>(type: T, facts: Facts<T>): Promise<RunHookSaid> {
    const contexts: string[] = []
    for (const hook of this.#hooks.filter(({ spec }) => spec.type === type)) {
      const { blocked, context } = await this.#run(hook, { ...facts, type } as unknown as RunHookContext)
      if (context !== undefined) contexts.push(context)
      if (blocked !== undefined)
        return { blocked: blocked || `hook "${hook.spec.name}" says no`, context: undefined }
    }
    return contexts.length === 0 ? {} : { context: contexts.join('\n\n') }
  }

  /** The same for those who do not wait for it. */
  tell<T extends RunHookType>(type: T, facts: Facts<T>): void {
    if (!this.has(type)) return
    const told = this.ask(type, facts)
    this.#telling.add(told)
    void told.then(() => this.#telling.delete(told))
  }

  /** Before a conversation is made shorter: `blocked` says why it has to stay as it is. */
  beforeCompaction(facts: Facts<'PRE_COMPACT'>): Promise<RunHookSaid> {
    return this.ask('PRE_COMPACT', facts)
  }

  /** Resolves when those that nobody waits for have been told. */
  async settled(): Promise<void> {
    await Promise.all(this.#telling)
  }

  async #run(hook: ActiveRunHook, context: RunHookContext): Promise<RunHookSaid> {
    const { name, type, onFailure } = hook.spec
    try {
      return this.#clean(readRunHookAnswer(type, await this.#inTime(hook, context)))
    } catch (error) {
      const message = `hook "${name}" (${type}) failed: ${messageOf(error)}`
      this.failed(new ToolyardError('internal', message))
      return type === 'PROMPT_SUBMIT' && onFailure === 'deny' ? { blocked: message } : {}
    }
  }

  #clean({ blocked, context }: RunHookSaid): RunHookSaid {
    const { clean = String } = this.#parts
    return {
      blocked: blocked === undefined ? undefined : clean(blocked),
      context: context === undefined ? undefined : clean(context),
    }
  }

  #inTime({ handler, timeoutMs }: ActiveRunHook, context: RunHookContext): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const deadline = this.#parts.clock.after(timeoutMs, () =>
        reject(new ToolyardError('timeout', `it took longer than ${timeoutMs} ms`)),
      )
      void Promise.resolve(context)
        .then(handler)
        .then(resolve, reject)
        .finally(() => deadline.cancel())
    })
  }
}

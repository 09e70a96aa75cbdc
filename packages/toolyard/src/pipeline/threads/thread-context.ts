/**
 * What one conversation owns: objects made on first use, once, and disposed once, however it ends.
 *
 * Concurrent first uses share one creation. A creation that fails is forgotten, so that the next use tries again. Disposing
 * goes on past an object whose own dispose throws; one that is still being made is disposed as soon as it exists.
 *
 * @module
 */
import type { ThreadState } from '../../define/index.ts'
import { settlesWithin, ToolyardError } from '../../kernel/index.ts'
import type { Snapshot } from '../../registry/index.ts'
import type { LoopGuard } from '../limits/index.ts'
import type { CallThread } from '../ports.ts'

/** Makes the object of a stateful tool. */
export interface StatefulToolFactory {
  create(): unknown
}

/** How long an object may take to be made or disposed when its thread ends. */
const patienceMs = 5000

interface Owned {
  readonly value: Promise<unknown>
  /** The object itself, once it exists. */
  ready: { readonly it: unknown } | undefined
}

export class ThreadContext implements ThreadState, CallThread {
  readonly id: string
  calls = 0
  active = 0
  guard: LoopGuard | undefined
  principal: string | undefined
  shown: Snapshot | undefined
  usedAt: number
  readonly #owned = new Map<string, Owned>()
  readonly #factories = new Map<string, StatefulToolFactory>()
  #ended = false

  constructor(id: string, now: number, guard?: LoopGuard) {
    this.id = id
    this.usedAt = now
    this.guard = guard
  }

  get state(): ThreadState {
    return this
  }

  touch(now: number): void {
    this.usedAt = now
  }

  registerStatefulTool(toolName: string, factory: StatefulToolFactory): void {
    this.#factories.set(toolName, factory)
  }

  /** The thread's instance of a tool, made by its registered factory on first use. */
  getStatefulTool(toolName: string): Promise<unknown> {
    const factory = this.#factories.get(toolName)
    if (factory) return this.own(`tool:${toolName}`, () => factory.create())
    return (
      this.#latest(toolName) ??
      Promise.reject(
        new ToolyardError('not_found', `thread "${this.id}" has no stateful tool "${toolName}"`, {
          hint: 'Register a factory for it first.',
        }),
      )
    )
  }

  #latest(toolName: string): Promise<unknown> | undefined {
    const keys = [...this.#owned.keys()].filter(
      (key) => key === `tool:${toolName}` || key.startsWith(`tool:${toolName}#`),
    )
    return this.#owned.get(keys.at(-1) ?? '')?.value
  }

  /** What is owned under `key` where it exists already: no turn of the event loop for the second call. */
  existing(key: string): unknown {
    return this.#owned.get(key)?.ready?.it
  }

  own<T>(key: string, create: () => T | Promise<T>): Promise<T> {
    const existing = this.#owned.get(key)
    if (existing) return existing.value as Promise<T>
    if (this.#ended) return Promise.reject(new ToolyardError('closed', `thread "${this.id}" has ended`))
    const value = this.#make(create)
    const owned: Owned = { value, ready: undefined }
    this.#owned.set(key, owned)
    value.then(
      (it) => {
        owned.ready = { it }
      },
      () => this.#forget(key, owned),
    )
    return value
  }

  async cleanupStatefulTool(toolName: string): Promise<void> {
    for (const [key, owned] of this.#owned) {
      if (key !== `tool:${toolName}` && !key.startsWith(`tool:${toolName}#`)) continue
      this.#owned.delete(key)
      await disposeOwned(owned)
    }
  }

  /** Disposes everything, newest first. Calling it again does nothing. */
  async cleanupAll(): Promise<void> {
    this.#ended = true
    const all = [...this.#owned.values()].toReversed()
    this.#owned.clear()
    this.#factories.clear()
    this.shown = undefined
    for (const owned of all) await disposeOwned(owned)
  }

  async #make<T>(create: () => T | Promise<T>): Promise<T> {
    return create()
  }

  #forget(key: string, owned: Owned): void {
    if (this.#owned.get(key) === owned) this.#owned.delete(key)
  }
}

/** One that can't be made or disposed, or takes for ever, must not keep the others alive. */
async function disposeOwned(owned: Owned): Promise<void> {
  await settlesWithin(owned.value.then(disposeValue), patienceMs)
}

async function disposeValue(value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) return
  const target = value as Record<string | symbol, unknown>
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose', 'cleanup', 'close']) {
    const method = target[name]
    if (typeof method === 'function') {
      await method.call(value)
      return
    }
  }
}

/**
 * The way to Redis: one connection for scripts, one that listens.
 *
 * Both reconnect by themselves. A caller waits for a Redis that is away for a bounded time, and is then told `unavailable`. What is
 * sent when a connection breaks is not sent again here: who asked knows whether that is harmless.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { messageOf, settlesWithin, ToolyardError } from '../../kernel/index.ts'
import { checkRedis } from './check-redis.ts'
import type { OpensRedis } from './load-redis.ts'
import type { ScriptName } from './lua/scripts.ts'

export interface LinkOptions {
  readonly url: string
  readonly prefix: string
  readonly patienceMs: number
  readonly scripts: Readonly<Record<ScriptName, string>>
  readonly warn: (line: string) => void
}

export type ScriptArg = string | number

const longestRetryMs = 1000
/** Errors of a Redis that starts, stops or is full. */
const passing = /^(LOADING|BUSY|MASTERDOWN|READONLY|OOM|MISCONF|NOREPLICAS|CLUSTERDOWN|TRYAGAIN)/

/** Errors of a Redis that asks for another password. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)/

export class RedisLink {
  readonly prefix: string
  readonly #options: LinkOptions
  readonly #commands: Redis
  readonly #listener: Redis
  readonly #shas = new Map<ScriptName, string>()
  readonly #listeners = new Map<string, Set<(text: string) => void>>()
  readonly #onListening: (() => void)[] = []
  #isClosed = false
  /** Why there is no connection. */
  #trouble: unknown

  constructor(open: OpensRedis, options: LinkOptions) {
    this.#options = options
    this.prefix = `{${options.prefix}}:`
    for (const [name, text] of Object.entries(options.scripts))
      this.#shas.set(name as ScriptName, createHash('sha1').update(text).digest('hex'))
    const usual = {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // What waits for an answer is told when the connection breaks.
      maxRetriesPerRequest: 0,
      connectTimeout: options.patienceMs,
      socketTimeout: options.patienceMs,
      retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), longestRetryMs),
    } as const
    this.#commands = open(options.url, usual)
    this.#listener = open(options.url, { ...usual, autoResubscribe: false })
    // Callers are told by what they ask for.
    for (const client of [this.#commands, this.#listener])
      client.setMaxListeners(0).on('error', (error: unknown) => (this.#trouble = error))
    this.#listener.on('message', (channel: string, text: string) => {
      for (const hear of this.#listeners.get(channel) ?? []) hear(text)
    })
    this.#listener.on('ready', () => void this.#listenAgain())
  }

  /** Resolves when both connections are ready and Redis is one that can carry a fleet. */
  async open(): Promise<void> {
    for (const client of [this.#commands, this.#listener]) client.connect().catch(() => {})
    await this.#ready(this.#commands)
    await this.#ready(this.#listener)
    for (const { isFatal, text, remedy } of checkRedis(await this.#commands.info())) {
      if (isFatal) throw new ToolyardError('invalid_config', text, { hint: remedy })
      this.#options.warn(`${text}. ${remedy}`)
    }
  }

  async run(name: ScriptName, ...args: ScriptArg[]): Promise<unknown> {
    const client = this.#commands
    if (client.status !== 'ready') await this.#ready(client)
    const sha = this.#shas.get(name) ?? ''
    try {
      return await client.evalsha(sha, 1, this.prefix, ...args.map(String))
    } catch (error) {
      if (!messageOf(error).startsWith('NOSCRIPT')) throw this.#failure(error)
    }
    try {
      return await client.eval(this.#options.scripts[name], 1, this.prefix, ...args.map(String))
    } catch (error) {
      throw this.#failure(error)
    }
  }

  /** Some of the ids of jobs that a key holds, in its order. */
  ids(key: string, from: number, count: number): Promise<string[]> {
    return this.#ask((client) => client.zrange(this.prefix + key, String(from), String(from + count - 1)))
  }

  queues(): Promise<string[]> {
    return this.#ask((client) => client.smembers(`${this.prefix}queues`))
  }

  /** What the command INFO answers. */
  info(): Promise<string> {
    return this.#ask((client) => client.info())
  }

  async publish(channel: string, text: string): Promise<void> {
    await this.#ask((client) => client.publish(this.prefix + channel, text))
  }

  /** Resolves when what is published from now on is heard. */
  async listen(channel: string, hear: (text: string) => void): Promise<() => void> {
    const name = this.prefix + channel
    const own = (text: string): void => hear(text)
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(own))
    try {
      if (this.#listener.status !== 'ready') await this.#ready(this.#listener)
      await this.#listener.subscribe(name)
    } catch (error) {
      listeners.delete(own)
      throw this.#failure(error)
    }
    return () => {
      listeners.delete(own)
      if (listeners.size > 0 || this.#listeners.get(name) !== listeners) return
      this.#listeners.delete(name)
      this.#listener.unsubscribe(name).catch(() => {})
    }
  }

  /** Told each time that the listener is back: what was published meanwhile was not heard. */
  onListening(tell: () => void): void {
    this.#onListening.push(tell)
  }

  /** A connection that is silent though it is open is found out by this. */
  async ping(): Promise<void> {
    if (this.#listener.status === 'ready') await this.#listener.ping()
  }

  close(): void {
    this.#isClosed = true
    this.#commands.disconnect()
    this.#listener.disconnect()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  async #ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    if (this.#commands.status !== 'ready') await this.#ready(this.#commands)
    try {
      return await question(this.#commands)
    } catch (error) {
      throw this.#failure(error)
    }
  }

  async #listenAgain(): Promise<void> {
    try {
      const names = [...this.#listeners.keys()]
      if (names.length > 0) await this.#listener.subscribe(...names)
      for (const tell of this.#onListening) tell()
    } catch {
      // The connection broke again: it comes back here.
    }
  }

  async #ready(client: Redis): Promise<void> {
    if (this.#isClosed) throw new ToolyardError('closed', 'the engine is closed')
    if (client.status === 'ready') return
    this.#trouble = undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    let isReady = false
    const ready = (): void => {
      isReady = true
      resolve()
    }
    const refused = (error: unknown): void => {
      if (isRefusal(error)) resolve()
    }
    client.once('ready', ready).on('error', refused)
    await settlesWithin(promise, this.#options.patienceMs)
    client.off('ready', ready).off('error', refused)
    if (!isReady) throw this.#failure(this.#trouble ?? new Error('no connection'))
  }

  #failure(error: unknown): ToolyardError {
    if (ToolyardError.isInstance(error)) return error
    if (this.#isClosed) return new ToolyardError('closed', 'the engine is closed')
    const text = messageOf(error) || 'no connection'
    if (isRefusal(error))
      return new ToolyardError('invalid_config', `Redis refuses this user or password: ${text}`, {
        hint: 'Correct the address: redis://USER:PASSWORD@HOST:6379, without a user for the usual one.',
        cause: error,
      })
    // A key that another program wrote, for example. Trying again does not help.
    if (error instanceof Error && error.name === 'ReplyError' && !passing.test(text))
      return new ToolyardError('internal', `Redis refused a step of the engine: ${text}`, { cause: error })
    return new ToolyardError('unavailable', `Redis does not answer: ${text}`, {
      hint: 'Look whether Redis runs and is reachable; try again in a moment.',
      retryable: true,
      retryAfterMs: 1000,
      cause: error,
    })
  }
}

function isRefusal(error: unknown): boolean {
  return refusals.test(messageOf(error))
}

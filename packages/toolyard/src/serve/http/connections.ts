/**
 * The connections of the server: how many there may be, which one makes way, whose answers are not read, and how they end.
 *
 * If there are too many, the one that has rested longest makes way; if none rests, the new one is told to come again. An
 * answer of which nothing is read for a while is given up. At the end no request is lost: what runs is waited for, new
 * connections are told to come again, and only those that rest are closed.
 *
 * @module
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { HttpRequest } from './message.ts'
import type { Gate } from './running-requests.ts'
import { stopListening } from './stop-listening.ts'
import { isStuck, type WriteMark } from './write-mark.ts'

export interface ConnectionLimits {
  readonly most: number
  /** How long nothing of an answer may be read. */
  readonly stallMs: number
}

export const usualConnectionLimits: ConnectionLimits = { most: 4096, stallMs: 30_000 }

/** Connections beyond the limit that are told to come again; more are dropped. */
const spare = 1024
/** How long one that is turned away may take to ask. */
const turnedAwayMs = 2000
/** How long a connection must have rested before it makes way for a new one. */
const restMs = 1000
/** While the server ends: how long new connections are still told so, and how long one may take to send its first request. */
const lingerMs = 250
const firstRequestMs = 500
const lookMs = 20

interface TrackedConnection {
  /** When it was opened, or its last answer ended. */
  since: number
  /** Requests that are not answered yet. */
  active: number
  readonly isTurnedAway: boolean
  /** Opened while the server ends. */
  readonly isLate: boolean
  hasAsked: boolean
  mark: WriteMark | undefined
}

export type DropReason = 'full' | 'rested' | 'stalled'

export class Connections implements Gate {
  readonly dropped: Record<DropReason, number> = { full: 0, rested: 0, stalled: 0 }
  /** Requests that were told to come again because of too many connections. */
  turnedAway = 0
  readonly #server: Server
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, TrackedConnection>()
  /** Those without a request, the one that has rested longest first. */
  readonly #resting = new Set<Socket>()
  readonly #answers = new Set<ServerResponse>()
  readonly #timer: NodeJS.Timeout
  /** Open ones that were not turned away. */
  #letIn = 0
  #isEnding = false

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server
    this.#limits = limits
    server.maxConnections = limits.most + spare
    server.on('connection', (socket: Socket) => this.#opened(socket))
    server.on('drop', () => this.dropped.full++)
    server.on('request', (request, response) => this.#asked(request, response))
    this.#timer = setInterval(() => this.#giveUpStalled(), limits.stallMs / 6).unref()
  }

  get count(): number {
    return this.#open.size
  }

  admit({
    request: { socket },
  }: {
    readonly request: Pick<HttpRequest, 'socket'>
  }): 'full' | 'ending' | undefined {
    const connection = socket && this.#open.get(socket)
    if (connection?.isTurnedAway) return 'full'
    return connection?.isLate ? 'ending' : undefined
  }

  /** Ends in order, within so long. */
  async end(drainMs: number): Promise<void> {
    const startedAt = performance.now()
    const passed = (): number => performance.now() - startedAt
    this.#isEnding = true
    // Answers from now on tell the client not to ask here again.
    for (const response of this.#answers) if (!response.headersSent) response.shouldKeepAlive = false
    while (passed() < drainMs && (this.#isAtWork || passed() < lingerMs)) await sleep(lookMs)
    if (drainMs > 0) await stopListening(this.#server)
    else this.#server.close()
    while (this.#open.size > 0 && passed() < drainMs + firstRequestMs) {
      this.#closeResting(drainMs === 0)
      if (passed() >= drainMs && this.#isAtWork) break
      await sleep(lookMs)
      // What has come in the meantime is read before anything is closed.
      await nextTurn()
    }
    clearInterval(this.#timer)
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Whether a request runs that was let in. */
  get #isAtWork(): boolean {
    return this.#open
      .values()
      .some(({ active, isLate, isTurnedAway }) => active > 0 && !isLate && !isTurnedAway)
  }

  #opened(socket: Socket): void {
    const isTurnedAway = this.#letIn >= this.#limits.most && !this.#makeWay()
    const since = performance.now()
    const isLate = this.#isEnding
    this.#open.set(socket, { since, active: 0, isTurnedAway, isLate, hasAsked: false, mark: undefined })
    socket.once('close', () => this.#forget(socket))
    if (isTurnedAway) setTimeout(() => socket.destroy(), turnedAwayMs).unref()
    else {
      this.#letIn++
      this.#resting.add(socket)
    }
  }

  #makeWay(): boolean {
    const [oldest] = this.#resting
    const rested = oldest && performance.now() - (this.#open.get(oldest)?.since ?? Infinity)
    if (!oldest || rested === undefined || rested < restMs) return false
    this.dropped.rested++
    this.#forget(oldest)
    oldest.destroy()
    return true
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#open.delete(socket)
    this.#resting.delete(socket)
    if (!connection.isTurnedAway) this.#letIn--
  }

  #asked({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.active++
    connection.hasAsked = true
    if (connection.isTurnedAway) this.turnedAway++
    if (this.#isEnding || connection.isTurnedAway) response.shouldKeepAlive = false
    this.#resting.delete(socket)
    this.#answers.add(response)
    response.once('close', () => {
      this.#answers.delete(response)
      connection.since = performance.now()
      if (--connection.active === 0 && this.#open.has(socket)) this.#resting.add(socket)
    })
  }

  /** One that has only just been opened may have a request on its way. */
  #closeResting(all: boolean): void {
    const now = performance.now()
    for (const socket of this.#resting) {
      const { since = 0, hasAsked = true } = this.#open.get(socket) ?? {}
      if (all || hasAsked || now - since >= firstRequestMs) socket.destroySoon()
    }
  }

  #giveUpStalled(): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      const { mark, isOver } = isStuck(socket, connection.mark, { now, mostMs: this.#limits.stallMs })
      connection.mark = mark
      if (!isOver) continue
      this.dropped.stalled++
      socket.destroy()
    }
  }
}

/**
 * All event streams that are open: how many there may be, and the sign of life that each of them gets.
 *
 * No token takes them all: each has a limit of its own, and some places are kept for people who approve calls, who would not
 * hear of them otherwise.
 *
 * @module
 */
import type { HttpResponse } from '../message.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type HttpCaller, mayApprove } from '../caller.ts'
import { EventStream } from './event-stream.ts'

const beatMs = 15_000
const beat = Buffer.from(': still here\n\n')

/** Of one token, or a quarter of all places if that is more. */
const mostOfToken = 64
/** The part of all places that is kept for roles that may approve: 32 of 256. */
const keptPart = 1 / 8

interface StreamOptions {
  readonly caller: HttpCaller
  readonly onClose: () => void
  readonly isEndless?: boolean
}

export class OpenStreams {
  readonly #most: number
  readonly #streams = new Map<EventStream, HttpCaller>()
  readonly #endless = new Set<EventStream>()
  /** Responses that another part writes. */
  readonly #held = new Map<HttpResponse, HttpCaller>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  get count(): number {
    return this.#streams.size + this.#held.size
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Throws `unavailable` if there are as many as there may be: in all, of this token, or of those who can't approve. */
  #requireRoom(caller: HttpCaller): void {
    if (this.#isClosed)
      throw new ToolyardError('closed', 'the server is shutting down', { hint: 'Connect again in a while.' })
    const most = this.#most
    if (this.count >= most) throw full(`there are ${most} event streams open, and no more are served`)
    const callers = [...this.#streams.values(), ...this.#held.values()]
    const ofToken = Math.max(mostOfToken, Math.floor(most / 4))
    if (callers.filter(({ tokenId }) => tokenId === caller.tokenId).length >= ofToken)
      throw full(`the token "${caller.name}" has ${ofToken} event streams open, and may not open more`)
    const kept = Math.floor(most * keptPart)
    if (mayApprove(caller) || callers.filter((other) => !mayApprove(other)).length < most - kept) return
    throw full(
      `there are ${most - kept} event streams open; the other ${kept} are kept for people who approve calls`,
    )
  }

  /** A stream that never ends by itself is ended when the server is; others are waited for. */
  add(response: HttpResponse, { caller, onClose, isEndless = false }: StreamOptions): EventStream {
    this.#requireRoom(caller)
    const stream: EventStream = new EventStream(response, () => {
      this.#streams.delete(stream)
      this.#endless.delete(stream)
      onClose()
    })
    this.#streams.set(stream, caller)
    if (isEndless) this.#endless.add(stream)
    this.#timer ??= setInterval(() => this.#beat(), beatMs).unref()
    return stream
  }

  /** Counts a stream that another part writes. */
  hold(response: HttpResponse, caller: HttpCaller): void {
    this.#requireRoom(caller)
    this.#held.set(response, caller)
    response.once('close', () => this.#held.delete(response))
  }

  /** Ends those that never end by themselves, and takes no more. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const stream of this.#endless) stream.end()
    for (const response of this.#held.keys()) response.end()
  }

  #beat(): void {
    for (const stream of this.#streams.keys()) stream.send(beat)
  }
}

function full(message: string): ToolyardError {
  return new ToolyardError('unavailable', message, {
    hint: 'Close some, or call without a stream.',
    retryable: true,
    retryAfterMs: 5000,
  })
}

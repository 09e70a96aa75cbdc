/**
 * One reader of a stream: it reads what is kept, and then what it is told of.
 *
 * It takes an event that it was told of while it waits for just that one; otherwise it reads what is kept. So a slow reader holds
 * nothing, and a message that was lost costs one more look.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { StreamEvent } from '../bus.ts'
import type { JobEnd } from '../jobs.ts'
import type { FleetMember } from './fleet-member.ts'

type WrittenEvent = Exclude<StreamEvent, { type: 'missed' }>
type LookAnswer =
  | readonly []
  | readonly [
      begun: string,
      attempt: number,
      last: number,
      status: JobEnd | '',
      data: string,
      events: readonly (readonly [id: string, fields: readonly string[]])[],
    ]

const mostAtOnce = 256

export class WatchedStream {
  readonly #member: FleetMember
  readonly #id: string
  readonly #signal: AbortSignal | undefined
  #at: number
  #begun: string | undefined
  #told: WrittenEvent | undefined
  #mustLook = true
  #isClosed = false
  #wake: (() => void) | undefined

  constructor(
    member: FleetMember,
    id: string,
    { after, signal }: { after: number; signal: AbortSignal | undefined },
  ) {
    this.#member = member
    this.#id = id
    this.#at = after
    this.#signal = signal
  }

  /** An event that was written; undefined if it must look. */
  tell(event: WrittenEvent | undefined): void {
    // One that does not wait reads later what is then kept.
    if (event && this.#wake && event.sequence === this.#at + 1) this.#told = event
    else if (!event || event.sequence > this.#at || event.sequence === 1) this.#mustLook = true
    this.#wake?.()
  }

  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  async *events(): AsyncGenerator<StreamEvent, void, undefined> {
    const wake = (): void => this.#wake?.()
    this.#signal?.addEventListener('abort', wake, { once: true })
    try {
      for (;;) {
        if (this.#signal?.aborted) return
        if (this.#isClosed) throw new ToolyardError('closed', 'the engine is closed')
        const told = this.#told
        this.#told = undefined
        if (told) {
          this.#at = told.sequence
          yield told
          if (told.type === 'end') return
        } else if (this.#mustLook) {
          if (yield* this.#look()) return
        } else await this.#sign()
      }
    } finally {
      this.#signal?.removeEventListener('abort', wake)
    }
  }

  /** Yields what is kept; whether the stream is over. */
  async *#look(): AsyncGenerator<StreamEvent, boolean, undefined> {
    this.#mustLook = false
    const answer = await this.#ask()
    if (!answer) return true
    if (answer.length === 0) return false
    const [begun, attempt, last, status, data, kept] = answer
    // It was lost and began anew: its numbers do too.
    if (this.#begun !== undefined && begun !== '' && begun !== this.#begun && this.#at > 0) {
      this.#begun = begun
      this.#at = 0
      this.#mustLook = true
      return false
    }
    this.#begun = begun
    const chunks = kept.map(eventOf)
    const lastChunk = status === '' ? last : last - 1
    const first = chunks[0]?.sequence ?? (last < 0 ? 0 : lastChunk + 1)
    if (first > this.#at + 1) {
      const count = first - 1 - this.#at
      this.#at = first - 1
      yield { type: 'missed', sequence: first - 1, count }
    }
    for (const chunk of chunks) {
      if (this.#signal?.aborted) return true
      this.#at = chunk.sequence
      yield chunk
    }
    if (status === '') {
      if (this.#at < last) this.#mustLook = true
      return false
    }
    if (last >= 0 && this.#at < lastChunk) {
      this.#mustLook = true
      return false
    }
    if (last < 0 || this.#at < last)
      yield { type: 'end', sequence: last < 0 ? this.#at + 1 : last, attempt, status, ...valueOf(data) }
    return true
  }

  /** Undefined if the signal came first, also while Redis is away. */
  async #ask(): Promise<LookAnswer | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<LookAnswer | undefined>()
    const stop = (): void => resolve(undefined)
    this.#signal?.addEventListener('abort', stop, { once: true })
    const { engine } = this.#member
    const answer = this.#member.insist('look', this.#id, this.#at, engine, mostAtOnce)
    answer.then((value) => resolve(value as LookAnswer), reject)
    try {
      return await promise
    } finally {
      this.#signal?.removeEventListener('abort', stop)
    }
  }

  #sign(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
      if (this.#signal?.aborted || this.#isClosed || this.#mustLook) this.#wake()
    })
  }
}

function eventOf([id, fields]: readonly [string, readonly string[]]): WrittenEvent {
  const [, attempt, , data = ''] = fields
  return { type: 'chunk', sequence: Number.parseInt(id, 10), attempt: Number(attempt), data: jsonOf(data) }
}

/** Undefined if it is none of ours. */
export function toldEvent(head: string, data: string): WrittenEvent | undefined {
  const [sequence, attempt, status] = head.split(' ')
  const numbers = { sequence: Number(sequence), attempt: Number(attempt) }
  if (!(numbers.sequence > 0)) return undefined
  if (status === undefined) return { type: 'chunk', ...numbers, data: jsonOf(data) }
  return { type: 'end', ...numbers, status: status as JobEnd, ...valueOf(data) }
}

function valueOf(data: string): { readonly data?: unknown } {
  return data === '' ? {} : { data: jsonOf(data) }
}

/** Another program may have written it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

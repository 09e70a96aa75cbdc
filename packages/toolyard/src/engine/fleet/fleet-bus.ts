/**
 * The bus of a fleet: topics by publish and subscribe, streams in Redis.
 *
 * @module
 */
import { messageOf } from '../../kernel/index.ts'
import type { Bus, StreamEvent, StreamState, StreamWriter } from '../bus.ts'
import { EmittedChunks } from './emitted-chunks.ts'
import type { FleetMember } from './fleet-member.ts'
import { toldEvent, WatchedStream } from './watched-stream.ts'

export class FleetBus implements Bus {
  readonly #member: FleetMember
  readonly #watched = new Map<string, Set<WatchedStream>>()

  constructor(member: FleetMember) {
    this.#member = member
    member.listen({
      told: (sign, text) => this.#hear(sign, text),
      lookAgain: () => this.#each((stream) => stream.tell(undefined)),
    })
  }

  async publish(topic: string, message: unknown): Promise<void> {
    await this.#member.parts.link.publish(`topic:${topic}`, JSON.stringify(message) ?? 'null')
  }

  async subscribe(topic: string, listener: (message: unknown) => void): Promise<() => void> {
    const { link, warn } = this.#member.parts
    return await link.listen(`topic:${topic}`, (text) => {
      let message: unknown
      try {
        message = JSON.parse(text)
      } catch (error) {
        return warn(`A message to the topic "${topic}" is not JSON and was dropped: ${messageOf(error)}`)
      }
      listener(message)
    })
  }

  open(id: string, attempt = 0): StreamWriter {
    const { link } = this.#member.parts
    let [own, last, isFirst] = [attempt, 0, true]
    let hasEnded = false
    const chunks = new EmittedChunks(async (data, before) => {
      const answer = await link.run('append', id, own, isFirst ? 1 : 0, before, last, ...data)
      const [counts, given = 0, number = 0] = answer as [number, number?, number?]
      if (counts === 1) [own, last, isFirst] = [given, number, false]
      return counts
    })
    return {
      append: async (data) => !hasEnded && (await chunks.add(data)),
      end: async (status, data) => {
        await chunks.written()
        if (hasEnded) return false
        const text = data === undefined ? '' : (JSON.stringify(data) ?? '')
        const counts = await link.run('finishStream', id, own, isFirst ? 1 : 0, last, status, text)
        hasEnded = true
        return counts === 1
      },
    }
  }

  async find(id: string): Promise<StreamState | undefined> {
    const answer = (await this.#member.parts.link.run('look', id, 0, '', 0)) as [
      string,
      number,
      number,
      string,
    ]
    const [begun, attempt, last, status] = answer
    return begun ? { attempt, last, hasEnded: status !== '' } : undefined
  }

  async *watch(id: string, after = 0, signal?: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
    if (signal?.aborted) return
    const stream = new WatchedStream(this.#member, id, { after, signal })
    const streams = this.#watched.get(id) ?? new Set()
    this.#watched.set(id, streams.add(stream))
    try {
      yield* stream.events()
    } finally {
      streams.delete(stream)
      if (streams.size === 0 && this.#watched.get(id) === streams) {
        this.#watched.delete(id)
        // One that has ended has forgotten its readers.
        if (signal?.aborted) this.#member.parts.link.run('unwatch', id, this.#member.engine).catch(() => {})
      }
    }
  }

  close(): void {
    this.#each((stream) => stream.close())
  }

  #each(tell: (stream: WatchedStream) => void): void {
    for (const streams of this.#watched.values()) for (const stream of streams) tell(stream)
  }

  #hear(sign: string, text: string): void {
    if (sign !== 'e' && sign !== 'f' && sign !== 'l') return
    const first = text.indexOf('\n')
    const second = text.indexOf('\n', first + 1)
    const streams = this.#watched.get(text.slice(second + 1))
    if (!streams) return
    const event = sign === 'l' ? undefined : toldEvent(text.slice(0, first), text.slice(first + 1, second))
    for (const stream of streams) stream.tell(event)
  }
}

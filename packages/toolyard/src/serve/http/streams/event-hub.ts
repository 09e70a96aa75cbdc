/**
 * What happens on this Toolyard, whichever process does it: calls, questions to people, changes of tools, agents and grants,
 * posts on the board.
 *
 * The database is asked when something was written to it, and only while there are readers; so the servers of one database all
 * tell the same. The last events are kept for those whose connection broke; who was away for longer is told to look at everything anew.
 *
 * @module
 */
import { lookWhenTold, type RepeatedLook } from '../../../engine/index.ts'
import { createClock } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { EventStream } from './event-stream.ts'
import { HubReaders } from './hub-readers.ts'
import { HubWatch, type Topic } from './hub-watch.ts'

/** From one look to the next, while signs come or can't be heard: each look reads the calls of the last seconds. */
const pollMs = 250
/** Goes on so long after the last listener has left: it may come back. */
const lingerMs = 60_000

export class EventHub {
  readonly #yard: ToolService
  readonly #basePath: string
  readonly #readers = new HubReaders<Topic>()
  #watch: HubWatch | undefined
  #looking: RepeatedLook | undefined
  #isClosed = false

  /** `basePath`: where the API is that events point to. */
  constructor(yard: ToolService, basePath = '') {
    this.#yard = yard
    this.#basePath = basePath
  }

  /** From now on, or from the event after `last` on if it is still known. */
  async join(reader: EventStream, wanted: ReadonlySet<Topic>, last: string | undefined): Promise<void> {
    const watch = (this.#watch ??= this.#begin())
    await watch.begun
    if (reader.isOver) return
    reader.send(Buffer.from(watch.since(last, wanted)))
    this.#readers.add(reader, { topics: wanted, after: watch.count })
  }

  leave(reader: EventStream): void {
    this.#readers.delete(reader)
  }

  close(): void {
    this.#isClosed = true
  }

  #begin(): HubWatch {
    const watch = new HubWatch(this.#yard, this.#basePath)
    const clock = createClock({ quiet: true })
    let heardAt = clock.now()
    const look = async (): Promise<boolean> => {
      const events = this.#isClosed ? [] : await watch.look()
      await this.#readers.tell(events)
      const now = clock.now()
      if (this.#readers.count > 0) heardAt = now
      if (this.#isClosed || now - heardAt >= lingerMs) this.#end(watch)
      return events.length > 0
    }
    void watch.begun.then(() => {
      const { signs, silenceMs } = watch
      this.#looking = lookWhenTold({ signs, clock, look, everyMs: pollMs, leastMs: pollMs, silenceMs })
    })
    return watch
  }

  #end(watch: HubWatch): void {
    if (this.#watch !== watch) return
    this.#watch = undefined
    void this.#looking?.stop()
  }
}

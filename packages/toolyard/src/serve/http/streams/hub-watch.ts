/**
 * What has happened since the last look, as events with numbers; the last of them are kept. What is long is told by its beginning,
 * and where the whole is.
 *
 * @module
 */
import { jsonText } from '../../../kernel/index.ts'
import { randomBytes } from 'node:crypto'
import type { Signs } from '../../../engine/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { CallWatch } from '../../views/index.ts'
import { shortened } from '../short-call.ts'
import { eventText } from './event-stream.ts'
import { BoardWatch } from './board-watch.ts'
import { InboxWatch } from './inbox-watch.ts'
import { RevisionWatch } from './revision-watch.ts'
import { RunWatch } from './run-watch.ts'

export const topics = [
  'calls',
  'approvals',
  'questions',
  'tools',
  'agents',
  'grants',
  'board',
  'runs',
] as const
export type Topic = (typeof topics)[number]

const mostKept = 2000
/** Together with what comes next, this must fit into the queue of a reader. */
const mostCharacters = 500_000
const retryMs = 1000

export interface HubEvent {
  readonly number: number
  readonly topic: Topic
  readonly text: string
}

export class HubWatch {
  /** Resolves when it is known what was there before. */
  readonly begun: Promise<void>
  /** What tells that there is something to look at; undefined if not all of it would be told. */
  readonly signs: Signs | undefined
  /** Tells numbers of this watch from those of another. */
  readonly #era = randomBytes(6).toString('hex')
  readonly #basePath: string
  readonly #calls: CallWatch | undefined
  readonly #inbox: InboxWatch
  readonly #changes: RevisionWatch
  readonly #board: BoardWatch
  readonly #runs: RunWatch
  readonly #renewRights: () => Promise<void>
  readonly #kept: HubEvent[] = []
  #characters = 0
  #count = 0
  #hasFailed = false

  /** `basePath`: where the API is that events point to. */
  constructor(yard: ToolService, basePath: string) {
    this.#basePath = basePath
    const { written } = yard.journal
    this.#calls = written && new CallWatch(written, {})
    this.signs = written && written !== yard.store.calls ? undefined : yard.installation.signs
    this.#inbox = new InboxWatch(yard.store)
    this.#changes = new RevisionWatch(yard.store)
    this.#board = new BoardWatch(yard.store)
    this.#runs = new RunWatch(yard.store)
    this.#renewRights = yard.installation.renewRights
    this.begun = this.#begin()
  }

  /** How long silence may last until the next look; undefined if that is as usual. */
  readonly silenceMs = (): number | undefined => (this.#hasFailed ? retryMs : this.#calls?.soonMs)

  /** The number of the last event. */
  get count(): number {
    return this.#count
  }

  /** What a reader that has heard `last` has missed. */
  since(last: string | undefined, wanted: ReadonlySet<Topic>): string {
    if (last === undefined) return ': listening\n\n'
    const [era, number] = last.split('-')
    const oldest = this.#kept[0]?.number ?? this.#count + 1
    if (era !== this.#era || !(Number(number) >= oldest - 1))
      return eventText(`${this.#era}-${this.#count}`, 'reset', '{}')
    return this.#kept
      .filter((event) => event.number > Number(number) && wanted.has(event.topic))
      .map(({ text }) => text)
      .join('')
  }

  /** A database that is away now is asked again at the next look. */
  async look(): Promise<readonly HubEvent[]> {
    const events: HubEvent[] = []
    const add = (topic: Topic, type: string, data: object): void => {
      const number = ++this.#count
      events.push({ number, topic, text: eventText(`${this.#era}-${number}`, type, jsonText(data)) })
    }
    try {
      for (const row of (await this.#calls?.look(performance.now())) ?? []) {
        const call = (await this.#calls?.whole(row)) ?? row
        add('calls', 'call', {
          ...shortened(call),
          href: `${this.#basePath}/api/calls/${encodeURIComponent(call.id)}`,
        })
      }
      for (const item of await this.#inbox.look()) {
        const href = (kind: string): string => `${this.#basePath}/api/${kind}/${encodeURIComponent(item.id)}`
        if (item.kind === 'approval') add('approvals', 'approval', { ...item, href: href('approvals') })
        else add('questions', 'question', item)
      }
      const { revision, changed } = await this.#changes.look()
      // Whoever hears of a change may rely on it in the next call.
      if (changed.length > 0) await this.#renewRights()
      for (const topic of changed) add(topic, topic, { revision })
      const post = await this.#board.look()
      if (post) add('board', 'board', { id: post.id, topic: post.topic })
      for (const { id, agent, status, steps, threadId, parentId } of await this.#runs.look())
        add('runs', 'run', { id, agent, status, steps, threadId, parentId })
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
      // Requests that come meanwhile are told why.
    }
    this.#keep(events)
    return events
  }

  async #begin(): Promise<void> {
    try {
      await this.#calls?.begin(0, performance.now())
      await this.#inbox.look()
      await this.#changes.look()
      await this.#board.look()
      await this.#runs.look()
    } catch {
      // The first look finds what is there then.
    }
  }

  #keep(events: readonly HubEvent[]): void {
    for (const event of events) {
      this.#kept.push(event)
      this.#characters += event.text.length
    }
    let gone = 0
    while (this.#kept.length - gone > mostKept || this.#characters > mostCharacters)
      this.#characters -= this.#kept[gone++]?.text.length ?? 0
    this.#kept.splice(0, gone)
  }
}

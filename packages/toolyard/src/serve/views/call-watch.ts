/**
 * What happens in a journal, seen from outside: every row that comes, and every row that changes, once for each change.
 *
 * The journal is asked when something was written. Each look goes back a little further than the last row that was seen: a row may
 * become visible after one with a higher position, and a row that was seen may be written again where it stands (a call that
 * ran ends; a call that never ran is made again under its id). Of rows that lie further back, those of which more may come
 * are looked up one by one. Looks read nothing that may be long: the view that shows a row reads it whole, one at a time.
 *
 * @module
 */
import { type CallFilter, type CallJournal, type CallRecord, withoutStack } from '../../store/index.ts'

/** Rows of one query; how far each look goes back, in rows and in time. */
const pageSize = 500
const lookBack = 50
const lookBackMs = 2000
/** How many rows the first look goes back. */
const firstBack = 500
/** Rows further back that are looked up, the newest of them, and how often. */
const mostOpen = 100
const openEveryMs = 1000

interface SeenCall {
  readonly id: string
  readonly position: number
  /** Another text once the row was written again. */
  readonly mark: string
  readonly mayChange: boolean
  readonly isRunning: boolean
}

export class CallWatch {
  readonly #journal: CallJournal
  readonly #filter: CallFilter
  /** In the order of positions, as far as looks go back; before them those of which more may come. */
  #seen = new Map<string, SeenCall>()
  /** The highest position that had been seen, and when. */
  #tops: { readonly at: number; readonly position: number }[] = []
  #lookedAt = -Infinity
  /** Whether rows were left out of the last look that may have changed, or a call may end by the death of its process. */
  #isOpen = false

  /** Calls of every status are watched; one that is asked for is only told of in that status. */
  constructor(journal: CallJournal, filter: CallFilter) {
    this.#journal = journal
    this.#filter = { tool: filter.tool, threadId: filter.threadId, agent: filter.agent, since: filter.since }
  }

  /** The last calls before now, oldest first; briefly. */
  async begin(limit: number, now: number): Promise<readonly CallRecord[]> {
    // A place to start from is needed also if nothing is to be shown.
    const rows = await this.#journal.list({ ...this.#filter, brief: true, limit: Math.max(limit, firstBack) })
    const inOrder = rows.toReversed()
    this.#remember(inOrder, now)
    // What is being written right now may stand far below what is there already.
    const [oldest] = inOrder
    if (oldest)
      this.#tops.unshift({ at: now, position: rows.length < firstBack ? 0 : (oldest.position ?? 0) })
    return limit === 0 ? [] : inOrder.slice(-limit)
  }

  /** How long until the next look has to come, even if nothing is written; undefined if it need not. */
  get soonMs(): number | undefined {
    return this.#isOpen ? openEveryMs : undefined
  }

  /** A row with all that is known of it. */
  async whole(row: CallRecord): Promise<CallRecord> {
    const found = await this.#journal.find(row.id)
    if (!found) return row
    return { ...withoutStack(found), position: row.position ?? found.position }
  }

  /** Rows that came or changed since, in the order of their positions; briefly. */
  async look(now: number): Promise<readonly CallRecord[]> {
    const recent = await this.#recent(now)
    const inWindow = new Set(recent.map(({ id }) => id))
    const open = [...this.#seen.values()].filter(({ id, mayChange }) => mayChange && !inWindow.has(id))
    const again: CallRecord[] = []
    const isTurn = now - this.#lookedAt >= openEveryMs
    if (isTurn) {
      this.#lookedAt = now
      for (const { id } of open) {
        const record = await this.#journal.find(id)
        if (record) again.push(record)
      }
      // Looking one up makes the journal notice calls whose process has ended.
      const running = recent.find(({ status }) => status === 'running')
      if (running) await this.#journal.find(running.id)
    }
    const news = [...again, ...recent].filter((row) => this.#seen.get(row.id)?.mark !== markOf(row))
    this.#remember(recent, now, again)
    const isLeftOut = !isTurn && open.length > 0
    this.#isOpen = isLeftOut || this.#seen.values().some(({ isRunning }) => isRunning)
    return news
  }

  /** Every row from a little before the last one on. */
  async #recent(now: number): Promise<CallRecord[]> {
    const after = this.#from(now)
    const rows: CallRecord[] = []
    for (let before: number | undefined; ; before = rows.at(-1)?.position) {
      const page = await this.#journal.list({ ...this.#filter, brief: true, after, before, limit: pageSize })
      rows.push(...page)
      if (page.length < pageSize) return rows.toReversed()
    }
  }

  /** As far back as the last rows and the last moments reach. */
  #from(now: number): number {
    while ((this.#tops[1]?.at ?? Infinity) <= now - lookBackMs) this.#tops.shift()
    return (this.#tops[0]?.position ?? 0) - lookBack
  }

  #remember(rows: readonly CallRecord[], now: number, again: readonly CallRecord[] = []): void {
    const from = this.#from(now)
    for (const row of [...again, ...rows]) {
      const position = row.position ?? this.#seen.get(row.id)?.position ?? 0
      this.#seen.delete(row.id)
      const isRunning = row.status === 'running'
      this.#seen.set(row.id, { id: row.id, position, mark: markOf(row), mayChange: isOpen(row), isRunning })
    }
    const top = rows.at(-1)?.position ?? 0
    if (top > (this.#tops.at(-1)?.position ?? -1)) this.#tops.push({ at: now, position: top })
    const far = [...this.#seen.values()].filter(({ position }) => position <= from)
    const kept = new Set(far.filter(({ mayChange }) => mayChange).slice(-mostOpen))
    for (const row of far) if (!kept.has(row)) this.#seen.delete(row.id)
  }
}

function markOf({ status, startedAt, durationMs }: CallRecord): string {
  return `${status} ${startedAt} ${durationMs}`
}

/** It runs, waits for a person, or may be made again under the id that its caller chose. */
function isOpen({ status, requestDigest, ran, permission }: CallRecord): boolean {
  if (status === 'running' || status === 'pending') return true
  return requestDigest !== undefined && (ran === false || permission === 'read')
}

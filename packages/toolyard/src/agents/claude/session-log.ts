/**
 * The session of the SDK in one conversation, kept as records of the conversation: what its program needs to go on where it was, with
 * what no message of ours holds (signed thoughts, its own summaries).
 *
 * The conversation stays the truth. A mark says up to which of its messages the session goes; whatever the session has behind that
 * place is dropped when it is taken up, and what the conversation has behind it is told to the model.
 *
 * @module
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../kernel/index.ts'
import { type KeptRecord, type RecordChange, type RecordStore, sessionRecords } from '../../store/index.ts'
import type { SdkSessionStore, SessionEntry } from './sdk.ts'

export type SessionRecords = Pick<RecordStore, 'find' | 'list' | 'save' | 'remove'>

/** A session that can be taken up. */
export interface KeptSession {
  readonly sessionId: string
  /** The message of the conversation that it goes up to. */
  readonly upTo: string
  readonly entries: readonly SessionEntry[]
}

export interface SessionLogParts {
  readonly records: SessionRecords
  readonly clock: Clock
  readonly threadId: string
  readonly session: Pick<KeptSession, 'sessionId'> & Partial<KeptSession>
}

interface Mark {
  readonly sessionId: string
  readonly upTo: string
  readonly entries: number
}

interface Batch {
  readonly sessionId: string
  readonly from: number
  readonly entries: readonly SessionEntry[]
}

interface Awaited {
  readonly upTo: string
  readonly keys: readonly string[]
}

const kind = sessionRecords
const markId = 'mark'
/** A longer one is not taken up: reading it would cost more than telling the conversation again. */
const maxChars = 32_000_000

/** The key of a call's result among the entries; others are found by their `uuid`. */
export function resultKey(callId: string): string {
  return `result ${callId}`
}

export async function findSession(
  records: SessionRecords,
  threadId: string,
): Promise<KeptSession | undefined> {
  const kept = await records.list(kind, threadId)
  const mark = kept.find(({ id }) => id === markId)?.value as Mark | undefined
  if (!mark) return undefined
  const entries: SessionEntry[] = []
  for (const batch of batchesIn(kept))
    if (batch.sessionId === mark.sessionId && batch.from === entries.length) entries.push(...batch.entries)
  if (entries.length < mark.entries) return undefined
  const whole = entries.slice(0, mark.entries)
  return JSON.stringify(whole).length > maxChars ? undefined : { ...mark, entries: whole }
}

/** Makes room for what the session will say from here on: what stands behind its mark is gone, and so is every other session. */
export async function openSessionLog(parts: SessionLogParts): Promise<SessionLog> {
  const { records, threadId, session } = parts
  const { sessionId, upTo, entries = [] } = session
  const batches = batchesIn(await records.list(kind, threadId))
  const isStale = (batch: Batch): boolean => batch.sessionId !== sessionId || batch.from >= entries.length
  const stale = batches.filter(isStale).map(({ from }) => batchId(from))
  await records.remove(kind, threadId, upTo === undefined ? [...stale, markId] : stale)
  const last = batches.findLast((batch) => !isStale(batch))
  if (last && last.from + last.entries.length > entries.length)
    await records.save(batchRecord(parts, { ...last, entries: entries.slice(last.from) }))
  const known = await records.find({ kind, scope: threadId, id: markId })
  const log = new SessionLog(parts, known?.version ?? 0)
  if (upTo !== undefined) await log.mark(upTo, entries.length)
  return log
}

export class SessionLog {
  readonly #parts: SessionLogParts
  readonly #places = new Map<string, number>()
  readonly #awaited: Awaited[] = []
  readonly #needed: string[] = []
  #count: number
  #reached = 0
  /** Of the mark: of two who move it at once one is refused. */
  #version: number
  /** Another run has the session now, or it holds something that cannot be told apart. */
  #isLost = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(parts: SessionLogParts, version: number) {
    this.#parts = parts
    this.#version = version
    this.#count = parts.session.entries?.length ?? 0
    this.#reached = this.#count
    for (const [index, entry] of (parts.session.entries ?? []).entries()) this.#note(entry, index)
  }

  /** For the SDK. What is taken up is put where its program looks, in its private folder: the SDK would make another one for it. */
  storeIn(privateFolder: string): SdkSessionStore {
    const { sessionId, entries = [] } = this.#parts.session
    return {
      async load({ projectKey }) {
        const folder = join(privateFolder, 'projects', projectKey)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`)
        await writeFile(join(folder, `${sessionId}.jsonl`), lines, { mode: 0o600 })
        return null
      },
      append: ({ subpath }, added) =>
        subpath === undefined ? this.#inTurn(() => this.#append(added)) : Promise.resolve(),
    }
  }

  /** What the SDK was told and must stand in the session before it goes up to any later message. */
  need(key: string): void {
    this.#needed.push(key)
  }

  /** A message of the conversation that the session goes up to as soon as it has all of these. */
  reaches(upTo: string, keys: readonly string[]): void {
    this.#awaited.push({ upTo, keys: [...this.#needed.splice(0), ...keys] })
    void this.#inTurn(() => this.#advance())
  }

  has(key: string): boolean {
    return this.#places.has(key)
  }

  /** The session goes no further in this run. */
  lose(): void {
    this.#isLost = true
  }

  /** Resolves when everything that came in is written. */
  async settled(): Promise<void> {
    await this.#work
  }

  async mark(upTo: string, entries: number): Promise<void> {
    const { records, threadId, session, clock } = this.#parts
    const value: Mark = { sessionId: session.sessionId, upTo, entries }
    const change = { kind, scope: threadId, id: markId, title: '', text: '', value, at: clock.wall() }
    if (!(await records.save({ ...change, expects: this.#version }))) return this.lose()
    this.#version++
  }

  async #append(added: readonly SessionEntry[]): Promise<void> {
    const { records, session } = this.#parts
    // What the program has spent so far is counted by runs, not by sessions.
    const entries = added.filter(({ type }) => type !== 'cost-state')
    if (this.#isLost || entries.length === 0) return
    const value: Batch = { sessionId: session.sessionId, from: this.#count, entries }
    if (!(await records.save({ ...batchRecord(this.#parts, value), expects: 0 }))) return this.lose()
    for (const [index, entry] of entries.entries()) this.#note(entry, this.#count + index)
    this.#count += entries.length
    await this.#advance()
  }

  async #advance(): Promise<void> {
    let upTo: string | undefined
    for (let next = this.#awaited[0]; next; next = this.#awaited[0]) {
      const places = next.keys.map((key) => this.#places.get(key))
      if (this.#isLost || places.some((place) => place === undefined)) break
      this.#reached = Math.max(this.#reached, ...places.map((place = 0) => place + 1))
      upTo = next.upTo
      this.#awaited.shift()
    }
    if (upTo !== undefined) await this.mark(upTo, this.#reached)
  }

  #note(entry: SessionEntry, index: number): void {
    for (const key of keysOf(entry)) this.#places.set(key, index)
  }

  /** In the order in which it came. What fails is not kept: then the conversation is told again. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work).catch(() => this.lose())
    this.#work = done
    return done
  }
}

/** By its own id, by that of a message that it holds, and by the calls whose results it has. */
function keysOf({ uuid, attachment, message }: SessionEntry): readonly string[] {
  const content = message?.content
  const results = Array.isArray(content)
    ? content.flatMap(({ type, tool_use_id: callId }) =>
        type === 'tool_result' && callId !== undefined ? [resultKey(callId)] : [],
      )
    : []
  return [uuid, attachment?.source_uuid, ...results].filter((key) => key !== undefined)
}

function batchesIn(kept: readonly KeptRecord[]): readonly Batch[] {
  return kept
    .filter(({ id }) => id !== markId)
    .map(({ value }) => value as Batch)
    .toSorted((one, other) => one.from - other.from)
}

function batchRecord({ threadId, clock }: SessionLogParts, value: Batch): RecordChange {
  return {
    kind,
    scope: threadId,
    id: batchId(value.from),
    title: '',
    text: '',
    value,
    at: clock.wall(),
  }
}

function batchId(from: number): string {
  return String(from).padStart(9, '0')
}

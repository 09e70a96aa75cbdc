/**
 * Rows of streams: what is written, what is kept, and what a reader finds.
 *
 * @module
 */
import type { StreamEvent, StreamState } from '../bus.ts'
import type { JobEnd } from '../jobs.ts'
import type { StreamLimits } from '../memory/memory-bus.ts'
import { streamSign } from './signs.ts'
import { changeLater, giveSign, rowOf, rowsOf, type SqlValue, type Step } from './transaction.ts'

interface StreamRow {
  readonly attempt: number
  readonly first: number
  readonly last: number
  readonly size: number
  readonly ended: number | null
}

interface EventRow {
  readonly sequence: number
  readonly attempt: number
  readonly status: JobEnd | null
  readonly data: string | null
}

type StateFacts = Pick<StreamRow, 'attempt' | 'last' | 'ended'>

interface LookRow extends Omit<EventRow, 'sequence' | 'attempt'>, StateFacts {
  readonly newest: number
  readonly sequence: number | null
}

/** What is written: a chunk, or with a status the final event. */
export interface Writing {
  readonly id: string
  readonly attempt: number
  readonly data: unknown
  readonly status?: JobEnd | undefined
  /** Wall time. */
  readonly now: number
}

/** Beside its data. */
const eventSize = 32
const eventsARead = 200
/** Past a limit, so much is kept: dropping costs less for each if it is done for many. */
const keptPart = 7 / 8

/** The number of the attempt that writes from now on; one more than the last unless it is given. */
export function* openStream(id: string, attempt: number | undefined): Step<number> {
  const known = yield* streamRow(id)
  const own = attempt ?? (known?.attempt ?? 0) + 1
  const stream = yield* claimStream(id, own, known)
  if (stream && stream !== known) yield* saveStream(id, stream)
  return own
}

/** False if a newer attempt has written, or the stream has ended. */
export function* writeEvent(
  { id, attempt, data, status, now }: Writing,
  limits: StreamLimits,
): Step<boolean> {
  const stream = yield* claimStream(id, attempt, yield* streamRow(id))
  if (!stream) return false
  const text = data === undefined ? null : (JSON.stringify(data) ?? null)
  const size = eventSize + (text?.length ?? 0)
  const sequence = stream.last + 1
  yield* changeLater(
    'insert into engine_events (stream, sequence, attempt, status, data, size) values (?, ?, ?, ?, ?, ?)',
    ...([id, sequence, attempt, status ?? null, text, size] satisfies SqlValue[]),
  )
  const kept = yield* trim(id, { ...stream, last: sequence, size: stream.size + size }, limits.each)
  yield* saveStream(id, { ...kept, ended: status === undefined ? null : now })
  yield* giveSign(streamSign(id))
  return true
}

export function* findStream(id: string, oldest: number): Step<StreamState | undefined> {
  const row = yield* streamRow(id)
  return row && stateOf(row, oldest)
}

export interface StreamLook {
  readonly state: StreamState | undefined
  /** The next ones; what is not kept any more comes as `missed`. */
  readonly events: readonly StreamEvent[]
}

/** How a stream stands, and its events after this number, as of one moment. */
export function* lookAtStream(
  id: string,
  { after, oldest }: { readonly after: number; readonly oldest: number },
): Step<StreamLook> {
  const rows = yield* rowsOf<LookRow>(
    `select s.attempt as newest, s.last, s.ended, e.sequence, e.attempt, e.status, e.data
     from engine_streams s left join engine_events e on e.stream = s.id and e.sequence > ?
     where s.id = ? order by e.sequence limit ${eventsARead}`,
    after,
    id,
  )
  const [first] = rows
  const state = first && stateOf({ ...first, attempt: first.newest }, oldest)
  const found = state ? rows.filter((row): row is LookRow & EventRow => row.sequence !== null) : []
  const events: StreamEvent[] = found.map(eventOf)
  const before = (found[0]?.sequence ?? after + 1) - 1
  if (before > after) events.unshift({ type: 'missed', sequence: before, count: before - after })
  return { state, events }
}

/** A stream of an earlier life of this id. */
export function* forgetEnded(id: string): Step<void> {
  yield* changeLater(
    `delete from engine_events where stream = ?
       and exists (select 1 from engine_streams where id = ? and ended is not null)`,
    id,
    id,
  )
  yield* changeLater('delete from engine_streams where id = ? and ended is not null', id)
}

/** Drops those that have ended by age, number and size; answers how many are kept. */
export function* pruneStreams(limits: StreamLimits, now: number): Step<number> {
  const rows = yield* rowsOf<{ id: string; size: number; ended: number }>(
    'select id, size, ended from engine_streams where ended is not null order by ended desc, id desc',
  )
  const size = rows.reduce((sum, row) => sum + row.size, 0)
  const isOver = rows.length > limits.ended || size > limits.endedSize
  const part = isOver ? keptPart : 1
  let [count, sum] = [0, 0]
  for (const row of rows) {
    sum += row.size
    const isNewest = count === 0 && now - row.ended <= limits.keepMs
    const fits = count + 1 <= limits.ended * part && sum <= limits.endedSize * part
    if (isNewest || (fits && now - row.ended <= limits.keepMs)) count++
    else yield* forgetEnded(row.id)
  }
  return count
}

function streamRow(id: string): Step<StreamRow | undefined> {
  return rowOf('select attempt, first, last, size, ended from engine_streams where id = ?', id)
}

/** The stream as this attempt may write it; to be saved. A newer attempt begins one that has ended anew. */
function* claimStream(
  id: string,
  attempt: number,
  known: StreamRow | undefined,
): Step<StreamRow | undefined> {
  if (known && (attempt < known.attempt || (known.ended !== null && attempt === known.attempt)))
    return undefined
  if (known?.ended === null) return known.attempt === attempt ? known : { ...known, attempt }
  if (known) yield* forgetEnded(id)
  return { attempt, first: 1, last: 0, size: 0, ended: null }
}

function saveStream(id: string, { attempt, first, last, size, ended }: StreamRow): Step<void> {
  return changeLater(
    `insert into engine_streams (id, attempt, first, last, size, ended) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set attempt = excluded.attempt, first = excluded.first, last = excluded.last,
       size = excluded.size, ended = excluded.ended`,
    ...([id, attempt, first, last, size, ended] satisfies SqlValue[]),
  )
}

function stateOf({ attempt, last, ended }: StateFacts, oldest: number): StreamState | undefined {
  return ended !== null && ended < oldest ? undefined : { attempt, last, hasEnded: ended !== null }
}

/** The newest one always stays: it may be the final one. */
function* trim(id: string, stream: StreamRow, limits: StreamLimits['each']): Step<StreamRow> {
  let { first, size } = stream
  if (stream.last - first + 1 <= limits.events && size <= limits.size) return stream
  const mayStay = (): boolean =>
    stream.last - first + 1 <= limits.events * keptPart && size <= limits.size * keptPart
  while (first < stream.last && !mayStay()) {
    const rows = yield* rowsOf<{ size: number }>(
      'select size from engine_events where stream = ? and sequence >= ? order by sequence limit 100',
      id,
      first,
    )
    for (const row of rows) {
      if (first >= stream.last || mayStay()) break
      first++
      size -= row.size
    }
  }
  yield* changeLater('delete from engine_events where stream = ? and sequence < ?', id, first)
  return { ...stream, first, size }
}

function eventOf({ sequence, attempt, status, data }: EventRow): StreamEvent {
  const value = data === null ? {} : { data: JSON.parse(data) as unknown }
  return status === null
    ? { type: 'chunk', sequence, attempt, data: undefined, ...value }
    : { type: 'end', sequence, attempt, status, ...value }
}

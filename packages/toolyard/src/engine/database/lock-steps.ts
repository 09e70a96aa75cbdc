/**
 * Rows of locks: those that are held, and those who stand in line for them.
 *
 * @module
 */
import type { LockRequest } from '../limits.ts'
import { lockSign } from './signs.ts'
import { changeLater, giveSign, rowOf, rowsOf, type Step } from './transaction.ts'

interface LockRow {
  readonly n: number
  readonly owner: string
  readonly access: LockRequest['access']
  readonly granted: number
}

export interface LockPlace {
  readonly n: number
  readonly isGranted: boolean
}

/** Stands in line for a key, or holds it at once. */
export function* enterLine(
  { key, access }: LockRequest,
  { process, owner }: { readonly process: string; readonly owner: string },
): Step<LockPlace> {
  const rows = yield* lineOf(key)
  const isMine = rows.some((row) => row.granted === 1 && row.owner === owner)
  const isBehind = rows.some((row) => row.granted === 0)
  const isGranted = (isMine || !isBehind) && isFree(rows, access, owner)
  const row = yield* rowOf<{ n: number }>(
    'insert into engine_locks (key, process, owner, access, granted) values (?, ?, ?, ?, ?) returning n',
    key,
    process,
    owner,
    access,
    isGranted ? 1 : 0,
  )
  return { n: row?.n ?? 0, isGranted }
}

export function* holdsLock(n: number): Step<boolean | undefined> {
  const row = yield* rowOf<{ granted: number }>('select granted from engine_locks where n = ?', n)
  return row && row.granted === 1
}

/** Leaves the line, or lets go; those behind may be next. Answers the keys. */
export function* leaveLines(numbers: readonly number[]): Step<readonly string[]> {
  const keys: string[] = []
  for (const n of numbers) {
    const row = yield* rowOf<{ key: string }>('delete from engine_locks where n = ? returning key', n)
    if (!row) continue
    yield* serve(row.key)
    keys.push(row.key)
  }
  return keys
}

/** A process is gone, and with it what it held. */
export function* freeLocks(process: string): Step<void> {
  const rows = yield* rowsOf<{ n: number }>(
    'select n from engine_locks where process = ? order by n',
    process,
  )
  yield* leaveLines(rows.map(({ n }) => n))
}

function* serve(key: string): Step<void> {
  const rows = [...(yield* lineOf(key))]
  for (const [index, row] of rows.entries()) {
    if (row.granted === 1) continue
    if (!isFree(rows, row.access, row.owner)) return
    yield* changeLater('update engine_locks set granted = 1 where n = ?', row.n)
    yield* giveSign(lockSign(key))
    rows[index] = { ...row, granted: 1 }
  }
}

function lineOf(key: string): Step<readonly LockRow[]> {
  return rowsOf('select n, owner, access, granted from engine_locks where key = ? order by n', key)
}

function isFree(rows: readonly LockRow[], access: LockRequest['access'], owner: string): boolean {
  return !rows.some(
    (row) => row.granted === 1 && row.owner !== owner && (access === 'write' || row.access === 'write'),
  )
}

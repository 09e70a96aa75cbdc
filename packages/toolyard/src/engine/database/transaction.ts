/**
 * What the engine needs of a database, and how its rules are written: as steps that ask with statements and are given the answers.
 *
 * A step is a generator, so the same rules run on a database that answers at once and on one with a network between. Steps change
 * nothing but rows: one that was rolled back may run again.
 *
 * @module
 */
import type { Awaitable } from '../../store/index.ts'

export type SqlValue = string | number | null

/** With `?` for each value. One that wants nothing need not be waited for: if it fails, the whole transaction does. */
export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly wants: 'rows' | 'count' | 'nothing'
}

/** What other processes are told after the transaction, where the database can tell them. */
export interface SignGiven {
  readonly sign: string
}

export type Answer = readonly Readonly<Record<string, unknown>>[] | number

export type Step<T> = Generator<Statement | SignGiven, T, Answer>

export interface ChangeOptions<T> {
  /** After all others of this transaction. */
  readonly isLast?: boolean | undefined
  /** Given the answer if it was done after all, although its caller was told that the database is away. */
  readonly late?: ((answer: T) => void) | undefined
}

export interface EngineDatabase {
  /** Where it is, for people. */
  readonly location: string
  /**
   * In one transaction with all that is asked in the same turn, each after the other, and alone in the whole installation. What it
   * did outlives the process when it resolves. Rejects with `unavailable` in bounded time.
   */
  change<T>(step: () => Step<T>, options?: ChangeOptions<T>): Promise<T>
  /** A look at what is there, outside of transactions. */
  read<T>(step: () => Step<T>): Awaitable<T>
  /** Calls the listener when other processes have given these signs; without any, all of them may have been given. */
  onOthers(listener: (signs?: ReadonlySet<string>) => void): void
  /** Something of other processes is expected. */
  expect(): void
  close(): Promise<void>
}

export function* rowsOf<R>(sql: string, ...values: readonly SqlValue[]): Step<readonly R[]> {
  return (yield { sql, values, wants: 'rows' }) as readonly R[]
}

export function* rowOf<R>(sql: string, ...values: readonly SqlValue[]): Step<R | undefined> {
  const rows = (yield { sql, values, wants: 'rows' }) as readonly R[]
  return rows[0]
}

/** How many rows it changed. */
export function* changeRows(sql: string, ...values: readonly SqlValue[]): Step<number> {
  return (yield { sql, values, wants: 'count' }) as number
}

/** For what no answer is needed. */
export function* changeLater(sql: string, ...values: readonly SqlValue[]): Step<void> {
  yield { sql, values, wants: 'nothing' }
}

export function* giveSign(sign: string): Step<void> {
  yield { sign }
}

/** Text as every database takes it. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '')
}

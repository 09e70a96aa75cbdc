/**
 * Questions that may take long, by name: a database whose reading holds everybody up answers them in a thread of its own.
 *
 * @module
 */
import { readCallNames, readStats } from './call-figures.ts'
import type { SqlDatabase, SqlReader } from './database.ts'
import { findCalls } from './find-calls.ts'
import { readRunUsage } from './run-figures.ts'

const looks = {
  calls: findCalls,
  stats: readStats,
  names: (database: SqlReader) => readCallNames(database),
  usage: readRunUsage,
} as const

type Looks = typeof looks
type Asked<Name extends keyof Looks> = Parameters<Looks[Name]>[1]

/** Answers by a thread if the database has one, else here. */
export function look<Name extends keyof Looks>(
  database: SqlDatabase,
  name: Name,
  asked: Asked<Name>,
): ReturnType<Looks[Name]> {
  if (database.apart) return database.apart(name, asked) as ReturnType<Looks[Name]>
  return answerLook(database, name, asked) as ReturnType<Looks[Name]>
}

export function answerLook(database: SqlReader, name: string, asked: unknown): Promise<unknown> {
  const found = looks[name as keyof Looks] as (database: SqlReader, asked: unknown) => Promise<unknown>
  return found(database, asked)
}

/**
 * How the tables came to be, step by step. A step that was published is never changed: the next one changes what it made.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Awaitable } from '../awaitable.ts'
import { type Query, rowsOf, type SqlDatabase } from './database.ts'
import { first } from './migrations/0001-first.ts'
import { fileChanges } from './migrations/0002-file-changes.ts'
import { tokens } from './migrations/0003-tokens.ts'
import { agentsThatRun } from './migrations/0004-agents-that-run.ts'
import { callsByTime } from './migrations/0005-calls-by-time.ts'
import { people } from './migrations/0006-people.ts'
import { owners } from './migrations/0007-owners.ts'
import { vectors } from './migrations/0008-vectors.ts'
import { calendar } from './migrations/0009-calendar.ts'
import { board } from './migrations/0010-board.ts'
import { textIndex } from './migrations/0011-text-index.ts'
import { forms } from './migrations/0012-forms.ts'
import { records } from './migrations/0013-records.ts'
import { schedules } from './migrations/0014-schedules.ts'
import { durableRuns } from './migrations/0015-durable-runs.ts'
import { requests } from './migrations/0016-requests.ts'
import { endsOfRuns } from './migrations/0017-ends-of-runs.ts'
import { attachments } from './migrations/0018-attachments.ts'
import { stepsOfRuns } from './migrations/0019-steps-of-runs.ts'
import { callHours } from './migrations/0020-call-hours.ts'
import { agentVersions } from './migrations/0021-agent-versions.ts'

export type Migration = (database: SqlDatabase) => readonly Query[]

export const migrations: readonly Migration[] = [
  first,
  fileChanges,
  tokens,
  agentsThatRun,
  callsByTime,
  people,
  owners,
  vectors,
  calendar,
  board,
  textIndex,
  forms,
  records,
  schedules,
  durableRuns,
  requests,
  endsOfRuns,
  attachments,
  stepsOfRuns,
  callHours,
  agentVersions,
]

/** The version of the tables that this Toolyard knows. */
const newestVersion = migrations.length

const attempts = 20

/** Brings the tables up to date, whichever version they have; processes that do it at once do it once. */
export async function migrate(database: SqlDatabase, steps = migrations): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const version = await versionOf(database)
    if (version > steps.length) throw fromTheFuture(database, version)
    const next = steps[version]
    if (!next) return
    try {
      await database.write([...claim(database, version), ...next(database)], { durable: true })
    } catch (error) {
      // Another process may have been quicker; then the next look shows it.
      if (attempt >= attempts || (await versionOf(database)) === version) throw error
    }
  }
}

/** 0 where there are no tables yet. */
export async function versionOf(database: SqlDatabase): Promise<number> {
  if (!(await hasTables(database))) return 0
  const [row] = await rowsOf(
    database,
    database.build.selectFrom('meta').select('value').where('key', '=', 'schema'),
  )
  return row?.value ?? 0
}

function hasTables(database: SqlDatabase): Awaitable<boolean> {
  const query =
    database.kind === 'sqlite'
      ? "select 1 from sqlite_schema where type = 'table' and name = 'meta'"
      : "select 1 from pg_catalog.pg_tables where schemaname = current_schema() and tablename = 'meta'"
  const found = database.read({ sql: query, parameters: [] })
  return found instanceof Promise ? found.then((rows) => rows.length > 0) : found.length > 0
}

/** One of two processes gets the step: the other changes no row, and everything is rolled back. */
function claim({ build }: SqlDatabase, version: number) {
  if (version === 0) return []
  const step = build
    .updateTable('meta')
    .set({ value: version + 1 })
    .where('key', '=', 'schema')
    .where('value', '=', version)
    .compile()
  return [{ ...step, expects: 1 }]
}

function fromTheFuture({ location }: SqlDatabase, version: number): ToolyardError {
  return new ToolyardError(
    'store_newer',
    `${location} was written by a newer Toolyard (tables of version ${version}; this one knows ${newestVersion})`,
    { hint: 'Update this installation, or name another database. Nothing was changed.' },
  )
}

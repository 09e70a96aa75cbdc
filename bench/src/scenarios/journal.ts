/**
 * The journal in a file, with fifty callers at once, beside a prepared insert of the same rows into the same table in memory.
 *
 * @module
 */
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type CallJournal, openStore } from 'toolyard'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { callRecord } from '../store/call-record.ts'
import { inFolder } from '../store/in-folder.ts'

const callers = 50

type Contender = 'raw' | 'raw, without indexes' | 'normal' | 'full'

export const journal: Scenario = {
  name: 'journal',
  title: `Journal with ${callers} callers (time per row)`,
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const rows = quick ? 200 : 20_000
      const rounds = quick ? 1 : 9
      const store = await openStore(`sqlite:${join(folder, 'journal.db')}`, { folder })
      await store.calls.begin(callRecord('template', { status: 'running' }))
      await store.calls.finish(callRecord('template'))
      const raw = rawTables(join(folder, 'journal.db'))
      const figures: Record<Contender, number[]> = {
        raw: [],
        'raw, without indexes': [],
        normal: [],
        full: [],
      }
      for (let round = 0; round <= rounds; round++) {
        const measured: Record<Contender, number> = {
          raw: raw.fill('indexed', round, rows),
          'raw, without indexes': raw.fill('plain', round, rows),
          normal: await fill(rows, (id) => readOnly(store.calls, `n${round}-${id}`)),
          full: await fill(rows, (id) => intent(store.calls, `f${round}-${id}`)),
        }
        // The first round only warms up.
        if (round > 0)
          for (const [name, value] of Object.entries(measured)) figures[name as Contender].push(value)
      }
      await store.close()
      return linesOf(figures)
    }),
}

/** A call that only reads is not waited for: its caller goes on with the next turn. */
async function readOnly(calls: CallJournal, id: string): Promise<void> {
  await calls.finish(callRecord(id, { permission: 'read' }))
  await new Promise((resolve) => setImmediate(resolve))
}

async function intent(calls: CallJournal, id: string): Promise<void> {
  if (!(await calls.begin(callRecord(id, { status: 'running' })))) throw new Error(`${id} was not taken`)
}

/** Microseconds a row. */
async function fill(rows: number, write: (id: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < rows) await write(next++)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return ((performance.now() - start) * 1000) / rows
}

/** The same table, in memory: with the journal's indexes, and with none but that of the id. */
function rawTables(file: string) {
  const journalFile = new DatabaseSync(file, { readOnly: true })
  const texts = journalFile
    .prepare(
      "select sql, type from sqlite_schema where tbl_name = 'calls' and sql is not null order by rowid",
    )
    .all() as { sql: string; type: string }[]
  const [template] = journalFile.prepare("select * from calls where id = 'template'").all()
  journalFile.close()
  const { n: _, ...columns } = template as Record<string, SQLInputValue>
  const names = Object.keys(columns)
  const open = (wanted: readonly { sql: string }[]) => {
    const database = new DatabaseSync(':memory:')
    for (const { sql } of wanted) database.exec(sql)
    return database.prepare(
      `insert into calls (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
  }
  const statements = { indexed: open(texts), plain: open(texts.filter(({ type }) => type === 'table')) }
  return {
    /** Microseconds a row. */
    fill(kind: keyof typeof statements, round: number, rows: number): number {
      const values = Object.values(columns)
      const start = performance.now()
      for (let row = 0; row < rows; row++) {
        values[0] = `${round}-${row}`
        statements[kind].run(...values)
      }
      return ((performance.now() - start) * 1000) / rows
    },
  }
}

function linesOf(figures: Readonly<Record<Contender, readonly number[]>>): Line[] {
  const line = (what: string, name: Contender, [below, times]: readonly [Contender, number?]): Line => ({
    what,
    ours: median(figures[name]),
    unit: 'µs',
    reference: { name: below, value: median(figures[below]) },
    ratio: median(figures[name].map((value, round) => value / (figures[below][round] ?? Number.NaN))),
    ...(times !== undefined && { bar: atMost(times) }),
  })
  return [
    line('survives the process (WAL, NORMAL)', 'normal', ['raw', 3]),
    line('survives a loss of power (WAL, FULL), waited for', 'full', ['raw', 6]),
    line('survives the process', 'normal', ['raw, without indexes']),
    line('survives a loss of power', 'full', ['raw, without indexes']),
  ]
}

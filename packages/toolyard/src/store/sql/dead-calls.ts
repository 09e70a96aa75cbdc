/**
 * Calls that a process began and did not live to end: it is unknown whether they did their work.
 *
 * @module
 */
import { createIds } from '../../kernel/index.ts'
import type { CallRecord } from '../calls.ts'
import { AuditChain } from './audit.ts'
import { CallCounter } from './call-counter.ts'
import { callColumns, digestOfValues, recordOfRow, valuesOfRow } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase } from './database.ts'
import { sql } from './kysely.ts'
import { isAlive, type ProcessRow } from './process.ts'

/** Whether the tool was started is not known either. */
const ended = { status: 'unknown', ran: null } as const

/** Marks them `unknown`, each once, whichever process finds them first. */
export async function endCallsOfTheDead(database: SqlDatabase, owner: string): Promise<void> {
  const { build } = database
  const chain = new AuditChain(database, createIds().next('sweep'))
  const rows: readonly Row[] = await rowsOf(
    database,
    build
      .selectFrom('calls')
      .leftJoin('processes', 'processes.id', 'calls.owner')
      .selectAll('calls')
      .select(['host', 'pid', 'started', 'seen_at'])
      .where('status', '=', 'running')
      .where('status', '<>', sql.lit('ok'))
      .where('calls.owner', '<>', owner),
  )
  const now = Date.now()
  const counter = new CallCounter(database)
  for (const row of rows) {
    if (row['host'] !== null && isAlive(row as unknown as ProcessRow, now)) continue
    const values = valuesOfRow({ ...row, ...ended })
    const end = build
      .updateTable('calls')
      .set(ended)
      .where('id', '=', row['id'] as string)
      .where('owner', '=', row['owner'] as string)
      .where('status', '=', 'running')
      .compile()
    const done = await database.write([
      { ...end, expects: 1 },
      ...chain.extend([[String(values[callColumns.indexOf('id')]), 'unknown', digestOfValues(values)]]),
      ...counter.after([{ record: countedRow({ ...row, ...ended }), mayReplace: true }], () => true),
    ])
    if (done) chain.confirm()
  }
}

function countedRow(row: Row): CallRecord {
  return recordOfRow({ ...row, input: null, result: null, steps: null })
}

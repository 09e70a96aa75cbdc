/**
 * Statements as PostgreSQL takes them, each prepared once a connection.
 *
 * @module
 */
import type { ClientBase, QueryResult } from 'pg'
import { sha256 } from '../../kernel/index.ts'
import type { Answer, SqlValue, Statement } from '../database/transaction.ts'

interface PreparedText {
  readonly name: string
  readonly text: string
}

export class Statements {
  readonly #prepared = new Map<string, PreparedText>()

  run(client: ClientBase, { sql, values }: Statement): Promise<QueryResult> {
    return client.query({ ...this.#prepare(sql), values: values.map(plainValue) })
  }

  #prepare(sql: string): PreparedText {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      let count = 0
      const text = sql.replaceAll('?', () => `$${++count}`)
      this.#prepared.set(sql, (prepared = { name: `tye_${sha256(sql).slice(0, 24)}`, text }))
    }
    return prepared
  }
}

export function answerOf({ rows, rowCount }: QueryResult, wants: Statement['wants']): Answer {
  return wants === 'rows' ? (rows as Answer) : (rowCount ?? 0)
}

/** PostgreSQL keeps no zero byte; what it keeps instead is no other name. */
function plainValue(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

/**
 * The thread that answers long questions to a SQLite file, one after the other. It can't write.
 *
 * @module
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../kernel/index.ts'
import type { SqlReader } from '../sql/database.ts'
import { answerLook } from '../sql/looks.ts'
import { sqliteBuild } from './sqlite-build.ts'
import type { ReaderAnswer, ReaderQuestion } from './reader-messages.ts'

const patienceMs = 5000

const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: patienceMs })
const reader: SqlReader = {
  kind: 'sqlite',
  build: sqliteBuild(),
  read: ({ sql, parameters }) => connection.prepare(sql).all(...(parameters as SQLInputValue[])),
}

const answer = async ({ id, look, asked }: ReaderQuestion): Promise<ReaderAnswer> => {
  try {
    return { id, answer: await answerLook(reader, look, asked) }
  } catch (error) {
    return { id, failure: messageOf(error) }
  }
}

let before = Promise.resolve()
parentPort?.on('message', (question: ReaderQuestion) => {
  before = before.then(async () => parentPort?.postMessage(await answer(question), []))
})

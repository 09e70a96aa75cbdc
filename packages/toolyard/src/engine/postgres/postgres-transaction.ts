/**
 * One transaction of the engine on PostgreSQL, alone among those of all servers: it holds a lock of the database until it ends.
 *
 * What needs no answer is sent without waiting. Signs go out with the commit, and a mark of the process: if the connection is lost
 * after the commit was sent, the mark tells what became of it. (A number of the server would not: after a crash it gives those of
 * lost transactions again.)
 *
 * @module
 */
import { randomInt } from 'node:crypto'
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg'
import type { Step } from '../database/transaction.ts'
import { answerOf, type Statements } from './statements.ts'

export interface EnginePlace {
  /** The number of the lock. */
  readonly lock: string
  readonly channel: string
  /** Stands in signs, so that a process knows its own. */
  readonly sender: string
}

export interface TransactionEnd {
  /** Its mark, if it was done and no later one of this process. */
  readonly mark: string
  readonly answers: readonly unknown[]
  /** The connection was lost before the commit was answered. */
  readonly lost?: unknown
}

/** The server takes payloads of fewer than 8000 bytes. */
const longestPayload = 7900
const afterFailure = '25P02'

/** Throws if nothing was done; the connection is of no use then. */
export async function transact(
  client: PoolClient,
  steps: readonly (() => Step<unknown>)[],
  { place, statements }: { readonly place: EnginePlace; readonly statements: Statements },
): Promise<TransactionEnd> {
  await client.query(`begin; select pg_advisory_xact_lock(${place.lock})`)
  const mark = String(randomInt(2 ** 47))
  const signs = new Set<string>()
  const sent: Promise<unknown>[] = []
  const answers: unknown[] = []
  try {
    for (const step of steps) answers.push(await play(step(), { client, statements, signs, sent }))
  } catch (error) {
    throw await firstFailure(sent, error)
  }
  const commit = client.query(`${marking(place, mark)}${notification(place, signs)}commit`)
  commit.catch(() => {})
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') return settle(one.reason)
  try {
    await commit
    return { mark, answers }
  } catch (error) {
    return settle(error)
  }

  /** A statement that the server refused ends the transaction, whatever came after. */
  function settle(error: unknown): TransactionEnd {
    if (isRefused(error)) throw error
    return { mark, answers, lost: error }
  }
}

interface Playing {
  readonly client: PoolClient
  readonly statements: Statements
  readonly signs: Set<string>
  readonly sent: Promise<unknown>[]
}

async function play<T>(step: Step<T>, { client, statements, signs, sent }: Playing): Promise<T> {
  let at = step.next()
  while (at.done !== true) {
    const asked = at.value
    if ('sign' in asked) signs.add(asked.sign)
    const running = 'sign' in asked ? undefined : statements.run(client, asked)
    if ('sign' in asked || !running) at = step.next(0)
    else if (asked.wants === 'nothing') {
      // Its failure is told at the end.
      running.catch(() => {})
      sent.push(running)
      at = step.next(0)
    } else at = step.next(answerOf(await running, asked.wants))
  }
  return at.value
}

/** What follows a failure only says that there was one. */
async function firstFailure(sent: readonly Promise<unknown>[], error: unknown): Promise<unknown> {
  if (codeOf(error) !== afterFailure) return error
  const ends = await Promise.allSettled(sent)
  return ends.find((end) => end.status === 'rejected')?.reason ?? error
}

/** Transactions of one process come one after the other: its row names the last one that was done. */
function markKey({ sender }: EnginePlace): string {
  return escapeLiteral(`done ${sender}`)
}

/** One statement list is one transaction. */
export async function lastMark(
  client: PoolClient,
  place: EnginePlace,
): Promise<QueryResult<{ readonly value: string }>> {
  const query = `select pg_advisory_xact_lock(${place.lock}); select value::text from engine_meta where key = ${markKey(place)}`
  const [, found] = (await client.query(query)) as unknown as readonly QueryResult<{ value: string }>[]
  if (!found) throw new Error('the server did not answer')
  return found
}

function marking(place: EnginePlace, mark: string): string {
  const key = markKey(place)
  return `insert into engine_meta (key, value) values (${key}, ${mark}) on conflict (key) do update set value = excluded.value; `
}

/** Too many signs to name are told as "look at everything". */
function notification({ channel, sender }: EnginePlace, signs: ReadonlySet<string>): string {
  if (signs.size === 0) return ''
  const named = JSON.stringify({ from: sender, signs: [...signs] })
  const payload = Buffer.byteLength(named) <= longestPayload ? named : JSON.stringify({ from: sender })
  return `select pg_notify('${channel}', ${escapeLiteral(payload.replaceAll('\0', ''))}); `
}

/** The server's own word that it failed, and nothing was done. Any other failure means that the connection went. */
export function isRefused(error: unknown): boolean {
  return /^(?!57P|08|25P03)[0-9A-Z]{5}$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

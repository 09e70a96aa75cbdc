/**
 * The audit chain: every transaction of the journal leaves the hashes of the rows that it wrote, hashed with what it left before.
 *
 * Each process has a chain of its own, so that processes need not wait for each other, and another one after a transaction of
 * which it never heard how it ended. Who changes, takes away or adds a row behind the journal's back does not match the chain;
 * who changes the chain breaks it. Where old calls were pruned, a chain begins with a checkpoint.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isPlainObject, sha256 } from '../../kernel/index.ts'
import type { JournalCheck } from '../calls.ts'
import { digestOfValues, valuesOfRow } from './call-row.ts'
import { type Change, rowsOf, type SqlDatabase } from './database.ts'

/** Id of a call, its status, and the digest of its row. */
export type AuditEntry = readonly [id: string, status: string, digest: string]

const pageSize = 1000
const mostProblems = 100
const looks = 3

export class AuditChain {
  readonly #sql: string
  readonly #chain: string
  #seq = 0
  #hash = ''
  #next = { seq: 0, hash: '' }

  constructor(database: SqlDatabase, chain: string) {
    this.#chain = chain
    this.#sql = database.build
      .insertInto('audit')
      .values({ chain, seq: 0, hash: '', entries: '' })
      .compile().sql
  }

  /** The change that adds a link; it counts once `confirm` says that it was written. */
  extend(entries: readonly AuditEntry[]): Change[] {
    if (entries.length === 0) {
      this.#next = { seq: this.#seq, hash: this.#hash }
      return []
    }
    const text = JSON.stringify(entries)
    this.#next = { seq: this.#seq + 1, hash: linkOf(this.#hash, text) }
    return [{ sql: this.#sql, parameters: [this.#chain, this.#next.seq, this.#next.hash, text] }]
  }

  confirm(): void {
    this.#seq = this.#next.seq
    this.#hash = this.#next.hash
  }
}

interface AuditLink {
  readonly entries: readonly AuditEntry[]
  /** Of a checkpoint: how many entries stood there and before it, and are gone. */
  readonly pruned: number
  readonly isCheckpoint: boolean
}

/** The first link of a pruned chain: it has the hash of the link that stood there, and the entries of rows that stayed. */
export function checkpointText({ pruned, entries }: Pick<AuditLink, 'pruned' | 'entries'>): string {
  return JSON.stringify({ pruned, kept: entries })
}

/** No entries if something else was written there: then the link does not match its hash. */
export function readLink(text: string): AuditLink {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { entries: [], pruned: 0, isCheckpoint: false }
  }
  if (!isPlainObject(value)) return { entries: entriesOf(value), pruned: 0, isCheckpoint: false }
  const { pruned, kept } = value
  const isCheckpoint = Number.isSafeInteger(pruned) && Array.isArray(kept) && kept.every(isEntry)
  return { entries: entriesOf(kept), pruned: isCheckpoint ? Number(pruned) : 0, isCheckpoint }
}

function linkOf(before: string, entries: string): string {
  return sha256(`${before}\n${entries}`)
}

/** What another process writes in the meantime looks wrong once; what is wrong looks wrong every time. */
export async function verifyAudit(database: SqlDatabase): Promise<JournalCheck> {
  let check = await lookOnce(database)
  for (let look = 1; look < looks && check.problems.length > 0; look++) {
    const before = new Set(check.problems)
    const again = await lookOnce(database)
    check = { ...again, problems: again.problems.filter((problem) => before.has(problem)) }
  }
  return { ...check, problems: check.problems.slice(0, mostProblems) }
}

async function lookOnce(database: SqlDatabase): Promise<JournalCheck> {
  const problems: string[] = []
  const tell = (problem: string): void => void problems.push(problem)
  const chains = await readChains(database, tell)
  const rows = await compareRows(database, chains.latest, tell)
  for (const [id, { status }] of chains.latest) tell(`call ${id} (${status}) was written and is gone`)
  const { entries, pruned, heads } = chains
  return { rows, entries, pruned, problems, heads }
}

interface ReadChains {
  readonly entries: number
  readonly pruned: number
  /** What was last written of every call. */
  readonly latest: Map<string, { readonly status: string; readonly digest: string }>
  readonly heads: JournalCheck['heads']
}

async function readChains(database: SqlDatabase, tell: (problem: string) => void): Promise<ReadChains> {
  const latest: ReadChains['latest'] = new Map()
  const heads = new Map<string, { seq: number; hash: string; entries: number }>()
  let count = 0
  let pruned = 0
  for (let after = 0; ;) {
    const links = await rowsOf(
      database,
      database.build.selectFrom('audit').selectAll().where('n', '>', after).orderBy('n').limit(pageSize),
    )
    for (const { n, chain, seq, hash, entries } of links) {
      after = n
      const { entries: listed, pruned: gone, isCheckpoint } = readLink(entries)
      const known = heads.get(chain)
      const head = known ?? { seq: 0, hash: '', entries: 0 }
      const isStart = !known && isCheckpoint
      if (!isStart && seq !== head.seq + 1)
        tell(`chain ${chain}: link ${head.seq + 1} is missing before link ${seq}`)
      else if (!isStart && linkOf(head.hash, entries) !== hash)
        tell(`chain ${chain}: link ${seq} was changed`)
      for (const [id, status, digest] of listed) latest.set(id, { status, digest })
      count += listed.length
      pruned += gone
      heads.set(chain, { seq, hash, entries: head.entries + gone + listed.length })
    }
    if (links.length < pageSize) break
    await othersTurn()
  }
  return {
    latest,
    entries: count,
    pruned,
    heads: [...heads].map(([chain, { hash, entries }]) => ({ chain, entries, hash })),
  }
}

function entriesOf(list: unknown): readonly AuditEntry[] {
  return Array.isArray(list) && list.every(isEntry) ? list : []
}

function isEntry(value: unknown): value is AuditEntry {
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'string')
}

/** Takes out of `latest` what it finds, and counts the rows. */
async function compareRows(
  database: SqlDatabase,
  latest: ReadChains['latest'],
  tell: (problem: string) => void,
): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const rows = await rowsOf(
      database,
      database.build.selectFrom('calls').selectAll().where('n', '>', after).orderBy('n').limit(pageSize),
    )
    for (const row of rows) {
      after = row.n
      const written = latest.get(row.id)
      if (!written) tell(`call ${row.id} is in the journal and was never written by it`)
      else if (written.digest !== digestOfValues(valuesOfRow(row)))
        tell(`call ${row.id} was changed after it was written`)
      latest.delete(row.id)
    }
    count += rows.length
    if (rows.length < pageSize) return count
    await othersTurn()
  }
}

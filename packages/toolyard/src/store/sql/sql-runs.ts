/**
 * Runs over SQL. A run that a process began and did not live to end is `unknown`, as soon as it is read.
 *
 * @module
 */
import type { RunRecord, RunStore } from '../runs.ts'
import { runText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { threadAtWork } from '../thread-at-work.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase } from './database.ts'
import { isAlive, type ProcessRow } from './process.ts'
import type { ProcessLease } from './process-lease.ts'
import { putText } from './text-changes.ts'

const defaultLimit = 100

export class SqlRuns implements RunStore {
  readonly #database: SqlDatabase
  readonly #words: TextWords
  readonly #lease: ProcessLease

  constructor(database: SqlDatabase, lease: ProcessLease, words: TextWords) {
    this.#database = database
    this.#lease = lease
    this.#words = words
  }

  async begin(run: RunRecord): Promise<boolean> {
    const insert = this.#database.build
      .insertInto('runs')
      .values(rowOf(run, this.#lease.owner))
      .onConflict((conflict) => conflict.column('id').doNothing())
    return (await this.#write(run, insert.compile())) > 0
  }

  async save(run: RunRecord): Promise<void> {
    const { id, ...facts } = rowOf(run, this.#lease.owner)
    const upsert = this.#database.build
      .insertInto('runs')
      .values({ id, ...facts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    await this.#write(run, upsert.compile(), putText(this.#database, this.#words, runText(run)))
  }

  async find(id: string): Promise<RunRecord | undefined> {
    await this.#endRunsOfTheDead()
    const { build } = this.#database
    const [row] = await rowsOf(
      this.#database,
      build.selectFrom('runs').selectAll().where('id', '=', plain(id)),
    )
    return row && runOfRow(row)
  }

  async list(filter: Parameters<RunStore['list']>[0]): Promise<readonly RunRecord[]> {
    await this.#endRunsOfTheDead()
    const { agent, threadId, principal, parentId, parentThreadId, batch } = filter
    const { status, limit = defaultLimit } = filter
    let query = this.#database.build.selectFrom('runs').selectAll().orderBy('n', 'desc').limit(limit)
    if (agent !== undefined) query = query.where('agent', '=', plain(agent))
    if (threadId !== undefined) query = query.where('thread_id', '=', plain(threadId))
    if (principal !== undefined) query = query.where('principal', '=', plain(principal))
    if (parentId !== undefined) query = query.where('parent_id', '=', plain(parentId))
    if (parentThreadId !== undefined) query = query.where('parent_thread_id', '=', plain(parentThreadId))
    if (batch !== undefined) query = query.where('batch', '=', plain(batch))
    if (status !== undefined) query = query.where('status', '=', status)
    return (await rowsOf(this.#database, query)).map(runOfRow)
  }

  /** How many rows of runs it changed. */
  async #write(run: RunRecord, change: Change, text: readonly Change[] = []): Promise<number> {
    const first = this.#lease.introduction()
    try {
      const counts = await this.#database.write([...first, change, ...text])
      this.#lease.begin()
      return counts?.[first.length] ?? 0
    } catch (error) {
      const other = run.status === 'running' ? await this.#otherAtWork(run) : undefined
      throw other ? threadAtWork(run.threadId, other.id) : error
    }
  }

  async #otherAtWork({ id, threadId }: RunRecord): Promise<RunRecord | undefined> {
    const running = await this.list({ threadId, status: 'running' })
    return running.find((run) => run.id !== id)
  }

  async #endRunsOfTheDead(): Promise<void> {
    const { build } = this.#database
    const rows: readonly Row[] = await rowsOf(
      this.#database,
      build
        .selectFrom('runs')
        .leftJoin('processes', 'processes.id', 'runs.owner')
        .select(['runs.id as id', 'owner', 'host', 'pid', 'started', 'seen_at'])
        .where('status', '=', 'running')
        .where('runs.owner', '<>', this.#lease.owner),
    )
    const now = Date.now()
    for (const row of rows) {
      if (row['host'] !== null && isAlive(row as unknown as ProcessRow, now)) continue
      const end = build
        .updateTable('runs')
        .set({ status: 'unknown', ended_at: now })
        .where('id', '=', row['id'] as string)
        .where('owner', '=', row['owner'] as string)
        .where('status', '=', 'running')
      await this.#database.write([end.compile()])
    }
  }
}

function rowOf(run: RunRecord, owner: string) {
  return {
    id: plain(run.id),
    agent: plain(run.agent),
    thread_id: plain(run.threadId),
    task: plain(run.task),
    label: optional(run.label),
    parent_id: optional(run.parentId),
    parent_thread_id: optional(run.parentThreadId),
    batch: optional(run.batch),
    depth: run.depth,
    status: run.status,
    steps: run.steps,
    input_tokens: run.inputTokens,
    output_tokens: run.outputTokens,
    result: optional(run.result),
    error: optional(run.error),
    started_at: run.startedAt,
    ended_at: run.endedAt ?? null,
    owner,
    principal: optional(run.principal),
  }
}

export function runOfRow(row: Row): RunRecord {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  return {
    id: row['id'] as string,
    agent: row['agent'] as string,
    threadId: row['thread_id'] as string,
    principal: text('principal'),
    task: row['task'] as string,
    label: text('label'),
    parentId: text('parent_id'),
    parentThreadId: text('parent_thread_id'),
    batch: text('batch'),
    depth: row['depth'] as number,
    status: row['status'] as RunRecord['status'],
    steps: row['steps'] as number,
    inputTokens: row['input_tokens'] as number,
    outputTokens: row['output_tokens'] as number,
    result: text('result'),
    error: text('error'),
    startedAt: row['started_at'] as number,
    endedAt: (row['ended_at'] as number | null) ?? undefined,
  }
}

/**
 * Runs over SQL. A run that a process had and did not live to end is `queued` as soon as it is read, or `unknown` if no other can
 * take it up.
 *
 * @module
 */
import {
  type FirstWords,
  isOpenRun,
  openRunStatuses,
  type RunFilter,
  type RunRecord,
  type RunStore,
  type RunUsageQuery,
  type RunUsageSlot,
  type StepOptions,
} from '../runs.ts'
import type { RunStep } from '../run-steps.ts'
import { runText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { threadAtWork } from '../thread-at-work.ts'
import type { ThreadMessage } from '../threads.ts'
import { plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase } from './database.ts'
import { findRuns } from './find-runs.ts'
import { sql } from './kysely.ts'
import { look } from './looks.ts'
import { isAlive, type ProcessRow } from './process.ts'
import type { ProcessLease } from './process-lease.ts'
import { rowOfRun, runOfRow } from './run-row.ts'
import { stepRow, stepsOf } from './run-step-rows.ts'
import { appended } from './sql-threads.ts'
import { putText } from './text-changes.ts'

export class SqlRuns implements RunStore {
  readonly #database: SqlDatabase
  readonly #words: TextWords
  readonly #lease: ProcessLease

  constructor(database: SqlDatabase, lease: ProcessLease, words: TextWords) {
    this.#database = database
    this.#lease = lease
    this.#words = words
  }

  async begin(run: RunRecord, said?: FirstWords): Promise<boolean> {
    const { id, threadId, agent, principal } = run
    const insert = this.#database.build
      .insertInto('runs')
      .values(rowOfRun(run, this.#lease.owner))
      .onConflict((conflict) => conflict.column('id').doNothing())
    const words = said ? this.#said({ id: threadId, agent, principal, title: said.title }, said.messages) : []
    try {
      return await this.#write(run, [{ ...insert.compile(), expects: 1 }, ...words])
    } catch (error) {
      // Its thread may be at work with this very run: that is no conflict.
      if (await this.find(id)) return false
      throw error
    }
  }

  async step(
    run: RunRecord,
    messages: readonly ThreadMessage[] = [],
    { from = 'running', steps = [] }: StepOptions = {},
  ): Promise<boolean> {
    const { id, attempt, ...facts } = rowOfRun(run, this.#lease.owner)
    let update = this.#database.build
      .updateTable('runs')
      .set(facts)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', from)
    if (from === 'running') update = update.where('owner', '=', this.#lease.owner)
    const words = messages.length > 0 ? this.#said({ id: run.threadId }, messages) : []
    const text = run.status === 'running' ? [] : putText(this.#database, this.#words, runText(run))
    const taken = steps.map((step) => stepRow(this.#database, run.id, step))
    return this.#write(run, [{ ...update.compile(), expects: 1 }, ...words, ...taken, ...text])
  }

  async steps(runId: string, page: Parameters<RunStore['steps']>[1] = {}): Promise<readonly RunStep[]> {
    return stepsOf(this.#database, runId, page)
  }

  async take(
    { id, attempt }: Pick<RunRecord, 'id' | 'attempt'>,
    job: string,
  ): Promise<RunRecord | undefined> {
    const update = this.#database.build
      .updateTable('runs')
      .set({ status: 'running', attempt: attempt + 1, owner: this.#lease.owner, job, waits_for: null })
      .where('id', '=', plain(id))
      .where('attempt', '=', attempt)
      .where((eb) =>
        eb.or([
          eb('status', 'in', ['queued', 'waiting']),
          eb.and([eb('status', '=', 'running'), eb('job', '=', job)]),
        ]),
      )
    const first = this.#lease.introduction()
    const counts = await this.#database.write([...first, { ...update.compile(), expects: 1 }])
    this.#lease.begin()
    return counts && this.find(id)
  }

  async save(run: RunRecord): Promise<void> {
    const { id, ...facts } = rowOfRun(run, this.#lease.owner)
    const upsert = this.#database.build
      .insertInto('runs')
      .values({ id, ...facts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    await this.#write(run, [upsert.compile(), ...putText(this.#database, this.#words, runText(run))])
  }

  usage(query: RunUsageQuery): Promise<readonly RunUsageSlot[]> {
    return look(this.#database, 'usage', query)
  }

  async find(id: string): Promise<RunRecord | undefined> {
    await this.#leaveRunsOfTheDead()
    const { build } = this.#database
    const [row] = await rowsOf(
      this.#database,
      build.selectFrom('runs').selectAll().where('id', '=', plain(id)),
    )
    return row && runOfRow(row)
  }

  async list(filter: RunFilter): Promise<readonly RunRecord[]> {
    await this.#leaveRunsOfTheDead()
    const rows = await findRuns(this.#database, filter)
    return rows.map((row) => ({ ...runOfRow(row), position: Number(row['n']) }))
  }

  #said(
    thread: Parameters<typeof appended>[2]['thread'],
    messages: readonly ThreadMessage[],
  ): readonly Change[] {
    return appended(this.#database, this.#words, { thread, messages })
  }

  /** Whether it was written. */
  async #write(run: RunRecord, changes: readonly Change[]): Promise<boolean> {
    const first = this.#lease.introduction()
    try {
      const counts = await this.#database.write([...first, ...changes])
      this.#lease.begin()
      return counts !== undefined
    } catch (error) {
      const other = isOpenRun(run) ? await this.#otherAtWork(run) : undefined
      throw other ? threadAtWork(run.threadId, other.id) : error
    }
  }

  async #otherAtWork({ id, threadId }: RunRecord): Promise<RunRecord | undefined> {
    const open = await this.list({ threadId, status: openRunStatuses })
    return open.find((run) => run.id !== id)
  }

  async #leaveRunsOfTheDead(): Promise<void> {
    const { build } = this.#database
    const rows: readonly Row[] = await rowsOf(
      this.#database,
      build
        .selectFrom('runs')
        .leftJoin('processes', 'processes.id', 'runs.owner')
        .select(['runs.id as id', 'owner', 'plan', 'host', 'pid', 'started', 'seen_at'])
        .where('status', '=', 'running')
        // By the index of those that are not done, however many runs there are.
        .where('status', '<>', sql.lit('done'))
        .where('runs.owner', '<>', this.#lease.owner),
    )
    const now = Date.now()
    for (const row of rows) {
      if (row['host'] !== null && isAlive(row as unknown as ProcessRow, now)) continue
      const end = build
        .updateTable('runs')
        .set(row['plan'] === null ? { status: 'unknown', ended_at: now } : { status: 'queued' })
        .where('id', '=', row['id'] as string)
        .where('owner', '=', row['owner'] as string)
        .where('status', '=', 'running')
      await this.#database.write([end.compile()])
    }
  }
}

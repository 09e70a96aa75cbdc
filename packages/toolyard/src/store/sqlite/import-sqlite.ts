/**
 * Takes a database over that was found somewhere: a copy of it, checked before anything in it counts.
 *
 * What decides for people (grants, tokens, answers to requests, accepted definitions) is left out unless it is asked for:
 * the author of the file could have put it there.
 *
 * @module
 */
import { chmodSync, constants, copyFileSync, existsSync, linkSync, lstatSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { ToolyardError } from '../../kernel/index.ts'
import type { Query, SqlDatabase } from '../sql/database.ts'
import { migrate } from '../sql/migrations.ts'
import { openSqlite } from './sqlite-database.ts'

export interface ImportedRows {
  readonly calls: number
  readonly agents: number
  readonly grants: number
  readonly tokens: number
}

export interface GrantedTo {
  readonly workspace: string
  /** The caller of conversations that name none. */
  readonly principal: string
}

export interface ImportOptions {
  readonly from: string
  /** A path at which nothing is yet. */
  readonly to: string
  /** Where and for whom the grants shall count from now on; without it, what decides for people is left out. */
  readonly grantsFor?: GrantedTo | undefined
}

const counted = ['calls', 'agents', 'grants', 'tokens'] as const

const decisions: readonly string[] = [
  'delete from grants',
  'delete from tokens',
  'delete from inbox',
  // They begin work with the rights of whom they name.
  'delete from schedules',
  'delete from schedule_slots',
  'delete from requests',
  "update tools set accepted = '', state = 'held' where source = 'mcp'",
]

const takeOver = 'update grants set workspace = ?, principal = coalesce(principal, ?)'

/** Answers what was in it. Throws `conflict`, `not_found`, `store_corrupt`, `store_newer`; then nothing has changed. */
export async function importSqlite({ from, to, grantsFor }: ImportOptions): Promise<ImportedRows> {
  if (existsSync(to))
    throw new ToolyardError('conflict', `there is a database at ${to} already`, {
      hint: 'Move it away first if the other one is to take its place.',
    })
  const copy = `${to}.${randomUUID()}.import`
  try {
    for (const end of ['', '-wal']) copyFile(from + end, copy + end)
    const rows = await checkCopy(copy, grantsFor)
    linkSync(copy, to)
    return rows
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true })
  }
}

function copyFile(from: string, to: string): void {
  const found = lstatSync(from, { throwIfNoEntry: false })
  if (!found && from.endsWith('-wal')) return
  if (!found?.isFile())
    throw new ToolyardError('not_found', `${from} ${found ? 'is not a regular file' : 'does not exist'}`)
  copyFileSync(from, to, constants.COPYFILE_EXCL)
  chmodSync(to, 0o600)
}

async function checkCopy(copy: string, grantsFor?: GrantedTo): Promise<ImportedRows> {
  const database = openSqlite(copy)
  try {
    if ((await readText(database, 'pragma integrity_check')) !== '[{"integrity_check":"ok"}]') throw notOurs()
    // The author of the file could let these change what is written later.
    if ((await readText(database, "select 1 from sqlite_schema where type in ('trigger', 'view')")) !== '[]')
      throw notOurs()
    await migrate(database)
    if ((await tablesOf(database)) !== (await usualTables())) throw notOurs()
    const rows = await countRows(database)
    await database.write(
      grantsFor === undefined
        ? decisions.map(plain)
        : [{ sql: takeOver, parameters: [grantsFor.workspace, grantsFor.principal] }],
      { durable: true },
    )
    return rows
  } finally {
    await database.close()
  }
}

async function countRows(database: SqlDatabase): Promise<ImportedRows> {
  const query = `select ${counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`
  const [row = {}] = await database.read(plain(query))
  const [calls = 0, agents = 0, grants = 0, tokens = 0] = counted.map((table) => Number(row[table]))
  return { calls, agents, grants, tokens }
}

async function usualTables(): Promise<string> {
  const database = openSqlite(':memory:')
  try {
    await migrate(database)
    return await tablesOf(database)
  } finally {
    await database.close()
  }
}

function tablesOf(database: SqlDatabase): Promise<string> {
  return readText(
    database,
    "select type, name, sql from sqlite_schema where name not like 'sqlite%' order by name",
  )
}

async function readText(database: SqlDatabase, sql: string): Promise<string> {
  return JSON.stringify(await database.read(plain(sql)))
}

function plain(sql: string): Query {
  return { sql, parameters: [] }
}

function notOurs(): ToolyardError {
  return new ToolyardError(
    'store_corrupt',
    'the database is damaged, or its tables are not those of Toolyard',
    {
      hint: 'Nothing was taken over. Start anew without it.',
    },
  )
}

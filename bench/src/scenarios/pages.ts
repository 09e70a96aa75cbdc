/**
 * Pages of a journal with a million rows, beside the same pages of a journal that holds nothing but their rows.
 *
 * @module
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CallFilter, type CallJournal, openStore, type Store } from 'toolyard'
import { median } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { callRecord } from '../store/call-record.ts'
import { inFolder } from '../store/in-folder.ts'

const pageSize = 50

const pages: readonly (readonly [string, CallFilter])[] = [
  ['newest', {}],
  ['one tool', { tool: 'tool_7' }],
  ['a tool that was called twice', { tool: 'rare' }],
  ['a tool that was never called', { tool: 'none' }],
  ['one thread', { threadId: 'thread_12' }],
  ['one agent', { agent: 'agent_3' }],
  ['failed', { status: 'error' }],
  ['failed, of one tool', { status: 'error', tool: 'tool_7' }],
  ['from the middle', { before: 500_000 }],
]

export const callPages: Scenario = {
  name: 'pages',
  title: 'Pages of the journal (time per page)',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const rows = quick ? 1000 : 1_000_000
      const file = join(folder, 'large.db')
      const store = await openStore(`sqlite:${file}`, { folder })
      await store.calls.begin(callRecord('template', { status: 'running' }))
      await store.calls.finish(callRecord('template'))
      fill(file, rows)
      const lines: Line[] = []
      for (const [what, given] of pages) {
        const filter = { ...given, ...(given.before && { before: Math.min(given.before, rows / 2) }) }
        lines.push(await lineOf(what, filter, { store, folder, rounds: quick ? 1 : 15 }))
      }
      await store.close()
      return lines
    }),
}

/** Rows of 100 tools, 1,000 threads and 10 agents; one in fifty failed. */
function fill(file: string, rows: number): void {
  const database = new DatabaseSync(file)
  const columns = database
    .prepare(
      "select name from pragma_table_info('calls') where name not in ('n', 'id', 'tool', 'thread_id', 'agent', 'status')",
    )
    .all()
    .map(({ name }) => name as string)
  database.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows})
    insert into calls (id, tool, thread_id, agent, status, ${columns.join(', ')})
    select 'call_' || i, case when i % 400000 = 77 then 'rare' else 'tool_' || (i * 7919 % 100) end,
      'thread_' || (i * 104729 % 1000), 'agent_' || (i * 31 % 10),
      case when i % 50 = 0 then 'error' else 'ok' end, ${columns.map((name) => `calls.${name}`).join(', ')}
    from numbers join calls on calls.id = 'template'`)
  database.exec('analyze')
  database.close()
}

async function lineOf(
  what: string,
  filter: CallFilter,
  { store, folder, rounds }: { store: Store; folder: string; rounds: number },
): Promise<Line> {
  const found = await store.calls.list({ ...filter, limit: pageSize })
  const alone = await openStore(`sqlite:${join(folder, `${what.replaceAll(/\W/g, '-')}.db`)}`, { folder })
  for (const { position: _, ...row } of found.toReversed()) await alone.calls.finish(row)
  const { before: _, ...everything } = filter
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < rounds; round++) {
    small.push(await timed(alone.calls, everything))
    large.push(await timed(store.calls, filter))
  }
  await alone.close()
  return {
    what: `${what}: ${found.length} rows`,
    ours: median(large),
    unit: 'µs',
    reference: { name: 'these rows alone', value: median(small) },
    ratio: median(large.map((value, round) => value / (small[round] ?? Number.NaN))),
    bar: atMost(2),
  }
}

async function timed(calls: CallJournal, filter: CallFilter): Promise<number> {
  const times = 20
  const start = performance.now()
  for (let time = 0; time < times; time++) await calls.list({ ...filter, limit: pageSize })
  return ((performance.now() - start) * 1000) / times
}

/**
 * Activity's charts over a journal with a million calls: how long the answer takes over HTTP, and how late the event loop of the
 * server is meanwhile. What is counted by the hour answers the usual filters; others look at the calls themselves, in a thread.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createToolyard, openStore, type Store } from 'toolyard'
import { createHttpHandler } from 'toolyard/http'
import { median } from '../harness.ts'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { callRecord } from '../store/call-record.ts'
import { inFolder } from '../store/in-folder.ts'

const dayMs = 24 * 3_600_000
const mostMs = 300
const mostLateMs = 50
/** The last hours are not packed yet. */
const mostUnpacked = 4

const views: readonly (readonly [what: string, query: string, hasBar: boolean])[] = [
  ['7 days, by tool', 'by=tool', true],
  ['7 days, by agent', 'by=agent', true],
  ['7 days, a part of a tool’s name', 'by=tool&tool=ol_1&match=part', true],
  ['7 days, failed', 'by=tool&status=error', true],
  ['7 days, of one caller (looks at every call)', 'by=tool&principal=local', false],
]

export const charts: Scenario = {
  name: 'charts',
  title: 'Charts over a million calls (time per answer over HTTP, and how late the loop is)',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const rows = quick ? 1000 : 1_000_000
      const file = join(folder, 'large.db')
      const store = await openStore(`sqlite:${file}`, { folder })
      try {
        await store.calls.begin(callRecord('template', { status: 'running' }))
        await store.calls.finish(callRecord('template'))
        fill(file, rows)
        return await measure(store, { file, rows, rounds: quick ? 1 : 15 })
      } finally {
        await store.close()
      }
    }),
}

interface Effort {
  readonly file: string
  readonly rows: number
  readonly rounds: number
}

async function measure(store: Store, { file, rows, rounds }: Effort): Promise<readonly Line[]> {
  const begun = performance.now()
  const range = { since: Date.now() - 7 * dayMs, until: Date.now() }
  // Each answer counts and packs some of what is left.
  while ((await store.calls.stats(range)).uncounted !== undefined || unpacked(file) > mostUnpacked);
  const counting: Line = {
    what: `counting ${rows} older calls, once`,
    ours: performance.now() - begun,
    unit: 'ms',
  }
  const yard = await createToolyard({ tools: [], database: { store } })
  const handler = await createHttpHandler(yard, { authenticate: () => ({ role: 'admin', name: 'bench' }) })
  const server = createServer(handler.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/journal/stats?since=${range.since}`
  try {
    const lines: Line[] = [counting]
    for (const [what, query, hasBar] of views)
      lines.push(...(await view(`${base}&${query}`, { what, hasBar, rounds })))
    return lines
  } finally {
    server.close()
    await handler.close(0)
    await yard.close()
  }
}

async function view(
  url: string,
  { what, hasBar, rounds }: { readonly what: string; readonly hasBar: boolean; readonly rounds: number },
): Promise<readonly Line[]> {
  const times: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 5 })
  for (let round = -1; round < rounds; round++) {
    if (round === 0) delay.enable()
    const start = performance.now()
    const answer = await fetch(url)
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    await answer.json()
    // The first one starts the thread.
    if (round >= 0) times.push(performance.now() - start)
  }
  delay.disable()
  const late = delay.max / 1e6 - 5
  return [
    {
      what,
      ours: median(times),
      unit: 'ms',
      ...(hasBar && { bar: { of: 'ours' as const, below: mostMs, text: `<= ${mostMs} ms` } }),
    },
    {
      what: `${what}: loop late at most`,
      ours: Math.max(0, late),
      unit: 'ms',
      bar: { of: 'ours', below: mostLateMs, text: `<= ${mostLateMs} ms` },
    },
  ]
}

function unpacked(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const [row] = database.prepare('select count(distinct hour) as hours from call_hours').all()
  database.close()
  return Number(row?.['hours'])
}

/** Calls of the last week, as an earlier version left them: 100 tools, 10 agents, one in fifty failed, each tool a magnitude of time. */
function fill(file: string, rows: number): void {
  const database = new DatabaseSync(file)
  const own = ['n', 'id', 'tool', 'agent', 'status', 'started_at', 'duration_ms']
  const columns = database
    .prepare("select name from pragma_table_info('calls')")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => !own.includes(name))
  const first = Date.now() - 7 * dayMs
  database.exec(`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows})
    insert into calls (id, tool, agent, status, started_at, duration_ms, ${columns.join(', ')})
    select 'call_' || i, 'tool_' || (i * 7919 % 100), 'agent_' || (i * 7919 % 10),
      case when i % 50 = 0 then 'error' else 'ok' end, ${first} + i * ${(7 * dayMs) / rows},
      pow(2, i * 7919 % 12) * pow(10, (i * 104729 % 1000) / 1000.0), ${columns.map((name) => `calls.${name}`).join(', ')}
    from numbers join calls on calls.id = 'template';
    insert into meta (key, value) select 'uncounted', max(n) from calls;
    delete from call_hours;
    analyze`)
  database.close()
}

/** What every journal must answer when it is asked for figures: what its own rows say, whichever way it counts them. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { type CallFigures, type CallStatsQuery, dayMs, hourMs } from '../call-stats.ts'
import type { CallJournal, CallRecord } from '../calls.ts'
import { callRecord, type Opens, runningCall } from './samples.ts'

const tools = ['read_file', 'send_note', 'Wetter 天气', "o'clock"]
const agents = ['clerk', 'asker', undefined]
const statuses = [
  'ok',
  'ok',
  'ok',
  'error',
  'denied',
  'timeout',
  'pending',
  'skipped',
  'cancelled',
  'held',
] as const
const start = 1_763_000_000_000

/** The same numbers every time. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

export function randomCall(id: string, number: (below: number) => number): CallRecord {
  const durationMs = 10 ** (number(7000) / 1000 - 1.5)
  const hasWaited = number(5) === 0
  return callRecord(id, {
    tool: tools[number(tools.length)] ?? '',
    agent: agents[number(agents.length)],
    principal: number(2) === 0 ? 'http:ann' : 'local',
    origin: number(2) === 0 ? 'http' : 'cli',
    permission: number(2) === 0 ? 'read' : 'write',
    requestDigest: 'd',
    startedAt: start + number(3 * dayMs),
    status: statuses[number(statuses.length)] ?? 'ok',
    ran: false,
    durationMs,
    ...(hasWaited && { waitedMs: 10 ** (number(7000) / 1000), activeMs: durationMs / 3 }),
  })
}

/** Ends, intents that end later, calls that are pending first, calls that are made again. */
export async function writeRandom(journal: CallJournal, count: number, seed: number): Promise<void> {
  const number = numbersFrom(seed)
  for (let at = 0; at < count; at++) {
    const call = randomCall(`${seed} ${at}`, number)
    const turn = number(4)
    if (turn === 0) await journal.begin({ ...call, status: 'running', ran: undefined })
    if (turn === 1) await journal.finish(randomCall(call.id, number))
    if (turn !== 2) await journal.finish(call)
    else void journal.finish(call)
  }
}

/** What `stats` has to say, from the rows themselves. */
function expected(rows: readonly CallRecord[], query: CallStatsQuery): CallFigures {
  const ended = rows.filter(
    ({ status, startedAt }) => status !== 'running' && startedAt >= query.since && startedAt < query.until,
  )
  const wanted = ended.filter(
    (row) =>
      (query.tool === undefined || row.tool === query.tool) &&
      (query.agent === undefined || row.agent === query.agent) &&
      (query.principal === undefined || row.principal === query.principal) &&
      (query.status === undefined || row.status === query.status),
  )
  const count = (...of: readonly string[]): number =>
    wanted.filter(({ status }) => of.includes(status)).length
  const timed = query.status === undefined ? ['ok', 'error', 'timeout'] : [query.status]
  const latency = wanted.filter(({ status }) => timed.includes(status))
  return {
    calls: wanted.length,
    errors: count('error', 'timeout', 'unknown'),
    denied: count('denied', 'held'),
    latency: percentiles(latency.map(({ activeMs, durationMs }) => activeMs ?? durationMs)),
    waiting: percentiles(wanted.flatMap(({ waitedMs }) => waitedMs ?? [])),
  }
}

function percentiles(values: readonly number[]): CallFigures['latency'] {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return values.length === 0
    ? undefined
    : { count: values.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Counts are the same, durations within five percent. */
function assertFigures(found: CallFigures | undefined, right: CallFigures, what: string): void {
  assert.ok(found, what)
  const { calls, errors, denied } = found
  assert.deepEqual(
    { calls, errors, denied },
    { calls: right.calls, errors: right.errors, denied: right.denied },
    what,
  )
  for (const kind of ['latency', 'waiting'] as const) {
    assert.equal(found[kind]?.count, right[kind]?.count, `${what}: ${kind}`)
    for (const part of ['p50', 'p95', 'p99'] as const) {
      const [told, real] = [found[kind]?.[part] ?? 0, right[kind]?.[part] ?? 0]
      assert.ok(
        Math.abs(told - real) <= real * 0.05 + 0.06,
        `${what}: ${kind} ${part} is ${real}, told ${told}`,
      )
    }
  }
}

export const wholeRange = {
  since: Math.floor(start / hourMs) * hourMs,
  until: Math.ceil((start + 3 * dayMs) / hourMs) * hourMs,
}

export async function assertStats(journal: CallJournal, what: string): Promise<void> {
  const rows = await journal.list({ limit: 100_000 })
  const queries: readonly CallStatsQuery[] = [
    wholeRange,
    { ...wholeRange, tool: 'Wetter 天气' },
    { ...wholeRange, tool: "o'clock", agent: 'clerk' },
    { ...wholeRange, status: 'denied' },
    { ...wholeRange, status: 'pending', agent: 'asker' },
    { ...wholeRange, principal: 'http:ann' },
    { ...wholeRange, tool: 'nobody' },
    { since: wholeRange.since, until: wholeRange.since + 2 * hourMs },
    { since: wholeRange.since, until: wholeRange.since + 2 * hourMs, tool: 'read_file' },
  ]
  for (const query of queries)
    assertFigures(
      (await journal.stats(query)).total,
      expected(rows, query),
      `${what} ${JSON.stringify(query)}`,
    )
  for (const by of ['tool', 'agent'] as const) await assertNames(journal, { rows, by, what })
}

async function assertNames(
  journal: CallJournal,
  {
    rows,
    by,
    what,
  }: { readonly rows: readonly CallRecord[]; readonly by: 'tool' | 'agent'; readonly what: string },
): Promise<void> {
  const stats = await journal.stats({ ...wholeRange, by, names: 2 })
  assert.equal(stats.names.length, 2)
  assert.ok((stats.names[0]?.calls ?? 0) >= (stats.names[1]?.calls ?? 0), 'most first')
  for (const { name, slots, ...figures } of stats.names) {
    const own = rows.filter((row) => (row[by] ?? '') === name)
    assertFigures(figures, expected(own, wholeRange), `${what} ${by} ${name}`)
    for (const { at, ...slot } of slots)
      assertFigures(
        slot,
        expected(own, { since: at, until: at + stats.stepMs }),
        `${what} ${by} ${name} at ${at}`,
      )
  }
  for (const { at, ...slot } of stats.slots)
    assertFigures(slot, expected(rows, { since: at, until: at + stats.stepMs }), `${what} at ${at}`)
  const told = stats.names.reduce((sum, { calls }) => sum + calls, 0)
  assert.equal(told + (stats.others?.calls ?? 0), stats.total.calls, 'nothing is left out')
  assert.equal(
    Object.values(stats.statuses).reduce((sum, count) => sum + count, 0),
    stats.total.calls,
  )
}

export function describeCallStats(adapter: string, open: Opens<CallJournal>, suite: Suite): void {
  suite.describe(`figures of calls on ${adapter}`, () => {
    suite.it('are those of its rows, for calls of any kind', async (test) => {
      const journal = await open(test)
      await writeRandom(journal, 400, 7)
      await assertStats(journal, 'random')
    })

    suite.it('are none if there are no calls', async (test) => {
      const { total, slots, names } = await (await open(test)).stats({ ...wholeRange, by: 'tool' })
      assert.deepEqual([total, slots, names], [{ calls: 0, errors: 0, denied: 0 }, [], []])
    })

    suite.it('follow a call from running to pending to its end, and count it once', async (test) => {
      const journal = await open(test)
      const read = async () => (await journal.stats(wholeRange)).statuses
      const call = (over: Partial<CallRecord>) =>
        callRecord('a', { requestDigest: 'd', startedAt: start, ...over })
      await journal.begin(runningCall('a', { requestDigest: 'd', startedAt: start }))
      assert.deepEqual(await read(), {})
      await journal.finish(call({ status: 'pending', ran: false }))
      assert.deepEqual(await read(), { pending: 1 })
      assert.equal(
        await journal.begin(runningCall('a', { requestDigest: 'd', startedAt: start + dayMs })),
        true,
      )
      assert.deepEqual(await read(), {})
      await journal.finish(call({ startedAt: start + dayMs, status: 'ok', ran: true, waitedMs: 5000 }))
      assert.deepEqual(await read(), { ok: 1 })
      await journal.finish(call({ status: 'error', ran: true }))
      assert.deepEqual(await read(), { ok: 1 }, 'a row that belongs to another call is not changed')
      const { slots, total } = await journal.stats(wholeRange)
      assert.equal(slots.length, 1)
      assert.equal(total.waiting?.count, 1)
    })

    suite.it('know the names that calls have had', async (test) => {
      const journal = await open(test)
      await writeRandom(journal, 60, 3)
      assert.deepEqual(await journal.names(), {
        tools: tools.toSorted(),
        agents: ['asker', 'clerk'],
        principals: ['http:ann', 'local'],
        origins: ['cli', 'http'],
      })
    })
  })
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallJournal, createToolyard } from '../index.ts'
import { gate, probe, sleep, soon, textOf } from './support.test.ts'
import { createMemoryCalls } from '../store/index.ts'

const write = { permission: 'write', effects: 'local_state' } as const

describe('the journal', () => {
  it('has a row for every way in which a call can end', async () => {
    const inputSchema = {
      type: 'object',
      properties: { do: { type: 'string' } },
      additionalProperties: false,
    }
    const tool = probe(
      (input) => {
        if (input['do'] === 'fail') throw new Error('failed')
        return input['do'] === 'hang' ? new Promise(() => {}) : 'fine'
      },
      { ...write, inputSchema, timeoutMs: 20 },
    )
    await using yard = await createToolyard({
      tools: [tool, probe(() => 1, { name: 'forbidden' })],
      policy: { deny: ['forbidden', 'probe(do=never)'], ask: ['probe(do=ask)'] },
      hooks: [
        {
          name: 'h',
          type: 'PRE_TOOL_USE',
          handler: ({ arguments: { do: what } }) =>
            what === 'skip' ? { action: 'skip', output: 1 } : what !== 'hooked',
        },
      ],
    })
    const ends: Readonly<Record<string, string>> = {
      fine: 'ok',
      fail: 'error',
      hang: 'timeout',
      never: 'denied',
      ask: 'denied',
      hooked: 'denied',
      skip: 'skipped',
    }
    for (const what of Object.keys(ends)) await yard.call('probe', { do: what }, { callId: what })
    await yard.call('probe', { wrong: 1 }, { callId: 'invalid' })
    await yard.call('prob', {}, { callId: 'unknown' })
    await yard.call('forbidden', {}, { callId: 'forbidden' })
    await yard.call('probe', {}, { callId: 'cancelled', signal: AbortSignal.abort() })
    const rows = new Map((await yard.calls()).map((row) => [row.id, row.status]))
    assert.deepEqual(Object.fromEntries(rows), {
      ...ends,
      invalid: 'error',
      unknown: 'error',
      forbidden: 'denied',
      cancelled: 'cancelled',
    })
  })

  it('keeps who called what, through which door, when and by which rule', async () => {
    const tool = probe(() => sleep(30), write)
    await using yard = await createToolyard({ tools: [tool], policy: { allow: ['probe(a=1)'] } })
    const started = Date.now()
    await yard.call(
      'probe',
      { a: 1 },
      { callId: 'c', threadId: 't', agent: 'g', principal: 'p', origin: 'mcp' },
    )
    const [row] = await yard.calls()
    assert.ok(row)
    const { id, threadId, agent, principal, origin, input, decision, permission } = row
    assert.deepEqual(
      { id, threadId, agent, principal, origin, input, decision, permission },
      {
        id: 'c',
        threadId: 't',
        agent: 'g',
        principal: 'p',
        origin: 'mcp',
        input: { a: 1 },
        decision: 'probe(a=1): allow',
        permission: 'write',
      },
    )
    assert.ok(Math.abs(row.startedAt - started) < 25, 'the time is that of the start')
    assert.ok(row.durationMs >= 29)
  })

  it('knows which call was made inside which', async () => {
    const outer = probe((_, context) => context.call('inner', {}), { name: 'outer' })
    await using yard = await createToolyard({ tools: [outer, probe(() => 1, { name: 'inner' })] })
    const { callId } = await yard.call('outer', {}, { agent: 'g' })
    const [row] = await yard.calls({ tool: 'inner' })
    assert.deepEqual([row?.parentId, row?.agent], [callId, 'g'])
  })

  it('is written before a change is made, and not for a look', async () => {
    const log: string[] = []
    const journal = journalOf({
      begin: ({ tool }) => log.push(`begin ${tool}`) > 0,
      finish: ({ tool }) => void log.push(`finish ${tool}`),
    })
    await using yard = await createToolyard({
      journal,
      tools: [
        probe(() => log.push('change'), { name: 'change', ...write }),
        probe(() => log.push('look'), { name: 'look' }),
      ],
    })
    await yard.call('change', {})
    await yard.call('look', {})
    assert.deepEqual(log, ['begin change', 'change', 'finish change', 'look', 'finish look'])
  })

  for (const [title, begin] of [
    [
      'throws',
      () => {
        throw new Error('disk full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ] as const)
    it(`that ${title} at the intent stops a change`, async () => {
      let runs = 0
      await using yard = await createToolyard({
        journal: journalOf({ begin }),
        tools: [probe(() => runs++, write)],
      })
      const result = await yard.call('probe', {})
      assert.equal(result.status, 'error')
      assert.match(textOf(result), /disk full/)
      assert.equal(runs, 0)
    })

  it('that fails at the end makes a change unknown, and leaves a look', async () => {
    for (const finish of [
      () => Promise.reject(new Error('disk full')),
      () => {
        throw new Error('disk full')
      },
    ]) {
      await using yard = await createToolyard({
        journal: journalOf({ finish }),
        tools: [probe(() => 'done', write), probe(() => 'seen', { name: 'look' })],
      })
      assert.equal((await yard.call('probe', {})).status, 'unknown')
      assert.equal(textOf(await yard.call('look', {})), 'seen')
    }
  })

  it('that cannot be searched is a result, not an exception', async () => {
    const journal = journalOf({ find: () => Promise.reject(new Error('disk gone')) })
    let runs = 0
    await using yard = await createToolyard({ journal, tools: [probe(() => runs++, write)] })
    const result = await soon(yard.call('probe', {}, { callId: 'a' }))
    assert.equal(result.status, 'error')
    assert.equal(runs, 0)
  })

  it('does not run a change that was cancelled while its intent was written', async () => {
    const begun = gate()
    const entered = gate()
    let runs = 0
    const journal = journalOf({ begin: () => (entered.open(), begun.opened.then(() => true)) })
    await using yard = await createToolyard({ journal, tools: [probe(() => runs++, write)] })
    const stop = new AbortController()
    const call = yard.call('probe', {}, { signal: stop.signal })
    await entered.opened
    stop.abort()
    begun.open()
    assert.equal((await soon(call)).status, 'cancelled')
    assert.equal(runs, 0)
  })

  it('has heard how every call ended before closing is over, also where hooks are told first', async () => {
    const entered = gate()
    const ended: string[] = []
    const journal = journalOf({ finish: ({ id, status }) => void ended.push(`${id} ${status}`) })
    const yard = await createToolyard({
      journal,
      tools: [
        probe(() => 'done', { ...write, name: 'quick' }),
        probe(() => (entered.open(), new Promise(() => {})), { ...write, name: 'slow' }),
      ],
      hooks: (['POST_TOOL_USE', 'TOOL_ERROR'] as const).map((type) => ({
        name: type,
        type,
        handler: () => sleep(50).then(() => true),
      })),
    })
    const calls = [yard.call('quick', {}, { callId: 'q' }), yard.call('slow', {}, { callId: 's' })]
    await entered.opened
    await soon(yard.close())
    assert.deepEqual(ended.toSorted(), ['q ok', 's cancelled'])
    await soon(Promise.all(calls))
  })

  it('does not keep closing from its end where a hook never answers', async () => {
    const entered = gate()
    const yard = await createToolyard({
      tools: [probe(() => 'done', write)],
      hooks: [
        {
          name: 'stuck',
          type: 'POST_TOOL_USE',
          handler: () => (entered.open(), new Promise<boolean>(() => {})),
        },
      ],
      limits: { graceMs: 30 },
    })
    void yard.call('probe', {})
    await entered.opened
    await soon(yard.close(), 2000)
  })
})

function journalOf(parts: Partial<CallJournal>): CallJournal {
  const nothing: CallJournal = {
    begin: () => true,
    finish: () => {},
    find: () => undefined,
    list: () => [],
    stats: () => createMemoryCalls(0).stats({ since: 0, until: 0 }),
    names: () => createMemoryCalls(0).names(),
    verify: () => ({ rows: 0, entries: 0, problems: [], heads: [] }),
  }
  return { ...nothing, ...parts }
}

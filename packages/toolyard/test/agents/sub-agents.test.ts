/** Agents that start agents: results, limits, endings. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, openCompany, resultsOf, saidIn, waiting } from './company.ts'

const call = (tool: string, input: object = {}) => ({ calls: [{ tool, input }] })
const worker = { turns: [call('echo', { text: 'w' }), { text: 'Worker: {{lastResult}}' }], tools: ['echo'] }

describe('spawn', () => {
  it('lets a sub-agent work in the background, and its result arrives in the thread before the run ends', async (test) => {
    const boss = {
      turns: [
        call('spawn', { task: 'Look.', agent: 'worker', label: 'looking' }),
        { text: 'Waiting.' },
        { text: 'Got: {{prompt}}' },
      ],
      tools: ['spawn', 'echo'],
    }
    const { yard } = await openCompany(test, { boss, worker })
    const run = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [child] = await yard.runs.list({ parentId: run.record.id })
    assert.deepEqual(
      [child?.agent, child?.status, child?.depth, child?.label, child?.parentThreadId, child?.result],
      ['worker', 'done', 1, 'looking', run.threadId, 'Worker: echo: w'],
    )
    const said = await yard.store.threads.messages(run.threadId)
    const [arrived] = said.filter(({ from }) => from !== undefined)
    assert.equal(arrived?.from, 'agent worker')
    assert.match(
      saidIn([arrived])[0] ?? '',
      /^user: \[Sub-agent "worker" \(looking\), run run_\w+: has finished.*\nWorker: echo: w$/,
    )
    assert.equal(run.record.status, 'done')
  })

  it('answers the result itself where it is to wait, and starts another one like the caller where none is named', async (test) => {
    const boss = {
      turns: [call('spawn', { task: 'Look.', agent: 'worker', wait: true }), { text: '{{lastResult}}' }],
      tools: ['spawn', 'echo'],
    }
    const twin = {
      turns: [call('spawn', { task: 'You do it.', wait: true }), { text: 'Twin: {{lastResult}}' }],
      tools: ['spawn'],
    }
    const { yard } = await openCompany(test, { boss, worker, twin }, { agents: { subAgents: { depth: 1 } } })
    assert.equal(
      (await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))).record.result,
      'Worker: echo: w',
    )
    const { record } = await finish(await yard.runs.start({ agent: 'twin', prompt: 'Go.' }))
    const [below] = await yard.runs.list({ parentId: record.id })
    assert.equal(below?.agent, 'twin')
    assert.match(below.result ?? '', /budget_exhausted.*at most 1 deep/)
  })

  it('tells of a sub-agent that fails', async (test) => {
    const broken = { turns: [{ expect: 'never said', text: 'x' }] }
    const boss = {
      turns: [call('spawn', { task: 'Look.', agent: 'broken', wait: true }), { text: 'ok' }],
      tools: ['spawn'],
    }
    const { yard } = await openCompany(test, { boss, broken })
    const run = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [[, status, text] = []] = resultsOf(run)
    assert.equal(status, 'error')
    assert.match(text ?? '', /^tool_failed: agent "broken" did not finish/)
  })

  it('sends the result straight into the thread where no run waits for it', async (test) => {
    const { yard } = await openCompany(test, { worker })
    const result = await yard.call('spawn', { task: 'Look.', agent: 'worker' }, { threadId: 'mine' })
    assert.equal(result.status, 'ok')
    const [run] = await yard.runs.list({ parentThreadId: 'mine' })
    const live = yard.runs.follow(run?.id ?? '')
    if (live) for await (const event of live) void event
    assert.match(
      saidIn(await yard.store.threads.messages('mine'))[0] ?? '',
      /Sub-agent "worker".*\nWorker: echo: w/,
    )
  })

  it('says how to make an agent where there is none', async (test) => {
    const { yard } = await openCompany(test, {})
    const { error } = await yard.call('spawn', { task: 'Look.' })
    assert.match(error?.hint ?? '', /There is no agent yet\. Make one with .*agents\.create/)
  })

  it('means the only agent where none is named, and asks for a name where there are more', async (test) => {
    const { yard } = await openCompany(test, { worker })
    const { data } = await yard.call('spawn', { task: 'Look.', label: 'a look', wait: true })
    assert.match(JSON.stringify(data), /Worker: echo: w/)
    const two = await openCompany(test, { worker, broken: { turns: [] } })
    const unclear = await two.yard.call('spawn', { task: 'Look.' })
    assert.equal(unclear.error?.code, 'invalid_arguments')
    assert.match(unclear.error.hint ?? '', /broken, worker|worker, broken/)
  })
})

describe('team_agent', () => {
  it('answers what the other agent says, and goes on with a conversation of its own only', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [{ text: 'One.' }, { text: 'Two.' }] } })
    const caller = { threadId: 'mine' }
    const first = await yard.call('team_agent', { agent: 'helper', message: 'First?' }, caller)
    const { thread, answer } = first.data as { thread: string; answer: string }
    assert.equal(answer, 'One.')
    const second = await yard.call('team_agent', { agent: 'helper', message: 'Second?', thread }, caller)
    assert.equal((second.data as { answer: string }).answer, 'Two.')
    assert.equal((await yard.store.threads.messages(thread)).length, 4)
    const stranger = await yard.call(
      'team_agent',
      { agent: 'helper', message: 'Hm?', thread },
      { threadId: 'other' },
    )
    assert.equal(stranger.error?.code, 'not_found')
    const nobody = await yard.call('team_agent', { agent: 'helpr', message: 'Hm?' }, caller)
    assert.deepEqual([nobody.error?.code, nobody.error?.hint], ['agent_not_found', 'Did you mean "helper"?'])
  })
})

describe('task_broadcast', () => {
  const team = {
    a: { turns: [{ text: 'From a.' }], settings: { tags: ['red'] } },
    b: { turns: [{ text: 'From b.' }], settings: { tags: ['red', 'blue'] } },
    c: { turns: [{ expect: 'never', text: 'x' }], settings: { tags: ['blue'] } },
  }
  const rowsOf = (data: unknown) =>
    (data as { rows: { agent: string; state: string; answer?: string }[] }).rows

  it('gives one task to agents by name or tag, and answers a row for each with its state', async (test) => {
    const { yard } = await openCompany(test, team, { agents: { subAgents: { perTenSeconds: 100 } } })
    const broadcast = (input: object) =>
      yard.call('task_broadcast', { task: 'Go.', ...input }, { threadId: 't' })
    const named = await broadcast({ agents: ['a', 'c', 'nobody'], wait: true })
    assert.deepEqual(
      rowsOf(named.data).map(({ agent, state }) => [agent, state]),
      [
        ['a', 'done'],
        ['c', 'failed'],
        ['nobody', 'refused'],
      ],
    )
    assert.equal(rowsOf(named.data)[0]?.answer, 'From a.')
    const tagged = await broadcast({ tags: ['red'] })
    assert.deepEqual(
      rowsOf(tagged.data).map(({ agent, state }) => [agent, state]),
      [
        ['a', 'running'],
        ['b', 'running'],
      ],
    )
    const { batch } = tagged.data as { batch: string }
    assert.equal((await yard.runs.list({ batch })).length, 2)
    assert.equal((await broadcast({ tags: ['green'] })).error?.code, 'invalid_arguments')
    assert.equal((await broadcast({})).error?.code, 'invalid_arguments')
    assert.equal((await broadcast({ tags: ['red'], agents: ['a'] })).error?.code, 'invalid_arguments')
  })
})

describe('the limits of sub-agents', () => {
  const slowOnes = { turns: [call('wait')], tools: ['wait'] }

  it('hold for how many are at work, how many a thread starts, and how fast', async (test) => {
    const { tool } = waiting()
    const open = (subAgents: object) =>
      openCompany(test, { slow: slowOnes }, { tools: [tool], agents: { subAgents } })
    const startThree = async (subAgents: object) => {
      const { yard } = await open(subAgents)
      const codes: string[] = []
      for (let time = 0; time < 3; time++) {
        const { status, error } = await yard.call(
          'spawn',
          { task: `${time}`, agent: 'slow' },
          { threadId: 't' },
        )
        codes.push(error?.code ?? status)
      }
      return codes
    }
    assert.deepEqual(await startThree({ alive: 2 }), ['ok', 'ok', 'budget_exhausted'])
    assert.deepEqual(await startThree({ perThread: 2 }), ['ok', 'ok', 'budget_exhausted'])
    assert.deepEqual(await startThree({ perTenSeconds: 2 }), ['ok', 'ok', 'rate_limited'])
    assert.deepEqual(await startThree({}), ['ok', 'ok', 'ok'])
  })

  it('hold for many at once', async (test) => {
    const { tool } = waiting()
    const limits = { alive: 3, perTenSeconds: 100 }
    const { yard } = await openCompany(
      test,
      { slow: slowOnes },
      { tools: [tool], agents: { subAgents: limits } },
    )
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        yard.call('spawn', { task: `${index}`, agent: 'slow' }, { threadId: 't' }),
      ),
    )
    assert.equal(all.filter(({ status }) => status === 'ok').length, 3)
    assert.equal((await yard.runs.list({ status: 'running' })).length, 3)
  })

  it('leave a run below another only what is left of the budget', async (test) => {
    const greedy = { turns: Array.from({ length: 9 }, () => call('echo', { text: 'x' })), tools: ['echo'] }
    const boss = {
      turns: [call('spawn', { task: 'Go.', agent: 'greedy', wait: true }), { text: 'ok' }],
      tools: ['spawn', 'echo'],
      settings: { maxTokens: 3000 },
    }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [below] = await yard.runs.list({ parentId: record.id })
    assert.ok(below && below.steps < 9, `${below?.steps} steps`)
  })
})

describe('the most steps of a run', () => {
  const greedy = { turns: Array.from({ length: 20 }, () => call('echo', { text: 'x' })), tools: ['echo'] }
  const spawning = (...agents: readonly string[]) => [
    ...agents.map((agent) => call('spawn', { task: 'Go.', agent, wait: true })),
    ...Array.from({ length: 20 }, () => call('echo', { text: 'y' })),
  ]

  it('bind those below it, and what they used is gone for it', async (test) => {
    const boss = { turns: spawning('greedy'), tools: ['spawn', 'echo'], settings: { maxSteps: 6 } }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record, events } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [below] = await yard.runs.list({ parentId: record.id })
    assert.deepEqual([record.steps, below?.steps], [1, 5])
    const last = events.at(-1)
    assert.equal(last?.type === 'done' && last.reason, 'max_steps')
  })

  it('bind all below it together, down to the last', async (test) => {
    const middle = { turns: spawning('greedy'), tools: ['spawn', 'echo'], settings: { maxSteps: 4 } }
    const boss = { turns: spawning('middle', 'middle'), tools: ['spawn', 'echo'] }
    const { yard } = await openCompany(test, { boss, middle, greedy })
    await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.', limits: { maxSteps: 9 } }))
    const runs = await yard.runs.list()
    assert.equal(
      runs.reduce((sum, { steps }) => sum + steps, 0),
      9,
      JSON.stringify(runs.map(({ agent, steps }) => [agent, steps])),
    )
    for (const { steps } of runs.filter(({ agent }) => agent !== 'boss')) assert.ok(steps <= 4)
  })

  it('that nobody has set are counted for each run by itself', async (test) => {
    const boss = { turns: [...spawning('greedy').slice(0, 1), { text: 'ok' }], tools: ['spawn', 'echo'] }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    assert.equal(record.steps, 2)
  })
})

describe('a run that stops', () => {
  it('stops those below it, down to the last', async (test) => {
    const slow = waiting()
    const { yard } = await openCompany(
      test,
      {
        boss: {
          turns: [call('spawn', { task: 'Go.', agent: 'middle' }), { text: 'Waiting.' }],
          tools: ['spawn', 'wait'],
        },
        middle: {
          turns: [call('spawn', { task: 'Go.', agent: 'slow', wait: true })],
          tools: ['spawn', 'wait'],
        },
        slow: { turns: [call('wait')], tools: ['wait'] },
      },
      { tools: [slow.tool] },
    )
    const run = await yard.runs.start({ agent: 'boss', prompt: 'Go.' })
    await slow.begun
    yard.runs.abort(run.runId)
    const { record, events } = await finish(run)
    assert.equal(record.status, 'stopped')
    const last = events.at(-1)
    assert.equal(last?.type === 'done' && last.reason, 'stopped')
    while ((await yard.runs.list({ status: 'running' })).length > 0) await new Promise(setImmediate)
    assert.deepEqual(
      (await yard.runs.list()).map(({ agent, status, depth }) => [agent, status, depth]),
      [
        ['slow', 'stopped', 2],
        ['middle', 'stopped', 1],
        ['boss', 'stopped', 0],
      ],
    )
    assert.equal(slow.stopped, 1)
  })

  it('stops what a cancelled call waits for', async (test) => {
    const slow = waiting()
    const { yard } = await openCompany(
      test,
      { slow: { turns: [call('wait')], tools: ['wait'] } },
      { tools: [slow.tool] },
    )
    const stop = new AbortController()
    const asked = yard.call(
      'team_agent',
      { agent: 'slow', message: 'x' },
      { threadId: 't', signal: stop.signal },
    )
    await slow.begun
    stop.abort()
    assert.equal((await asked).status, 'cancelled')
    while ((await yard.runs.list({ status: 'running' })).length > 0) await new Promise(setImmediate)
    assert.equal(slow.stopped, 1)
  })
})

/** How far agents that start agents may go, and how they stop. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, openCompany, waiting } from './company.ts'

const call = (tool: string, input: object = {}) => ({ calls: [{ tool, input }] })

describe('the limits of sub-agents', () => {
  const slowOnes = { turns: [call('wait')], tools: ['wait'] }

  it('hold for how many are at work, how many a thread starts, and how fast', async (test) => {
    const { tool } = waiting()
    const open = (subAgents: object) =>
      openCompany(test, { slow: slowOnes }, { tools: [tool], agents: { subAgents } })
    const startThree = async (subAgents: object, task?: string) => {
      const { yard } = await open(subAgents)
      const codes: string[] = []
      for (let time = 0; time < 3; time++) {
        const { status, error } = await yard.call(
          'spawn',
          { task: task ?? `${time}`, agent: 'slow' },
          { threadId: 't' },
        )
        codes.push(error?.code ?? status)
      }
      return codes
    }
    assert.deepEqual(await startThree({ alive: 2 }), ['ok', 'ok', 'budget_exhausted'])
    assert.deepEqual(await startThree({ perThread: 2 }), ['ok', 'ok', 'budget_exhausted'])
    assert.deepEqual(await startThree({ perTenSeconds: 2 }, 'the same'), ['ok', 'ok', 'rate_limited'])
    assert.deepEqual(await startThree({ perTenSeconds: 2 }), ['ok', 'ok', 'ok'])
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
    const greedy = {
      turns: Array.from({ length: 9 }, (_, index) => call('echo', { text: `x${index}` })),
      tools: ['echo'],
    }
    const boss = {
      turns: [call('spawn', { task: 'Go.', agent: 'greedy', wait: true }), { text: 'ok' }],
      tools: ['spawn', 'echo'],
      settings: { maxTokens: 1500 },
    }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [below] = await yard.runs.list({ parentId: record.id })
    assert.ok(below && below.steps < 9, `${below?.steps} steps`)
  })
})

describe('one budget for a run and all below it', () => {
  it('holds for sub-agents that work at the same time', async (test) => {
    const greedy = {
      turns: Array.from({ length: 9 }, (_, index) => call('echo', { text: `x${index}` })),
      tools: ['echo'],
    }
    const tasks = ['one', 'two', 'three'].map((task) => ({
      tool: 'spawn',
      input: { task, agent: 'greedy', wait: true },
    }))
    const boss = {
      turns: [{ calls: tasks }, { text: 'ok' }],
      tools: ['spawn', 'echo'],
      settings: { maxTokens: 1100 },
    }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const runs = await yard.runs.list({ rootId: record.id })
    assert.equal(runs.length, 4)
    const spent = runs.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
    const longest = Math.max(
      ...runs.map((run) => (run.inputTokens + run.outputTokens) / Math.max(run.steps, 1)),
    )
    // A step that has begun is finished.
    assert.ok(spent <= 1100 + longest, `${spent} tokens`)
    assert.deepEqual([record.status, record.reason], ['incomplete', 'token_budget'])
  })

  it('ends a sub-agent that reached its limit as unfinished, and says so to the run above', async (test) => {
    const greedy = {
      turns: Array.from({ length: 9 }, (_, index) => ({
        text: `On it, ${index}.`,
        ...call('echo', { text: `x${index}` }),
      })),
      tools: ['echo'],
      settings: { maxSteps: 2 },
    }
    const boss = {
      turns: [
        call('spawn', { task: 'Go.', agent: 'greedy', wait: true }),
        { text: 'I heard: {{lastResult}}' },
      ],
      tools: ['spawn', 'echo'],
    }
    const { yard } = await openCompany(test, { boss, greedy })
    const { record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const [below] = await yard.runs.list({ parentId: record.id })
    assert.deepEqual([below?.status, below?.reason, below?.rootId], ['incomplete', 'max_steps', record.id])
    assert.match(record.result ?? '', /did not finish: it reached its most steps/)
    assert.match(record.result ?? '', /It had said: On it, 1\./)
  })
})

describe('the most steps of a run', () => {
  const greedy = {
    turns: Array.from({ length: 20 }, (_, index) => call('echo', { text: `x${index}` })),
    tools: ['echo'],
  }
  const spawning = (...agents: readonly string[]) => [
    ...agents.map((agent) => call('spawn', { task: 'Go.', agent, wait: true })),
    ...Array.from({ length: 20 }, (_, index) => call('echo', { text: `y${index}` })),
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

/** Agents that start agents: what comes back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, openCompany, resultsOf, saidIn } from './company.ts'

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

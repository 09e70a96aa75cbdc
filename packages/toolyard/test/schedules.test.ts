/** Schedules from the tool to what begins: real time, real stores, agents of a script. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, defineTool, type ToolyardOptions, type ToolService } from '../src/index.ts'
import { schedules } from '../src/parts/index.ts'
import { scriptedRunner } from '../src/testing/index.ts'
import { Project } from './cli/cli.ts'
import { openSite, type Refusal } from './http/support.ts'
import { databaseKinds } from './helpers/databases.ts'

const dayMs = 86_400_000

function clicker() {
  const clicks: unknown[] = []
  const tool = defineTool({
    name: 'click',
    description: 'Click',
    permission: 'write',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    execute: (input, { callId, principal }) => {
      clicks.push({ input, callId, principal })
      return 'clicked'
    },
  })
  return { clicks, tool }
}

async function open(test: TestContext, options: ToolyardOptions = {}): Promise<ToolService> {
  const yard = await createToolyard({
    tools: { builtins: ['collab'] },
    policy: { allow: ['cron'] },
    ...options,
  })
  test.after(() => yard.close())
  return yard
}

async function folderOf(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-schedules-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1200) throw new Error('it did not come to be so')
    await sleep(50)
  }
}

describe('the tool cron', () => {
  it('adds, lists, pauses, resumes, tells the next three times, and removes', async (test) => {
    const yard = await open(test)
    const cron = (input: object) => yard.call('cron', input, { principal: 'ann' })
    const added = await cron({
      action: 'add',
      name: 'tidy',
      schedule: 'every 15m',
      tool: 'task',
      args: { action: 'list' },
    })
    assert.equal(added.status, 'ok', added.error?.message)
    const {
      schedules: [one],
    } = added.data as { schedules: { next: string[]; words: string }[] }
    assert.equal(one?.words, 'every 15 minutes')
    const gaps = one.next
      .map((time) => Date.parse(time))
      .map((time, index, all) => time - (all[index - 1] ?? time))
    assert.deepEqual(gaps, [0, 900_000, 900_000])
    assert.equal(
      (await cron({ action: 'add', name: 'tidy', schedule: '300s', tool: 'task' })).error?.code,
      'conflict',
    )
    const paused = await cron({ action: 'pause', name: 'tidy' })
    assert.deepEqual((paused.data as { schedules: { next: string[] }[] }).schedules[0]?.next, [])
    assert.equal((await cron({ action: 'resume', name: 'tidy' })).status, 'ok')
    assert.match((await cron({ action: 'remove', name: 'tidi' })).error?.message ?? '', /Did you mean "tidy"/)
    assert.equal((await cron({ action: 'remove', name: 'tidy' })).status, 'ok')
    assert.deepEqual(((await cron({ action: 'list' })).data as { schedules: unknown[] }).schedules, [])
  })

  it('shows and changes only what the caller made', async (test) => {
    const yard = await open(test)
    const add = { action: 'add', name: 'mine', schedule: '0 9 * * *', tool: 'task', args: { action: 'list' } }
    assert.equal((await yard.call('cron', add, { principal: 'ann' })).status, 'ok')
    const list = await yard.call('cron', { action: 'list' }, { principal: 'bob' })
    assert.deepEqual((list.data as { schedules: unknown[] }).schedules, [])
    for (const action of ['remove', 'pause', 'resume', 'run', 'history'])
      assert.equal(
        (await yard.call('cron', { action, name: 'mine' }, { principal: 'bob' })).error?.code,
        'not_found',
      )
  })

  it('refuses what can never be due, is due too often, or says nothing to do', async (test) => {
    const yard = await open(test)
    const work = { tool: 'task', args: { action: 'list' } }
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ ...work, schedule: '0 0 30 2 *' }, /never comes due/],
      [{ ...work, schedule: 'every 30s' }, /more often than every 60 seconds/],
      [{ ...work, schedule: '0 9 * * *', tz: 'Europe/Berlim' }, /Europe\/Berlim/],
      [{ ...work, schedule: '2020-01-01T00:00:00Z' }, /past/],
      [{ schedule: '0 9 * * *' }, /either message or tool/],
      [{ schedule: '0 9 * * *', message: 'hi' }, /needs an agent/],
      [{ ...work, schedule: '0 9 * * *', name: 'a\u0007b' }, /visible characters/],
      [work, /schedule: needed/],
    ]
    for (const [input, message] of wrong) {
      const result = await yard.call('cron', { action: 'add', name: 'x', ...input })
      assert.equal(result.status, 'error')
      assert.match(result.error?.message ?? '', message)
      assert.ok(result.error?.hint, 'a next step')
    }
  })
})

describe('the work of a new schedule', () => {
  const at = { schedule: '0 9 * * *' }

  it('is refused if its tool or agent is not there, with what may have been meant', async (test) => {
    const yard = await open(test)
    await yard.agents.create({ name: 'clerk', toolIds: ['cron', 'task'] })
    const wrong: readonly (readonly [object, object, string, RegExp, RegExp])[] = [
      [{ tool: 'taks' }, {}, 'tool_not_found', /no tool named "taks"/, /Did you mean "task"/],
      [{ tool: 'qqqqqqqq' }, {}, 'tool_not_found', /no tool named/, /^Tools: .*task/],
      [{ message: 'hi', agent: 'clark' }, {}, 'agent_not_found', /no agent named "clark"/, /"clerk"/],
      [{ tool: 'forum' }, { agent: 'clerk' }, 'tool_not_found', /"clerk" has no tool named "forum"/, /task/],
    ]
    for (const [work, caller, code, message, hint] of wrong) {
      const result = await yard.call('cron', { action: 'add', name: 'x', ...at, ...work }, caller)
      assert.equal(result.error?.code, code)
      assert.match(result.error?.message ?? '', message)
      assert.match(result.error?.hint ?? '', hint)
    }
    assert.deepEqual(await yard.installation.part(schedules).list({}), [])
    const own = await yard.call('cron', { action: 'add', name: 'x', ...at, tool: 'task' }, { agent: 'clerk' })
    assert.equal(own.status, 'ok', own.error?.message)
  })

  it('is refused alike over HTTP and at the terminal', async (test) => {
    const site = await openSite(test)
    const body = { name: 'x', ...at, tool: 'ecko' }
    const answer = await site.json<Refusal>('POST', '/api/schedules', { as: 'operator', body })
    assert.equal(answer.status, 404)
    assert.match(answer.body.error.message, /no tool named "ecko"/)
    assert.match(answer.body.error.hint ?? '', /"echo"/)
    await using project = await Project.alone()
    const add = ['schedules', 'add', 'x', at.schedule]
    const called = await project.run([...add, '--tool', 'nothing_like_it'])
    assert.notEqual(called.code, 0)
    assert.match(called.err, /no tool named "nothing_like_it"/)
    const told = await project.run([...add, '--agent', 'clerk', '--message', 'hi'])
    assert.match(told.err, /no agent named "clerk"/)
    assert.match((await project.run(['schedules'])).out, /^Nothing begins by itself/)
  })

  it('fails visibly if it went away since', async (test) => {
    const { tool } = clicker()
    const yard = await open(test, { tools: { list: [tool], builtins: ['collab'] } })
    await yard.agents.create({ name: 'clerk', prompt: 'Help.' })
    const kept = yard.installation.part(schedules)
    const owner = { principal: 'ann' }
    const calls = await kept.add(owner, { name: 'c', ...at, work: { tool: 'click', args: {} } }, 1000)
    const tells = await kept.add(owner, { name: 't', ...at, work: { message: 'hi', agent: 'clerk' } }, 1000)
    yard.registry.unregister('click')
    await yard.agents.remove('clerk')
    for (const [{ id }, reason] of [
      [calls, /no tool named "click"/],
      [tells, /no agent named "clerk"/],
    ] as const) {
      await kept.run(id, 'ann')
      await until(async () => (await kept.history(id, 1))[0]?.state === 'failed')
      assert.match((await kept.history(id, 1))[0]?.reason ?? '', reason)
    }
  })
})

describe('a schedule', () => {
  it('calls its tool as the one who made it, under an id of its own, and tells it in its history', async (test) => {
    const { clicks, tool } = clicker()
    const yard = await open(test, { tools: { list: [tool], builtins: ['collab'] } })
    const kept = yard.installation.part(schedules)
    await kept.add(
      { principal: 'ann' },
      { name: 'c', schedule: 'every 1s', work: { tool: 'click', args: { n: 1 } } },
      1000,
    )
    await until(() => clicks.length >= 2)
    const [one, two] = clicks as { input: unknown; callId: string; principal: string }[]
    assert.deepEqual([one?.input, one?.principal], [{ n: 1 }, 'ann'])
    assert.notEqual(one?.callId, two?.callId)
    const [view] = await kept.list({})
    const id = view?.id ?? ''
    await until(async () => (await kept.history(id, 10)).filter(({ state }) => state === 'done').length >= 2)
    const done = (await kept.history(id, 10)).find(({ state }) => state === 'done')
    const call = await yard.journal.find(done?.callId ?? '')
    assert.deepEqual([call?.tool, call?.origin, call?.principal], ['click', 'schedule', 'ann'])
  })

  it('is stopped by the rights of the moment, visibly', async (test) => {
    const { clicks, tool } = clicker()
    const yard = await open(test, {
      tools: { list: [tool], builtins: ['collab'] },
      policy: { deny: ['click'], allow: ['cron'] },
    })
    const kept = yard.installation.part(schedules)
    const { id } = await kept.add(
      { principal: 'ann' },
      { name: 'c', schedule: '0 9 * * *', work: { tool: 'click', args: {} } },
      1000,
    )
    await kept.run(id, 'ann')
    await until(async () => (await kept.history(id, 1))[0]?.state === 'failed')
    assert.match((await kept.history(id, 1))[0]?.reason ?? '', /denied|rule/i)
    assert.equal(clicks.length, 0)
  })

  for (const kind of databaseKinds())
    it(`survives a restart, and comes due once in two processes on one ${kind.name}`, async (test) => {
      const [folder, database] = [await folderOf(test), await kind.fresh(test)]
      const { clicks, tool } = clicker()
      const options = {
        tools: { list: [tool], builtins: ['collab' as const] },
        database,
        policy: { allow: ['cron'] },
        files: { workspace: folder },
      }
      const first = await createToolyard(options)
      const at = new Date(Date.now() + 3000).toISOString()
      const added = await first.call('cron', { action: 'add', name: 'once', schedule: at, tool: 'click' })
      assert.equal(added.status, 'ok', added.error?.message)
      await first.close()
      const yards = [await createToolyard(options), await createToolyard(options)]
      const kept = yards[0]?.installation.part(schedules)
      const [view] = (await kept?.list({})) ?? []
      await until(async () => (await kept?.history(view?.id ?? '', 5))?.[0]?.state === 'done')
      await Promise.all(yards.map((yard) => yard.close()))
      assert.equal(clicks.length, 1)
    })

  it('gives an agent no tool of another agent that it sends a message to', async (test) => {
    const { clicks, tool } = clicker()
    const yard = await open(test, {
      tools: { list: [tool], builtins: ['collab'] },
      policy: { mode: 'bypass' },
      agents: {
        create: [
          { name: 'small', prompt: 'x', runner: 'script', model: 'any', toolIds: ['cron'] },
          { name: 'large', prompt: 'x', runner: 'script', model: 'any', toolIds: ['click', 'cron'] },
        ],
        runners: { script: scriptedRunner([{ calls: [{ tool: 'click' }] }, { text: 'Done.' }]) },
      },
    })
    const kept = yard.installation.part(schedules)
    for (const agent of ['small', 'large']) {
      const work = { message: 'Click.', agent: 'large', threadId: `to ${agent}` }
      const owner = { principal: 'local', agent }
      const { id } = await kept.add(owner, { name: agent, schedule: 'every 1h', work }, 1000)
      await kept.run(id, 'ann')
      await until(async () => (await kept.history(id, 1))[0]?.state === 'done')
      assert.equal(clicks.length, agent === 'small' ? 0 : 1)
    }
  })

  it('does not begin in a process that does not work', async (test) => {
    const { clicks, tool } = clicker()
    const yard = await open(test, { tools: { list: [tool], builtins: ['collab'] }, engine: { work: false } })
    const kept = yard.installation.part(schedules)
    await kept.add(
      { principal: 'ann' },
      { name: 'c', schedule: 'every 1s', work: { tool: 'click', args: {} } },
      1000,
    )
    await sleep(2500)
    assert.equal(clicks.length, 0)
  })

  it('sends its message to the agent, whose answer is in the conversation', async (test) => {
    const folder = await folderOf(test)
    const yard = await open(test, {
      files: { workspace: folder },
      agents: {
        create: [{ name: 'clerk', prompt: 'Help.', runner: 'script', model: 'any' }],
        runners: { script: scriptedRunner([{ text: 'Good morning.' }]) },
      },
    })
    const cron = {
      action: 'add',
      name: 'm',
      schedule: new Date(Date.now() + dayMs).toISOString(),
      message: 'Say hello.',
      agent: 'clerk',
    }
    assert.equal((await yard.call('cron', cron, { principal: 'ann', threadId: 't' })).status, 'ok')
    const kept = yard.installation.part(schedules)
    const [view] = await kept.list({})
    const id = view?.id ?? ''
    await yard.call('cron', { action: 'run', name: 'm' }, { principal: 'ann' })
    await until(async () => ['done', 'failed'].includes((await kept.history(id, 1))[0]?.state ?? ''))
    const [slot] = await kept.history(id, 1)
    assert.equal(slot?.state, 'done', slot?.reason)
    const run = await yard.runs.find(slot.runId ?? '')
    assert.deepEqual([run?.agent, run?.principal, run?.result], ['clerk', 'ann', 'Good morning.'])
  })
})

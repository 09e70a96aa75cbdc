/** Scheduled calls that need a person: they wait without a worker, are made once when a person agrees, and never by themselves. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, defineTool, type ToolyardOptions, type ToolService } from '../src/index.ts'
import { schedules } from '../src/parts/index.ts'
import type { Schedules } from '../src/parts/schedules/schedules.ts'
import type { Overlap, SlotState } from '../src/store/index.ts'
import { scriptedRunner } from '../src/testing/index.ts'
import { marksIn, openDurable } from './agents/durable-yard.ts'
import { Project } from './cli/cli.ts'
import { databaseKinds } from './helpers/databases.ts'
import { openSite } from './http/support.ts'

const dayMs = 86_400_000
const daily = '0 9 * * *'

async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (let tries = 0; tries < 1200; tries++) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
  throw new Error('it did not come to be so')
}

/** Removed when everything in them is closed. */
const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-waiting-')))
  folders.push(folder)
  return folder
}

/** A tool that needs a person, and what it did. */
function payer(over: { readonly queue?: string } = {}) {
  const paid: string[] = []
  const tool = defineTool({
    name: 'pay',
    description: 'Pay',
    permission: 'write',
    confirm: true,
    ...over,
    execute: (_input, { callId }) => (paid.push(callId), 'paid'),
  })
  return { paid, tool }
}

async function open(test: TestContext, options: ToolyardOptions): Promise<[ToolService, Schedules]> {
  const yard = await createToolyard({ policy: { allow: ['cron'], approvals: 'wait' }, ...options })
  test.after(() => yard.close())
  return [yard, yard.installation.part(schedules)]
}

async function addPay(kept: Schedules, overlap: Overlap = 'skip'): Promise<string> {
  const given = { name: 'pay rent', schedule: daily, work: { tool: 'pay', args: {} }, overlap }
  const { id } = await kept.add({ principal: 'ann' }, given, 1000)
  await kept.run(id, 'ann')
  return id
}

/** The newest slot, once it is so. */
const standsAs = (kept: Schedules, id: string, state: SlotState) =>
  until(async () => {
    const [slot] = await kept.history(id, 1)
    return slot?.state === state && slot
  })

const requestOf = (yard: ToolService) => until(async () => (await yard.inbox.list({ status: 'pending' }))[0])

describe('a scheduled call that needs a person', () => {
  for (const kind of databaseKinds())
    it(`waits for seven days on ${kind.name}, is taken up by another process and made once`, async (test) => {
      const { paid, tool } = payer()
      const options: ToolyardOptions = {
        tools: { list: [tool] },
        database: await kind.fresh(test),
        files: { workspace: await newFolder() },
      }
      const [first, keptFirst] = await open(test, options)
      const id = await addPay(keptFirst)
      const { callId } = await standsAs(keptFirst, id, 'waiting')
      const item = await requestOf(first)
      assert.equal(item.callId, callId)
      assert.equal(Math.round((item.expiresAt - item.createdAt) / dayMs), 7)
      await first.close()
      const [other] = await open(test, { ...options, engine: { work: false } })
      const [, kept] = await open(test, options)
      assert.equal((await kept.find(id)).isWaiting, true)
      assert.deepEqual(paid, [])
      await other.inbox.approve(item.id, { by: 'bob' })
      await standsAs(kept, id, 'done')
      assert.deepEqual(paid, [callId])
      assert.equal((await kept.find(id)).isWaiting, false)
      const call = await other.journal.find(callId ?? '')
      assert.deepEqual([call?.status, call?.origin, call?.principal], ['ok', 'schedule', 'ann'])
    })

  it('holds no worker: others come due beside many that wait', async (test) => {
    const { paid, tool } = payer()
    const free = defineTool({ name: 'free', description: 'Free', permission: 'read', execute: () => 'ok' })
    const [, kept] = await open(test, { tools: { list: [tool, free] } })
    const ids: string[] = []
    for (let number = 0; number < 40; number++) {
      const given = { name: `pay ${number}`, schedule: daily, work: { tool: 'pay', args: {} } }
      const { id } = await kept.add({ principal: 'ann' }, given, 1000)
      ids.push(id)
      await kept.run(id, 'ann')
    }
    for (const id of ids) await standsAs(kept, id, 'waiting')
    const given = { name: 'free', schedule: daily, work: { tool: 'free', args: {} } }
    const { id } = await kept.add({ principal: 'ann' }, given, 1000)
    await kept.run(id, 'ann')
    await standsAs(kept, id, 'done')
    assert.deepEqual(paid, [])
  })

  it('fails if the person says no, and tells why', async (test) => {
    const { paid, tool } = payer()
    const [yard, kept] = await open(test, { tools: { list: [tool] } })
    const id = await addPay(kept)
    await yard.inbox.reject((await requestOf(yard)).id, { by: 'bob', reason: 'not this month' })
    assert.match((await standsAs(kept, id, 'failed')).reason ?? '', /not this month/)
    assert.deepEqual(paid, [])
  })

  it('fails where nobody can be asked', async (test) => {
    const { paid, tool } = payer()
    const [, kept] = await open(test, { tools: { list: [tool] }, policy: {} })
    const id = await addPay(kept)
    assert.match((await standsAs(kept, id, 'failed')).reason ?? '', /nobody to ask/)
    assert.deepEqual(paid, [])
  })

  it('is not made if its schedule is removed meanwhile, and nobody is asked any more', async (test) => {
    const { paid, tool } = payer()
    const [yard, kept] = await open(test, { tools: { list: [tool] } })
    const id = await addPay(kept)
    const { id: item } = await requestOf(yard)
    await standsAs(kept, id, 'waiting')
    await kept.remove(id)
    assert.equal((await yard.inbox.find(item)).status, 'cancelled')
    await assert.rejects(yard.inbox.approve(item, { by: 'bob' }))
    assert.deepEqual(paid, [])
  })

  it('is taken up after its process was killed, and made once', async (test) => {
    const folder = await newFolder()
    const children: ChildProcess[] = []
    const start = (): ChildProcess => {
      const program = join(import.meta.dirname, 'agents/durable-process.ts')
      const args = ['--conditions=@toolyard/source', program, folder]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      children.push(child)
      return child
    }
    const yard = await openDurable(folder, { engine: { work: false } })
    test.after(async () => {
      for (const child of children) child.kill('SIGKILL')
      await yard.close()
    })
    const kept = yard.installation.part(schedules)
    const work = { tool: 'pay', args: { text: 'rent' } }
    const { id } = await kept.add({ principal: 'ann' }, { name: 'rent', schedule: daily, work }, 1000)
    await kept.run(id, 'ann')
    const first = start()
    await standsAs(kept, id, 'waiting')
    first.kill('SIGKILL')
    await once(first, 'exit')
    await yard.inbox.approve((await requestOf(yard)).id, { by: 'bob' })
    assert.deepEqual(marksIn(folder), [])
    start()
    await standsAs(kept, id, 'done')
    assert.deepEqual(marksIn(folder), ['rent'])
  })

  it('holds no worker while it waits in another process, nor does a run', async (test) => {
    const { paid, tool } = payer({ queue: 'bank' })
    const folder = await newFolder()
    const place: ToolyardOptions = {
      tools: { list: [tool] },
      database: `sqlite:${join(await newFolder(), 'yard.db')}`,
      files: { workspace: folder },
      agents: {
        create: [{ name: 'clerk', runner: 'loop', model: 'scripted/pay.json', toolIds: ['pay'] }],
      },
    }
    await writeFile(
      join(folder, 'pay.json'),
      JSON.stringify([{ calls: [{ tool: 'pay', input: {} }] }, { text: 'Paid.' }]),
    )
    const [yard, kept] = await open(test, place)
    await open(test, { ...place, engine: { queues: ['bank'] } })
    const id = await addPay(kept)
    const { callId } = await standsAs(kept, id, 'waiting')
    const { runId } = await yard.runs.start({ agent: 'clerk', prompt: 'Pay.' })
    const statusIs = (status: string) => until(async () => (await yard.runs.find(runId)).status === status)
    await statusIs('waiting')
    assert.equal(paid.length, 0)
    for (const item of await yard.inbox.list({ status: 'pending' }))
      await yard.inbox.approve(item.id, { by: 'bob' })
    await standsAs(kept, id, 'done')
    await statusIs('done')
    assert.deepEqual([paid.length, paid.includes(callId ?? '')], [2, true])
  })

  it('waits for the answer to a question of its tool, too', async (test) => {
    const ask = defineTool({
      name: 'ask',
      description: 'Ask',
      permission: 'read',
      execute: async (_input, context) => `said ${await context.ask({ question: 'Which one?' })}`,
    })
    const [yard, kept] = await open(test, { tools: { list: [ask] } })
    const given = { name: 'ask', schedule: daily, work: { tool: 'ask', args: {} } }
    const { id } = await kept.add({ principal: 'ann' }, given, 1000)
    await kept.run(id, 'ann')
    await standsAs(kept, id, 'waiting')
    await yard.inbox.answer((await requestOf(yard)).id, 'the red one', { by: 'bob' })
    const { callId = '' } = await standsAs(kept, id, 'done')
    // Calls that only read are written a moment after their answer.
    const call = await until(async () => {
      const row = await yard.journal.find(callId)
      return row?.status === 'ok' && row
    })
    assert.match(JSON.stringify(call.result), /said the red one/)
  })

  for (const [overlap, expected] of [
    ['skip', ['skipped', 'waiting']],
    ['queue', ['queued', 'waiting']],
    ['allow', ['waiting', 'waiting']],
  ] as const)
    it(`counts as running for the next time (overlap: ${overlap})`, async (test) => {
      const { paid, tool } = payer()
      const [yard, kept] = await open(test, { tools: { list: [tool] } })
      const id = await addPay(kept, overlap)
      await standsAs(kept, id, 'waiting')
      await until(() => kept.run(id, 'ann').catch(() => undefined))
      const states = async () => (await kept.history(id, 9)).map(({ state }) => state)
      await until(async () => (await states()).join() === expected.join())
      if (overlap !== 'queue') return
      await yard.inbox.approve((await requestOf(yard)).id, { by: 'bob' })
      await until(async () => (await states()).join() === 'waiting,done')
      assert.equal(paid.length, 1)
    })

  it('is shown as waiting over HTTP and by the tool', async (test) => {
    const { tool } = payer()
    const site = await openSite(test, { tools: [tool], approvals: 'wait', builtins: ['collab'] })
    const id = await addPay(site.yard.installation.part(schedules))
    await standsAs(site.yard.installation.part(schedules), id, 'waiting')
    type Listed = { items: { id: string; isWaiting?: boolean; state?: string }[] }
    assert.equal((await site.get<Listed>('/api/schedules')).items[0]?.isWaiting, true)
    const history = await site.get<Listed>(`/api/schedules/${id}/history`)
    assert.equal(history.items[0]?.state, 'waiting')
    const listed = await site.yard.call('cron', { action: 'list' }, { principal: 'ann' })
    assert.match(JSON.stringify(listed.content), /waiting; next/)
  })

  it('is shown as waiting at the terminal', async () => {
    await using project = await Project.alone()
    const { paid, tool } = payer()
    const yard = await createToolyard({
      tools: [tool],
      database: `sqlite:${project.state('toolyard.db')}`,
      files: { workspace: project.path('work') },
      policy: { approvals: 'wait' },
    })
    await using _ = yard
    const kept = yard.installation.part(schedules)
    const id = await addPay(kept)
    await standsAs(kept, id, 'waiting')
    assert.match((await project.run(['schedules'])).out, /pay rent.*waiting; /s)
    assert.match(
      (await project.run(['schedules', 'history', 'pay rent'])).out,
      /waiting.*toolyard approvals/s,
    )
    assert.deepEqual(paid, [])
  })
})

describe('an agent that schedules a tool which needs a person', () => {
  it('does not get it approved by itself: what is due waits for a person (CR043)', async (test) => {
    const { paid, tool } = payer()
    const add = { action: 'add', name: 'pay', schedule: '60s', tool: 'pay' }
    const script = [
      { calls: [{ tool: 'cron', input: add }] },
      { calls: [{ tool: 'cron', input: { action: 'run', name: 'pay' } }] },
      { text: 'Scheduled.' },
    ]
    const [yard, kept] = await open(test, {
      tools: { list: [tool], builtins: ['collab'] },
      agents: {
        create: [{ name: 'clerk', runner: 'script', model: 'any', toolIds: ['cron', 'pay'] }],
        runners: { script: scriptedRunner(script) },
      },
    })
    const { done } = await yard.runs.start({ agent: 'clerk', prompt: 'Pay every minute.' })
    assert.equal((await done).status, 'done')
    const [view] = await kept.list({})
    const id = view?.id ?? ''
    const { callId } = await standsAs(kept, id, 'waiting')
    const item = await requestOf(yard)
    assert.deepEqual([item.callId, item.agent, item.tool], [callId, 'clerk', 'pay'])
    assert.deepEqual(paid, [])
    await yard.inbox.approve(item.id, { by: 'ann' })
    await standsAs(kept, id, 'done')
    assert.deepEqual(paid, [callId])
  })
})

/** Messages to runs that go on. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import type { RunEvent } from '../../src/agents/index.ts'
import { finish } from './company.ts'
import { type ModelServer, startModelServer, type Turns } from './model-server.ts'

/** Waits until it is let go. */
function gate() {
  const begun = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'gate',
    description: 'Waits.',
    permission: 'read',
    effects: 'none',
    async execute() {
      begun.resolve()
      await open.promise
      return 'open'
    },
  })
  return { tool, begun: begun.promise, open: open.resolve }
}

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  permission: 'write',
  confirm: true,
  execute: () => 'paid',
})

interface Place {
  readonly server: ModelServer
  readonly folder: string
  readonly open: (tools?: Parameters<typeof createToolyard>[0]) => Promise<ToolService>
}

async function place(test: TestContext, turns: Turns): Promise<Place> {
  const server = await startModelServer(turns)
  test.after(() => server[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-steering-'))
  const yards: ToolService[] = []
  test.after(async () => {
    await Promise.all(yards.map((yard) => yard.close()))
    await rm(folder, { recursive: true, force: true })
  })
  return {
    server,
    folder,
    async open(options = {}) {
      const yard = await createToolyard({
        workspace: folder,
        database: `sqlite:${join(folder, 'yard.db')}`,
        models: { providers: { local: { baseUrl: `${server.url}/v1` } } },
        ...options,
      })
      yards.push(yard)
      return yard
    },
  }
}

async function hire(yard: ToolService, ...toolIds: string[]): Promise<void> {
  await yard.agents.create({ name: 'helper', model: 'local/m', prompt: 'You help.', toolIds })
}

const lastBody = (server: ModelServer): string => JSON.stringify(server.requests.at(-1)?.body['messages'])
const typesOf = (events: readonly RunEvent[]): string =>
  events
    .map(({ type }) => type)
    .filter((type) => ['tool_call', 'tool_result', 'message', 'done'].includes(type))
    .join()

describe('a message to a run', () => {
  it('is heard between two steps, after the calls that run, and told to readers', async (test) => {
    const { server, open } = await place(test, [{ calls: [{ tool: 'gate' }] }, { text: 'As you wish.' }])
    const { tool, begun, open: letGo } = gate()
    const yard = await open({ tools: [tool] })
    await hire(yard, 'gate')
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.', threadId: 't' })
    await begun
    const first = await yard.runs.say(run.runId, { text: 'Use blue.' })
    const second = await yard.runs.say(run.runId, { text: 'No, red.', from: 'ann' })
    assert.deepEqual(
      (await yard.runs.mail.list(run.runId)).map(({ id, text }) => [id, text]),
      [
        [first.id, 'Use blue.'],
        [second.id, 'No, red.'],
      ],
    )
    assert.equal(await yard.runs.mail.takeBack(run.runId, first.id), true)
    assert.equal(await yard.runs.mail.takeBack(run.runId, first.id), false)
    letGo()
    const { events, record } = await finish(run)
    assert.deepEqual([record.status, record.result], ['done', 'As you wish.'])
    assert.equal(typesOf(events), 'tool_call,tool_result,message,done')
    assert.match(lastBody(server), /open.*\[message from ann\]\\nNo, red\./)
    assert.doesNotMatch(lastBody(server), /blue/)
    assert.deepEqual(await yard.runs.mail.list(run.runId), [])
    assert.equal(await yard.runs.mail.takeBack(run.runId, second.id), false, 'it was heard')
    const said = await yard.store.threads.messages('t')
    assert.deepEqual(
      said.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user', 'assistant'],
    )
  })

  it('that interrupts ends the present answer, whose words stay', async (test) => {
    const { server, open } = await place(test, (_, index) =>
      index === 0 ? { text: 'Once upon a time there was a king.', hangAfter: 6 } : { text: 'Stopped that.' },
    )
    const yard = await open()
    await hire(yard)
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Tell a tale.', threadId: 't' })
    let isSent = false
    const { events, record } = await finish(run, (event) => {
      if (event.type !== 'text' || isSent) return
      isSent = true
      void yard.runs.say(run.runId, { text: 'No tales.', interrupt: true })
    })
    assert.equal(record.result, 'Stopped that.')
    assert.equal(server.left, 1, 'the service was left')
    assert.ok(events.some(({ type }) => type === 'message'))
    assert.match(lastBody(server), /Once.*No tales\./)
    assert.ok(record.outputTokens > 0 && record.steps === 1)
  })

  it('comes from another process, also one that interrupts', async (test) => {
    const { open } = await place(test, (_, index) =>
      index === 0 ? { text: 'On and on and on and on.', hangAfter: 6 } : { text: 'Heard.' },
    )
    const yard = await open()
    await hire(yard)
    const other = await open()
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.' })
    let isSent = false
    const { record } = await finish(run, (event) => {
      if (event.type !== 'text' || isSent) return
      isSent = true
      void other.runs.say(run.runId, { text: 'Enough.', interrupt: true })
    })
    assert.equal(record.result, 'Heard.')
  })

  it('waits with a run that waits for a person, and is heard once when another process takes it up', async (test) => {
    const { server, open } = await place(test, [{ calls: [{ tool: 'pay' }] }, { text: 'Paid and heard.' }])
    const first = await open({ tools: [pay], policy: { approvals: 'pending' } })
    await hire(first, 'pay')
    const run = await first.runs.start({ agent: 'helper', prompt: 'Pay.', threadId: 't' })
    await run.gone
    await first.runs.say(run.runId, { text: 'In euros.' })
    await first.close()
    const second = await open({ tools: [pay], policy: { approvals: 'pending' } })
    assert.equal((await second.runs.mail.list(run.runId)).length, 1)
    const [item] = await second.inbox.list()
    await second.inbox.approve(item?.id ?? '', { by: 'ann' })
    assert.equal((await second.runs.endOf(run.runId)).result, 'Paid and heard.')
    assert.equal(lastBody(server).split('In euros.').length, 2, 'once')
    assert.deepEqual(await second.runs.mail.list(run.runId), [])
  })

  it('is refused if it says nothing or too much, and if too many wait, however many are sent at once', async (test) => {
    const { open } = await place(test, (_, index) =>
      index === 0 ? { calls: [{ tool: 'gate' }] } : { text: 'Done.' },
    )
    const { tool, begun, open: letGo } = gate()
    const yard = await open({ tools: [tool] })
    await hire(yard, 'gate')
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.' })
    await begun
    await assert.rejects(yard.runs.say(run.runId, { text: ' ' }), { code: 'invalid_arguments' })
    await assert.rejects(yard.runs.say(run.runId, { text: 'x'.repeat(5_000_001) }), { code: 'too_large' })
    const half = 'y'.repeat(990_000)
    await yard.runs.say(run.runId, { text: half })
    await yard.runs.say(run.runId, { text: half })
    await assert.rejects(yard.runs.say(run.runId, { text: half }), {
      code: 'busy',
      message: /no room for 990000/,
    })
    const sent = await Promise.allSettled(
      Array.from({ length: 300 }, (_, index) => yard.runs.say(run.runId, { text: `${index}` })),
    )
    assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 98)
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []))
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['busy']))
    assert.equal((await yard.runs.mail.list(run.runId)).length, 100)
    letGo()
    const { status, error } = await run.done
    assert.equal(status, 'done', error)
    assert.deepEqual(await yard.runs.mail.list(run.runId), [])
  })

  it('is taken back or heard, never both', async (test) => {
    const { open } = await place(test, [{ calls: [{ tool: 'gate' }] }, { text: 'Done.' }])
    const { tool, begun, open: letGo } = gate()
    const yard = await open({ tools: [tool] })
    await hire(yard, 'gate')
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.' })
    await begun
    const { id } = await yard.runs.say(run.runId, { text: 'Not this.' })
    // The moment in which the run has read it and not yet written it down.
    const { runs } = yard.store
    const step = runs.step.bind(runs)
    const asked: boolean[] = []
    test.mock.method(runs, 'step', async (...given: Parameters<typeof step>) => {
      if (given[1]?.some((message) => message.id === id))
        asked.push(await yard.runs.mail.takeBack(run.runId, id))
      return step(...given)
    })
    letGo()
    await run.done
    assert.deepEqual(asked, [false])
    const said = await yard.store.threads.messages(run.threadId)
    assert.ok(said.some((message) => message.id === id))
    assert.deepEqual(await yard.runs.mail.list(run.runId), [])
  })

  it('is refused where the run has ended, and says where to go on', async (test) => {
    const { open } = await place(test, [{ text: 'Done.' }])
    const yard = await open()
    await hire(yard)
    const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.', threadId: 't' })
    await finish(run)
    await assert.rejects(yard.runs.say(run.runId, { text: 'Wait.' }), /has ended and hears no more messages/)
    assert.deepEqual(await yard.runs.mail.list(run.runId), [])
    await assert.rejects(yard.runs.say('none', { text: 'x' }), /there is no run "none"/)
  })

  it('that comes as the run ends is in the thread or refused, never lost', async (test) => {
    const { open } = await place(test, () => ({ text: 'Done.' }))
    const yard = await open()
    await hire(yard)
    for (let time = 0; time < 20; time++) {
      const run = await yard.runs.start({ agent: 'helper', prompt: 'Go.', threadId: `t${time}` })
      const sent: Promise<boolean>[] = []
      await finish(run, () => {
        if (sent.length >= 3) return
        sent.push(
          yard.runs.say(run.runId, { text: `word ${sent.length}` }).then(
            () => true,
            () => false,
          ),
        )
      })
      const accepted = (await Promise.all(sent)).filter(Boolean).length
      const said = JSON.stringify(await yard.store.threads.messages(`t${time}`))
      assert.equal(said.split(/word \d/).length - 1, accepted)
    }
  })
})

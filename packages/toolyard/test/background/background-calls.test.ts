/** Background calls in one process: what starts, what is told of them, who is asked, and what is left when they have ended. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createToolyard,
  defineTool,
  type ToolEvent,
  type ToolService,
  type ToolyardOptions,
} from '../../src/index.ts'
import { calls } from '../../src/parts/index.ts'

const stores = ['memory', 'SQLite'] as const

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1200) throw new Error('it did not come to be so')
    await sleep(25)
  }
}

function bench() {
  const ran: unknown[] = []
  const gate = Promise.withResolvers<void>()
  const tools = [
    defineTool({
      name: 'note',
      description: 'Note',
      permission: 'write',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      execute: (input, { callId, principal }) => {
        ran.push({ input, callId, principal })
        return { noted: true }
      },
    }),
    defineTool({
      name: 'count',
      description: 'Count',
      permission: 'read',
      inputSchema: { type: 'object', properties: { to: { type: 'number' } } },
      async *execute({ to = 0 }) {
        for (let n = 1; n <= to; n++) yield `${n},`
      },
    }),
    defineTool({
      name: 'wait',
      description: 'Wait',
      permission: 'read',
      inputSchema: { type: 'object' },
      async execute(_input, { signal, progress }) {
        progress({ message: 'waits' })
        ran.push('wait')
        await Promise.race([
          gate.promise,
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          ),
        ])
        return 'waited'
      },
    }),
  ]
  return { ran, tools, gate }
}

async function open(
  test: TestContext,
  store: (typeof stores)[number],
  options: ToolyardOptions,
): Promise<ToolService> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-background-'))
  const database = store === 'memory' ? undefined : `sqlite:${join(folder, 'toolyard.db')}`
  const yard = await createToolyard({ policy: { allow: ['note'] }, database, ...options })
  test.after(async () => {
    await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return yard
}

const backgroundOf = (yard: ToolService) => yard.installation.part(calls)

for (const store of stores)
  describe(`background calls on ${store}`, () => {
    it('start at once, run as the one who made them, and answer their result', async (test) => {
      const { tools, ran } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      const started = await background.start(
        'note',
        { text: 'hi' },
        { principal: 'ann', threadId: 't', callId: 'a:b c/ü' },
      )
      assert.deepEqual(
        [started.id, started.tool, started.state, started.principal],
        ['a:b c/ü', 'note', 'queued', 'ann'],
      )
      const result = await background.result(started.id)
      assert.equal(result.status, 'ok', result.error?.message)
      assert.deepEqual(result.data, { noted: true })
      assert.deepEqual(ran, [{ input: { text: 'hi' }, callId: 'a:b c/ü', principal: 'ann' }])
      const found = await background.find(started.id)
      assert.equal(found?.state, 'ended')
      assert.ok((found?.keptUntil ?? 0) - (found?.endedAt ?? 0) === 86_400_000)
      assert.equal((await yard.journal.find(started.id))?.principal, 'ann')
    })

    it('keep neither arguments nor terms once they have ended', async (test) => {
      const { tools } = bench()
      const yard = await open(test, store, { tools })
      const { id } = await backgroundOf(yard).start(
        'note',
        { text: 'token-of-a-person' },
        { provided: { key: 'k' } },
      )
      await backgroundOf(yard).result(id)
      const row = await yard.store.requests.find(id)
      assert.equal(row?.state, 'ended')
      assert.deepEqual([row?.input, row?.terms], [undefined, undefined])
    })

    it('tell what they tell in order, numbered, to several readers and from any number on', async (test) => {
      const { tools } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      const { id } = await background.start('count', { to: 300 }, {})
      const read = async (after: number) => {
        const events: { sequence: number; event: ToolEvent }[] = []
        for await (const event of background.watch(id, after)) events.push(event)
        return events
      }
      const [all, rest] = await Promise.all([read(0), read(100)])
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        all.map((_, index) => index + 1),
      )
      const chunks = all.flatMap(({ event }) => (event.type === 'chunk' ? [event.data] : []))
      assert.equal(chunks.join(''), Array.from({ length: 300 }, (_, n) => `${n + 1},`).join(''))
      assert.deepEqual(rest, all.slice(100))
      const last = all.at(-1)?.event
      assert.equal(last?.type === 'result' && last.result.status, 'ok')
      assert.deepEqual(await read(50), all.slice(50))
    })

    it('answer the same call to the same request, and refuse another one under its id', async (test) => {
      const { tools, ran } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      const start = (text: string) => background.start('note', { text }, { callId: 'mine', principal: 'ann' })
      const both = await Promise.all([start('x'), start('x')])
      assert.deepEqual(
        both.map(({ id }) => id),
        ['mine', 'mine'],
      )
      await background.result('mine')
      assert.equal((await start('x')).state, 'ended')
      await assert.rejects(start('y'), { code: 'duplicate_call' })
      await assert.rejects(background.start('note', { text: 'x' }, { callId: 'mine', principal: 'bob' }), {
        code: 'duplicate_call',
      })
      assert.equal(ran.length, 1)
    })

    it('have ids that every database takes, and that can be told', async (test) => {
      const { tools, ran } = bench()
      const background = backgroundOf(await open(test, store, { tools }))
      for (const callId of ['', 'x'.repeat(2000), '\u{1f600}'.repeat(200)])
        await assert.rejects(background.start('note', { text: 'x' }, { callId }), {
          code: 'invalid_arguments',
          message: /^the id of a call in the background is (empty|too long)/,
        })
      for (const callId of ['a:b/../c', ' ', '@2', '\u{1f600}%', 'ü'.repeat(300)]) {
        await background.start('note', { text: 'x' }, { callId })
        assert.equal((await background.result(callId)).status, 'ok', callId)
      }
      assert.equal(ran.length, 5)
    })

    it('are cancelled while they wait in line and while they run, and only once', async (test) => {
      const { tools, ran } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      const { id } = await background.start('wait', {}, {})
      await until(() => ran.length === 1)
      assert.equal((await background.find(id))?.state, 'running')
      assert.equal(await background.cancel(id, 'no more'), true)
      assert.equal((await background.result(id)).status, 'cancelled')
      assert.equal(await background.cancel(id, 'again'), false)
      assert.equal(await background.cancel('none', 'x'), false)
    })

    it('say which tools and calls there are not', async (test) => {
      const { tools } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      await assert.rejects(background.start('nite', {}, {}), /Did you mean "note"/)
      await assert.rejects(background.result('none'), { code: 'not_found' })
      assert.equal(await background.find('none'), undefined)
      await assert.rejects(background.start('note', { n: 1n }, {}), { code: 'invalid_arguments' })
    })

    it('are listed by whom they are, newest first', async (test) => {
      const { tools } = bench()
      const yard = await open(test, store, { tools })
      const background = backgroundOf(yard)
      for (const [callId, principal] of [
        ['1', 'ann'],
        ['2', 'bob'],
        ['3', 'ann'],
      ] as const)
        await background.start('count', { to: 1 }, { callId, principal })
      await Promise.all(['1', '2', '3'].map((id) => background.result(id)))
      const ids = async (filter: object) => (await background.list(filter)).map(({ id }) => id)
      assert.deepEqual(await ids({}), ['3', '2', '1'])
      assert.deepEqual(await ids({ principal: 'ann', state: 'ended' }), ['3', '1'])
      assert.deepEqual(await ids({ state: 'queued' }), [])
    })
  })

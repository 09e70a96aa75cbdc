/** Background calls across processes that are killed, and followed, cancelled and approved from others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openStore } from '../../src/store/index.ts'
import { groundFor, until, type YardProcess } from './yard-processes.ts'

const asks = { engine: { work: false } }

async function stateOf(yard: YardProcess, id: string): Promise<string | undefined> {
  return (await yard.ask('find', id))?.state
}

describe('a background call', () => {
  it('is made by another process if the one that asked for it was killed', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const { id } = await asking.ask('start', 'write_slow', { gate: 'g' }, { principal: 'ann' })
    await asking.kill()
    await ground.lift('g')
    const worker = await ground.open()
    const result = await worker.ask('result', id)
    assert.equal(result.status, 'ok', result.error?.message)
    assert.deepEqual(result.data, { pid: worker.pid })
    assert.deepEqual(await ground.log(), ['begin g', 'end g'])
  })

  it('is made also if its job was lost, because its row is the truth', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const { id } = await asking.ask('start', 'count', { to: 3 })
    await asking.kill()
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(`${ground.folder}/toolyard.db`)
    file.exec('delete from engine_jobs')
    file.close()
    const worker = await ground.open()
    assert.equal((await worker.ask('result', id)).status, 'ok')
  })

  it('that writes is unknown if its worker was killed in the middle, and is not begun twice', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const worker = await ground.open()
    const { id } = await asking.ask('start', 'write_slow', { gate: 'never' })
    await until(async () => (await ground.log()).length === 1, 'the call has begun')
    await worker.kill()
    await ground.open()
    const result = await asking.ask('result', id)
    assert.equal(result.status, 'unknown')
    assert.match(result.error?.message ?? '', /is not known/)
    assert.deepEqual(await ground.log(), ['begin never'])
  })

  it('that only reads is made again if its worker was killed in the middle', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const worker = await ground.open()
    const { id } = await asking.ask('start', 'read_slow', { gate: 'g' })
    await until(async () => (await ground.log()).length === 1, 'the call has begun')
    await worker.kill()
    await ground.lift('g')
    const other = await ground.open()
    const result = await asking.ask('result', id)
    assert.deepEqual(result.data, { pid: other.pid })
    assert.deepEqual(await ground.log(), ['begin g', 'begin g', 'end g'])
  })

  it('is followed from other processes, each from where the one before stopped, without a gap', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    await ground.open()
    const { id } = await asking.ask('start', 'count', { to: 1000 })
    const first = await asking.ask('watch', id, 0, 300)
    const other = await ground.open(asks)
    const rest = await other.ask('watch', id, 300, 1e9)
    const all = [...first, ...rest]
    assert.deepEqual(
      all.map(({ sequence }) => sequence),
      all.map((_, index) => index + 1),
    )
    const text = all.flatMap(({ event }) => (event.type === 'chunk' ? [event.data] : [])).join('')
    assert.equal(text, Array.from({ length: 1000 }, (_, index) => `${index + 1},`).join(''))
    const last = all.at(-1)?.event
    assert.equal(last?.type === 'result' && last.result.status, 'ok')
  })

  it('is cancelled from another process, while it runs and while it waits for a worker', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const early = await asking.ask('start', 'write_slow', { gate: 'early' })
    assert.equal(await asking.ask('cancel', early.id), true)
    assert.equal((await asking.ask('result', early.id)).status, 'cancelled')
    await ground.open()
    const { id } = await asking.ask('start', 'write_slow', { gate: 'g' })
    await until(async () => (await ground.log()).length === 1, 'the call has begun')
    assert.equal(await stateOf(asking, id), 'running')
    assert.equal(await asking.ask('cancel', id), true)
    assert.equal((await asking.ask('result', id)).status, 'cancelled')
    assert.equal(await asking.ask('cancel', id), false)
    assert.deepEqual(await ground.log(), ['begin g'])
  })

  it('waits for its approval without a worker, and runs once where one is when it is answered', async (test) => {
    const ground = await groundFor(test)
    const policy = { approvals: 'pending' } as const
    const asking = await ground.open({ ...asks, policy })
    const worker = await ground.open({ policy })
    const { id } = await asking.ask('start', 'ask_first', { text: 'x' })
    await until(async () => (await stateOf(asking, id)) === 'waiting', 'it waits')
    await worker.kill()
    assert.equal(await asking.ask('approve', id), true)
    const other = await ground.open({ policy })
    const result = await asking.ask('result', id)
    assert.deepEqual(result.data, { pid: other.pid }, result.error?.message)
    assert.deepEqual(await ground.log(), ['asked x'])
  })

  it('takes up its request where a worker was killed that waited for the answer', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const worker = await ground.open()
    const { id } = await asking.ask('start', 'ask_first', { text: 'y' })
    await until(async () => (await stateOf(asking, id)) === 'waiting', 'it waits')
    await worker.kill()
    await ground.open()
    await until(() => asking.ask('approve', id), 'the request is there')
    assert.equal((await asking.ask('result', id)).status, 'ok')
    assert.deepEqual(await ground.log(), ['asked y'])
  })

  it('ends as denied if nobody answers before its request expires', async (test) => {
    const ground = await groundFor(test)
    const policy = { approvals: 'pending' } as const
    const calls = { limits: { parkedMs: 1500 } }
    const asking = await ground.open({ ...asks, policy, calls })
    await ground.open({ policy, calls })
    const { id } = await asking.ask('start', 'ask_first', { text: 'z' })
    const result = await asking.ask('result', id)
    assert.deepEqual([result.status, result.error?.code], ['denied', 'approval_expired'])
    assert.deepEqual(await ground.log(), [])
  })

  it('is handed over by a process that closes, if it had not begun', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open(asks)
    const worker = await ground.open()
    const { id } = await asking.ask('start', 'read_slow', { gate: 'g' })
    await until(async () => (await ground.log()).length === 1, 'the call has begun')
    await worker.ask('close')
    await ground.lift('g')
    await ground.open()
    assert.equal((await asking.ask('result', id)).status, 'ok')
  })

  it('leaves no arguments behind in the database', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open()
    const { id } = await asking.ask('start', 'count', { to: 1 }, { provided: { key: 'secret-of-ann' } })
    await asking.ask('result', id)
    const store = await openStore(`sqlite:${ground.folder}/toolyard.db`, { folder: ground.folder })
    const row = await store.requests.find(id)
    await store.close()
    assert.deepEqual([row?.state, row?.input, row?.terms], ['ended', undefined, undefined])
  })
})

describe('a tool with a queue', () => {
  it('runs where its queue is served, and the caller hears it over HTTP as if it ran there', async (test) => {
    const ground = await groundFor(test)
    const server = await ground.open()
    const worker = await ground.open({ engine: { queues: ['gpu'] } })
    const { url, token } = await server.ask('serve')
    const answer = await fetch(`${url}/api/tools/gpu_count/call`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ input: { to: 200 } }),
    })
    const events = (await answer.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as { type: string; data?: string; result?: { data: unknown } })
    const text = events.flatMap(({ type, data }) => (type === 'chunk' ? [data] : [])).join('')
    assert.equal(text, Array.from({ length: 200 }, (_, index) => `${index + 1},`).join(''))
    assert.deepEqual(events.at(-1)?.result?.data, { pid: worker.pid })
    const again = await worker.ask('call', 'gpu_count', { to: 1 })
    assert.deepEqual(again.data, { pid: worker.pid })
  })

  it('waits for a worker that comes later', async (test) => {
    const ground = await groundFor(test)
    const door = await ground.open()
    const called = door.ask('call', 'gpu_count', { to: 2 })
    const worker = await ground.open({ engine: { queues: ['gpu'] } })
    assert.deepEqual((await called).data, { pid: worker.pid })
  })
})

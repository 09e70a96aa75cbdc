import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AnyTool, createToolyard, defineTool, type Tool, type ToolyardOptions } from '../index.ts'
import { codeOf, gate, probe, sleep, soon, turns } from './support.test.ts'

interface Counter {
  count: number
  disposed: number
}

/** A tool that counts the calls of its thread, and the counters that were made. */
function counting(
  facts: {
    readonly create?: (made: Counter) => unknown
    readonly dispose?: (made: Counter) => unknown
    readonly name?: string
    readonly permission?: 'read' | 'write'
  } = {},
): { tool: Tool; made: Counter[] } {
  const made: Counter[] = []
  const tool = defineTool({
    name: facts.name ?? 'counter',
    description: 'Counts the calls of a thread.',
    permission: facts.permission ?? 'read',
    effects: 'local_state',
    async create() {
      const counter: Counter = { count: 0, disposed: 0 }
      made.push(counter)
      await facts.create?.(counter)
      return {
        execute: () => ++counter.count,
        dispose() {
          counter.disposed++
          return facts.dispose?.(counter)
        },
      }
    },
  }) as Tool
  return { tool, made }
}

const yardOf = (tools: AnyTool[], options: ToolyardOptions = {}) => createToolyard({ tools, ...options })

describe('a stateful tool', () => {
  it('is made on its first call, once, also under fifty first calls at once', async () => {
    const slow = gate()
    const { tool, made } = counting({ create: () => slow.opened })
    await using yard = await yardOf([tool])
    assert.equal(made.length, 0)
    const calls = Array.from({ length: 50 }, () => yard.call('counter', {}, { threadId: 't' }))
    await turns()
    slow.open()
    const counts = (await soon(Promise.all(calls))).map(({ data }) => Number(data))
    assert.deepEqual(
      counts.toSorted((left, right) => left - right),
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    assert.equal(made.length, 1)
  })

  it('is another one in every thread', async () => {
    const { tool, made } = counting()
    await using yard = await yardOf([tool])
    const ids = Array.from({ length: 20 }, (_, index) => `t${index}`)
    await Promise.all(ids.flatMap((threadId) => [1, 2, 3].map(() => yard.call('counter', {}, { threadId }))))
    assert.deepEqual(
      made.map(({ count }) => count),
      ids.map(() => 3),
    )
    assert.equal((await yard.call('counter', {}, { threadId: 'new' })).data, 1)
    assert.equal((await yard.call('counter', {})).data, 1)
  })

  it('that cannot be made fails, and is tried again', async () => {
    let tries = 0
    const { tool, made } = counting({
      create: () => {
        if (++tries < 3) throw new Error('no database')
      },
    })
    await using yard = await yardOf([tool])
    const call = () => yard.call('counter', {}, { threadId: 't' })
    assert.deepEqual([codeOf(await call()), codeOf(await call())], ['tool_failed', 'tool_failed'])
    assert.equal((await call()).data, 1)
    await yard.threads.cleanupContext('t')
    assert.deepEqual(
      made.map(({ disposed }) => disposed),
      [0, 0, 1],
    )
  })

  it('that is made of something else is told so', async () => {
    const odd = defineTool({ name: 'odd', description: 'Odd.', create: () => 'text' as never })
    await using yard = await yardOf([odd])
    assert.equal(codeOf(await yard.call('odd', {}, { threadId: 't' })), 'tool_failed')
  })

  it('takes turns in its thread where it changes something', async () => {
    let inside = 0
    let most = 0
    const tool = defineTool({
      name: 'turns',
      description: 'Turns.',
      permission: 'write',
      effects: 'local_state',
      create: () => ({
        async execute() {
          most = Math.max(most, ++inside)
          await turns(2)
          inside--
        },
      }),
    })
    await using yard = await yardOf([tool])
    await Promise.all(Array.from({ length: 5 }, () => yard.call('turns', {}, { threadId: 't' })))
    assert.equal(most, 1)
    await Promise.all(['a', 'b', 'c'].map((threadId) => yard.call('turns', {}, { threadId })))
    assert.ok(most > 1)
  })
})

describe('a thread that ends', () => {
  const ways = [
    ['by cleanup', {}, (yard: Awaited<ReturnType<typeof yardOf>>) => yard.threads.cleanupContext('t')],
    ['with the yard', {}, (yard: Awaited<ReturnType<typeof yardOf>>) => yard.close()],
    [
      'twice',
      {},
      async (yard: Awaited<ReturnType<typeof yardOf>>) => {
        await Promise.all([yard.threads.cleanupContext('t'), yard.threads.cleanupContext('t'), yard.close()])
        await yard.close()
      },
    ],
    [
      'by idleness',
      { threadIdleMs: 20 },
      async (yard: Awaited<ReturnType<typeof yardOf>>) => {
        for (let wait = 0; wait < 100 && yard.threads.has('t'); wait++) await sleep(10)
        await turns()
      },
    ],
  ] as const
  for (const [title, options, end] of ways)
    it(`${title} disposes what it owns exactly once, also past one whose dispose throws`, async () => {
      const first = counting({ name: 'first' })
      const second = counting({
        name: 'second',
        dispose: () => {
          throw new Error('stuck')
        },
      })
      const third = counting({ name: 'third', dispose: () => Promise.reject(new Error('stuck')) })
      await using yard = await yardOf([first.tool, second.tool, third.tool], options)
      await yard.callMany(['first', 'second', 'third'].map((tool) => ({ tool, input: {}, threadId: 't' })))
      await soon(end(yard))
      await turns()
      assert.deepEqual(
        [first.made, second.made, third.made].map(([made]) => made?.disposed),
        [1, 1, 1],
      )
      assert.equal(yard.threads.has('t'), false)
    })

  it('while its tool is still being made disposes it as soon as it exists', async () => {
    const slow = gate()
    const { tool, made } = counting({ create: () => slow.opened })
    await using yard = await yardOf([tool])
    const call = yard.call('counter', {}, { threadId: 't' })
    await turns()
    const ended = yard.threads.cleanupContext('t')
    assert.equal((await soon(call)).status, 'cancelled')
    slow.open()
    await soon(ended)
    assert.deepEqual(made, [{ count: 0, disposed: 1 }])
  })

  it('ends its calls, and leaves those of others', async () => {
    const hold = gate()
    const stopped: unknown[] = []
    const tool = probe((_, { signal }) => {
      signal.addEventListener('abort', () => stopped.push(signal.reason))
      return hold.opened
    })
    await using yard = await yardOf([tool])
    const mine = [yard.call('probe', {}, { threadId: 't' }), yard.call('probe', {}, { threadId: 't' })]
    const other = yard.call('probe', {}, { threadId: 'u' })
    await turns()
    await soon(yard.threads.cleanupContext('t'))
    assert.deepEqual(
      (await soon(Promise.all(mine))).map(({ status }) => status),
      ['cancelled', 'cancelled'],
    )
    assert.equal(stopped.length, 2)
    hold.open()
    assert.equal((await other).status, 'ok')
  })

  it('begins anew under the same name', async () => {
    const { tool, made } = counting()
    await using yard = await yardOf([tool])
    await yard.call('counter', {}, { threadId: 't' })
    await yard.threads.cleanupContext('t')
    assert.equal((await yard.call('counter', {}, { threadId: 't' })).data, 1)
    assert.equal(made.length, 2)
  })

  it('is not idle while a call runs in it, nor just after', async () => {
    const { tool, made } = counting()
    const hold = gate()
    await using yard = await yardOf([tool, probe(() => hold.opened)], { threadIdleMs: 40 })
    await yard.call('counter', {}, { threadId: 't' })
    const running = yard.call('probe', {}, { threadId: 't' })
    await sleep(120)
    yard.threads.evictIdle()
    assert.equal(made[0]?.disposed, 0)
    hold.open()
    assert.equal((await running).status, 'ok')
    assert.equal((await yard.call('counter', {}, { threadId: 't' })).data, 2)
  })

  it('is not idle either where calls name no thread but keep coming', async () => {
    const { tool, made } = counting()
    await using yard = await yardOf([tool], { threadIdleMs: 1000 })
    for (let times = 1; times <= 8; times++) {
      assert.equal((await yard.call('counter', {})).data, times)
      await sleep(200)
    }
    assert.equal(made.length, 1)
  })
})

describe('what a tool keeps in its thread', () => {
  it('is made once, shared by the thread’s tools, and disposed with it', async () => {
    let made = 0
    let disposed = 0
    const use = (name: string): Tool =>
      probe(
        (_, { thread }) =>
          thread
            .own('browser', async () => ({ id: ++made, [Symbol.asyncDispose]: async () => void disposed++ }))
            .then(({ id }) => id),
        { name },
      )
    await using yard = await yardOf([use('one'), use('two')])
    const results = await Promise.all(
      ['one', 'two', 'one'].map((tool) => yard.call(tool, {}, { threadId: 't' })),
    )
    assert.deepEqual(
      results.map(({ data }) => data),
      [1, 1, 1],
    )
    assert.equal((await yard.call('one', {}, { threadId: 'u' })).data, 2)
    await yard.threads.cleanupContext('t')
    assert.equal(disposed, 1)
  })
})

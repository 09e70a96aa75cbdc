import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type ToolResource } from '../index.ts'
import { type Execute, gate, type Gate, type Input, probe, soon, turns } from './support.test.ts'

const list = (ids: unknown, access: ToolResource['access']): ToolResource[] =>
  (Array.isArray(ids) ? ids : []).map((id) => ({ kind: 'path', id: String(id), access }))

const resources = ({ reads, writes }: Input): ToolResource[] => [
  ...list(reads, 'read'),
  ...list(writes, 'write'),
]

/** A tool that touches what its arguments name: `reads` and `writes`. */
function toucher(execute: Execute, facts: object = {}): ReturnType<typeof probe> {
  return probe(execute, { resources, ...facts })
}

/** Calls that are held until the test lets them go, and a log of who is inside. */
class Room {
  readonly log: string[] = []
  inside = 0
  readonly #gates = new Map<string, Gate>()

  readonly enter: Execute = async ({ name }) => {
    const label = String(name)
    this.log.push(`+${label}`)
    this.inside++
    await this.#gate(label).opened
    this.inside--
    this.log.push(`-${label}`)
    return label
  }

  leave(name: string): void {
    this.#gate(name).open()
  }

  #gate(name: string): Gate {
    const known = this.#gates.get(name) ?? gate()
    this.#gates.set(name, known)
    return known
  }
}

describe('calls that touch the same thing', () => {
  it('take turns in the order of the batch, and others run beside them', async () => {
    const room = new Room()
    await using yard = await createToolyard({ tools: [toucher(room.enter)] })
    const batch = yard.callMany([
      { tool: 'probe', input: { name: 'a', writes: ['x'] } },
      { tool: 'probe', input: { name: 'b', writes: ['x'] } },
      { tool: 'probe', input: { name: 'c', writes: ['y'] } },
      { tool: 'probe', input: { name: 'd', writes: ['x'] } },
      { tool: 'probe', input: { name: 'e' } },
    ])
    await turns()
    assert.deepEqual(room.log.splice(0), ['+a', '+c', '+e'])
    for (const name of ['d', 'b', 'e']) room.leave(name)
    await turns()
    assert.deepEqual(room.log.splice(0), ['-e'])
    room.leave('a')
    room.leave('c')
    await batch
    assert.deepEqual(
      room.log.filter((line) => !line.endsWith('c')),
      ['-a', '+b', '-b', '+d', '-d'],
    )
  })

  it('read together, and a writer waits for them without being passed', async () => {
    const room = new Room()
    await using yard = await createToolyard({ tools: [toucher(room.enter)] })
    const batch = yard.callMany([
      { tool: 'probe', input: { name: 'r1', reads: ['x'] } },
      { tool: 'probe', input: { name: 'r2', reads: ['x'] } },
      { tool: 'probe', input: { name: 'w', writes: ['x'] } },
      { tool: 'probe', input: { name: 'r3', reads: ['x'] } },
    ])
    await turns()
    assert.deepEqual(room.log.splice(0), ['+r1', '+r2'])
    for (const name of ['r1', 'r2', 'r3', 'w']) room.leave(name)
    await batch
    assert.deepEqual(
      room.log.filter((line) => line.startsWith('+')),
      ['+w', '+r3'],
    )
  })

  it('take several things in one order, so that they cannot wait for each other', async () => {
    const room = new Room()
    await using yard = await createToolyard({ tools: [toucher(room.enter)] })
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
    for (const name of names) room.leave(name)
    const batch = yard.callMany(
      names.map((name, index) => ({
        tool: 'probe',
        input: { name, writes: index % 2 === 0 ? ['x', 'y', 'z'] : ['z', 'x', 'y'] },
      })),
    )
    assert.ok((await soon(batch)).every(({ status }) => status === 'ok'))
  })

  it('give their locks back however they end', async () => {
    await using yard = await createToolyard({
      limits: { graceMs: 30 },
      tools: [
        toucher(
          ({ how }, { signal }) => {
            if (how === 'throw') throw new Error('no')
            if (how === 'obey')
              return new Promise((_, reject) =>
                signal.addEventListener('abort', () => reject(new Error('stopped'))),
              )
            return how === 'hang' ? new Promise(() => {}) : 'fine'
          },
          { timeoutMs: 20 },
        ),
      ],
    })
    for (const how of ['throw', 'obey', 'hang', 'fine'])
      await soon(yard.call('probe', { how, writes: ['x'] }))
    assert.equal((await soon(yard.call('probe', { how: 'fine', writes: ['x'] }))).status, 'ok')
  })

  it('keep them while a tool that ignores its signal is still at it', async () => {
    const room = new Room()
    await using yard = await createToolyard({ tools: [toucher(room.enter, { timeoutMs: 20 })] })
    assert.equal((await yard.call('probe', { name: 'stubborn', writes: ['x'] })).status, 'timeout')
    room.leave('next')
    const next = yard.call('probe', { name: 'next', writes: ['x'] })
    await turns()
    assert.deepEqual(room.log, ['+stubborn'])
    room.leave('stubborn')
    assert.equal((await soon(next)).status, 'ok')
    assert.deepEqual(room.log, ['+stubborn', '-stubborn', '+next', '-next'])
  })

  it('keep them although a hook that was too slow answers meanwhile', async () => {
    const room = new Room()
    const late = gate()
    await using yard = await createToolyard({
      tools: [toucher(room.enter, { timeoutMs: 300 })],
      hooks: [
        {
          name: 'slow',
          type: 'PRE_TOOL_USE',
          timeoutMs: 20,
          onFailure: 'ignore',
          handler: async ({ arguments: given }) => {
            if (given['name'] === 'stubborn') await late.opened
          },
        },
      ],
    })
    assert.equal((await yard.call('probe', { name: 'stubborn', writes: ['x'] })).status, 'timeout')
    room.leave('next')
    const next = yard.call('probe', { name: 'next', writes: ['x'] })
    late.open()
    await turns()
    assert.deepEqual(room.log, ['+stubborn'])
    room.leave('stubborn')
    assert.equal((await soon(next)).status, 'ok')
  })

  it('let a cancelled one leave the line, and those behind it move up', async () => {
    const room = new Room()
    await using yard = await createToolyard({ tools: [toucher(room.enter)] })
    const stop = new AbortController()
    const first = yard.call('probe', { name: 'a', reads: ['x'] })
    const second = yard.call('probe', { name: 'b', writes: ['x'] }, { signal: stop.signal })
    const third = yard.call('probe', { name: 'c', reads: ['x'] })
    await turns()
    assert.deepEqual(room.log, ['+a'])
    stop.abort()
    assert.equal((await soon(second)).status, 'cancelled')
    await turns()
    assert.deepEqual(room.log, ['+a', '+c'])
    room.leave('a')
    room.leave('c')
    await Promise.all([first, third])
    room.leave('d')
    assert.equal((await soon(yard.call('probe', { name: 'd', writes: ['x'] }))).status, 'ok')
  })

  it('let a call inside another touch what the outer one holds', async () => {
    const inner = toucher(() => 'inner', { name: 'inner' })
    const outer = toucher(
      async ({ writes, reads }, context) => {
        const { status } = await context.call('inner', { writes: writes ?? reads })
        return status
      },
      { name: 'outer', timeoutMs: 500 },
    )
    await using yard = await createToolyard({ tools: [inner, outer] })
    const waiting = Array.from({ length: 3 }, () => yard.call('outer', { writes: ['x'] }))
    const results = await soon(Promise.all(waiting))
    assert.deepEqual(
      results.map(({ data }) => data),
      ['ok', 'ok', 'ok'],
    )
    assert.equal((await soon(yard.call('outer', { reads: ['x'] }))).data, 'ok')
    assert.equal((await soon(yard.call('inner', { writes: ['x'] }))).status, 'ok')
  })

  it('that change state in one thread take turns; in two threads they do not', async () => {
    const room = new Room()
    await using yard = await createToolyard({
      tools: [probe(room.enter, { permission: 'write', effects: 'local_state' })],
    })
    const call = (name: string, threadId: string) => yard.call('probe', { name }, { threadId })
    const all = [call('a', 't1'), call('b', 't1'), call('c', 't2')]
    await turns()
    assert.deepEqual(room.log, ['+a', '+c'])
    for (const name of ['a', 'b', 'c']) room.leave(name)
    await soon(Promise.all(all))
  })

  it('are never two inside, out of two hundred at random', async () => {
    const holders = new Map<string, number>()
    let clashes = 0
    await using yard = await createToolyard({
      tools: [
        toucher(async ({ writes }) => {
          for (const id of writes as string[]) {
            const count = (holders.get(id) ?? 0) + 1
            if (count > 1) clashes++
            holders.set(id, count)
          }
          await turns(1)
          for (const id of writes as string[]) holders.set(id, (holders.get(id) ?? 0) - 1)
        }),
      ],
    })
    const calls = Array.from({ length: 200 }, (_, index) => {
      const signal = index % 5 === 0 ? AbortSignal.timeout(1 + (index % 7)) : undefined
      return yard.call(
        'probe',
        { writes: [`k${index % 2}`, `k${2 + ((index * 7) % 3)}`] },
        { signal, agent: `a${index % 20}` },
      )
    })
    await soon(Promise.all(calls))
    assert.equal(clashes, 0)
    assert.equal((await soon(yard.call('probe', { writes: ['k0', 'k1', 'k2', 'k3', 'k4'] }))).status, 'ok')
  })
})

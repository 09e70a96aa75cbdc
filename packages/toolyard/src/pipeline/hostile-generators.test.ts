import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type ToolResult } from '../index.ts'
import { codeOf, type Execute, gate, probe, sleep, soon, textOf } from './support.test.ts'

/** One call of a tool, after which another call must still work. */
async function call(execute: Execute, facts: object = {}): Promise<ToolResult> {
  await using yard = await createToolyard({
    tools: [probe(execute, facts), probe(() => 'alive', { name: 'other' })],
  })
  const result = await soon(yard.call('probe', { a: 1 }))
  assert.equal(textOf(await soon(yard.call('other', {}))), 'alive')
  return result
}

const trap = (): never => {
  throw new Error('trapped')
}

const endless = async function* () {
  for (;;) yield 'x'
}

const endlessSync = function* () {
  for (;;) yield { x: 1 }
}

const stubborn = async function* () {
  for (;;)
    try {
      yield 'x'
    } finally {
      // oxlint-disable-next-line no-unsafe-finally
      continue
    }
}

const broken =
  (next: () => unknown): Execute =>
  () => ({
    [Symbol.asyncIterator]() {
      return this
    },
    next,
  })

describe('a generator', () => {
  it('that throws in the middle fails, and says why', async () => {
    const result = await call(async function* () {
      yield 'part'
      throw new Error('broke off')
    })
    assert.deepEqual([result.status, codeOf(result)], ['error', 'tool_failed'])
    assert.match(textOf(result), /broke off/)
  })

  it('that never yields is stopped', async () => {
    assert.equal(
      (
        await call(
          async function* () {
            await new Promise(() => {})
            yield 'too late'
          },
          { timeoutMs: 20 },
        )
      ).status,
      'timeout',
    )
  })

  it('that yields without end and without pause is stopped, and others run meanwhile', async () => {
    for (const execute of [endless, endlessSync, async () => endless()])
      assert.equal((await call(execute, { timeoutMs: 30 })).status, 'timeout')
  })

  it('that ignores return() is left behind', async () => {
    assert.equal((await call(stubborn, { timeoutMs: 30 })).status, 'timeout')
  })

  it('that begins after its call was over is never read', async () => {
    let reads = 0
    const late = gate()
    const result = await call(
      async () => {
        await late.opened
        return (function* () {
          for (;;) yield reads++
        })()
      },
      { timeoutMs: 20 },
    )
    assert.equal(result.status, 'timeout')
    late.open()
    await sleep(20)
    assert.ok(reads < 5, `${reads} chunks were read`)
  })

  it('whose iterator is broken fails', async () => {
    assert.equal(codeOf(await call(broken(trap))), 'tool_failed')
    assert.equal(codeOf(await call(broken(() => undefined))), 'tool_failed')
    assert.equal(codeOf(await call(broken(() => Promise.reject(new Error('no'))))), 'tool_failed')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keepTelling, reportTo } from './progress.ts'
import type { McpExchange } from './exchange.ts'

interface ToldProgress {
  readonly progress: number
  readonly message?: string | undefined
}

function client(
  progressToken?: unknown,
): Pick<McpExchange, 'progressToken' | 'tell'> & { readonly told: ToldProgress[] } {
  const told: ToldProgress[] = []
  return { progressToken, tell: async (params) => void told.push(params), told }
}

describe('progress', () => {
  it('is told to clients that asked for it alone', () => {
    for (const token of [undefined, {}, null]) assert.equal(reportTo(client(token)), undefined)
    for (const token of [0, 'a']) assert.ok(reportTo(client(token)))
  })

  it('grows with every event, where a tool counts and streams in turns', async () => {
    const { told, ...exchange } = client(1)
    const report = reportTo(exchange)
    for (const data of ['a', { b: 1 }]) await report?.({ type: 'chunk', callId: 'c', data })
    for (const done of [5, 5, 7]) await report?.({ type: 'progress', callId: 'c', done, total: 9 })
    await report?.({ type: 'chunk', callId: 'c', data: 'd' })
    await report?.({ type: 'started', callId: 'c', tool: 't' })
    assert.deepEqual(
      told.map(({ message }) => message),
      ['a', '{"b":1}', undefined, undefined, undefined, 'd'],
    )
    for (const [at, { progress }] of told.entries()) assert.ok(progress > (told[at - 1]?.progress ?? 0))
  })

  it('of a tool that never stops talking does not fill the memory of a client that does not read', async () => {
    const { told, ...exchange } = client(1)
    const report = reportTo(exchange)
    const line = 'x'.repeat(10_000)
    for (let at = 0; at < 1000; at++) await report?.({ type: 'chunk', callId: 'c', data: line })
    const characters = told.reduce((sum, { message }) => sum + (message?.length ?? 0), 0)
    assert.ok(characters <= 1_000_000 && told.length < 110)
  })

  it('is told from time to time of a call that says nothing, until it ends', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] })
    const { told, ...exchange } = client(1)
    const report = reportTo(exchange)
    assert.ok(report)
    const telling = keepTelling(report)
    test.mock.timers.tick(14_999)
    assert.equal(told.length, 0)
    test.mock.timers.tick(30_001)
    assert.deepEqual(
      told.map(({ message }) => message),
      Array<string>(3).fill('still at work, or waiting for a person'),
    )
    telling.stop()
    test.mock.timers.tick(60_000)
    assert.equal(told.length, 3)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolEvent, ToolResult } from '../../define/index.ts'
import { AskedCall } from './asked-call.ts'

const event = (message: string): ToolEvent => ({ type: 'progress', callId: 'call_1', message })
const form = {
  key: 'answer',
  named: false,
  expiresAt: Infinity,
  params: { message: '?', requestedSchema: { type: 'object' as const, properties: {} } },
}
const result: ToolResult = { callId: 'call_1', tool: 'ask', status: 'ok', content: [], durationMs: 0 }

describe('a call that asks by what its request is answered', () => {
  it('tells the next request what happened while none waited', async () => {
    const asked = Promise.withResolvers<undefined>()
    const call: AskedCall = new AskedCall(async ({ elicit }, signal) => {
      const answer = elicit(form, signal)
      await asked.promise
      await call.tell(event('between two requests'))
      await answer
      await call.tell(event('after the answer'))
      return result
    })
    const { signal } = new AbortController()
    assert.ok('inputRequests' in (await call.turn(signal, () => Promise.resolve())))
    asked.resolve(undefined)
    await sleep(1)
    const told: unknown[] = []
    call.answer({ answer: { action: 'accept', content: { answer: 'x' } } })
    const turn = await call.turn(signal, async (one) => {
      told.push('message' in one && one.message)
    })
    assert.deepEqual(turn, { result })
    assert.deepEqual(told, ['between two requests', 'after the answer'])
  })

  it('does not answer before what is being told has been', async () => {
    const call: AskedCall = new AskedCall(async ({ elicit }, signal) => {
      await sleep(1)
      void call.tell(event('on its way'))
      await elicit(form, signal)
      return result
    })
    let isTold = false
    await call.turn(new AbortController().signal, async () => {
      await sleep(50)
      isTold = true
    })
    assert.equal(isTold, true)
    call.stop()
  })
})

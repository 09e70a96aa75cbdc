import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallOptions, companionOf, ticketOf } from './ticket.ts'

const data = {
  threadId: 't',
  principal: 'ada',
  origin: 'http',
  timeoutMs: 1000,
  provided: { tenant: 'one' },
  fingerprint: 'abc',
  agreed: { by: 'ada', fingerprint: 'abc', input: { city: 'Rome' } },
  run: { id: 'run_1', above: ['lead'] },
  isOffer: true,
  mode: 'read-only',
}
const live = {
  signal: new AbortController().signal,
  leave: new AbortController().signal,
  parks: true,
  person: { ask: async () => ({ decision: 'approve' as const, by: 'ada' }) },
  sample: async () => ({ text: '' }) as never,
  onTaken: () => undefined,
  touched: () => undefined,
}
const given: CallOptions = { callId: 'mine', agent: 'agent_7', ...data, ...live }
const call = { id: 'mine', tool: 'get_forecast', input: { city: 'Rome', days: 3 } }

describe('a call', () => {
  it('has a ticket that is the same after it was written down', () => {
    const ticket = ticketOf(call, given, { agent: 'weather', parentId: 'call_1' })
    assert.deepEqual(JSON.parse(JSON.stringify(ticket)), ticket)
    assert.deepEqual(ticket, { ...call, ...data, isChosenId: true, agent: 'weather', parentId: 'call_1' })
  })

  it('keeps what lives in the process in its companion', () => {
    const sink = { push: () => undefined }
    assert.deepEqual(companionOf(given, sink), { ...live, sink })
  })
})

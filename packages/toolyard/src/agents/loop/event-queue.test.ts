import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunEvent } from '../run/run-event.ts'
import { EventQueue } from './event-queue.ts'

const chunk = (data: number): RunEvent => ({
  type: 'tool_event',
  callId: 'c',
  event: { type: 'chunk', callId: 'c', data },
})
const result: RunEvent = {
  type: 'tool_result',
  callId: 'c',
  result: { callId: 'c', tool: 't', status: 'ok', content: [], durationMs: 1 },
}

async function rest(queue: EventQueue): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for (let event = await queue.next(); event; event = await queue.next()) events.push(event)
  return events
}

describe('the queue of events', () => {
  it('gives them in their order, also to a reader who waits', async () => {
    const queue = new EventQueue()
    const first = queue.next()
    queue.push(chunk(1))
    queue.push(chunk(2))
    queue.push(result)
    queue.end()
    assert.deepEqual([await first, ...(await rest(queue))], [chunk(1), chunk(2), result])
  })

  it('ends for a reader who waits', async () => {
    const queue = new EventQueue()
    const waiting = queue.next()
    queue.end()
    assert.equal(await waiting, undefined)
    queue.push(result)
    assert.equal(await queue.next(), undefined)
  })

  it('stays small where nobody reads, and loses no result', async () => {
    const queue = new EventQueue()
    for (let index = 0; index < 10_000; index++) queue.push(chunk(index))
    queue.push(result)
    queue.end()
    const events = await rest(queue)
    assert.ok(events.length < 2000, `${events.length} events`)
    assert.deepEqual(events[0], chunk(0))
    assert.equal(events.at(-1), result)
  })
})

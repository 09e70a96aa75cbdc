import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunEvent } from '../run/run-event.ts'
import { createEventQueue, type EventQueue } from './event-queue.ts'

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
  it('stays small where nobody reads, and loses no result', async () => {
    const queue = createEventQueue()
    for (let index = 0; index < 10_000; index++) queue.push(chunk(index))
    queue.push(result)
    queue.end()
    const events = await rest(queue)
    assert.ok(events.length < 2000, `${events.length} events`)
    assert.deepEqual(events[0], chunk(0))
    assert.equal(events.at(-1), result)
  })
})

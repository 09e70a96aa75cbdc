import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { buildTool, type ToolEvent } from '../../define/index.ts'
import { createMemoryEngine, type Engine } from '../../engine/index.ts'
import { createClock, createIds } from '../../kernel/index.ts'
import { type CallCompanion, type CallTicket, createPolicy } from '../../pipeline/index.ts'
import { createMemoryStore } from '../../store/index.ts'
import { callsElsewhere } from './calls-elsewhere.ts'
import { StoredCalls } from './stored-calls.ts'

const ticket: CallTicket = { id: 'c', isChosenId: false, tool: 'train', input: {} }

function ground(test: TestContext) {
  const clock = createClock()
  const engine: Engine = createMemoryEngine({ clock, places: { total: 1, perAgent: 1, queue: 1 } })
  test.after(async () => {
    await engine.close()
    clock.close()
  })
  const tool = buildTool({ name: 'train', description: 'Train', queue: 'gpu', execute: () => 'done' }, 'app')
  const place = { workspace: '/w', isDurable: true, engine: async () => engine, clock }
  const names: readonly string[] = ['train']
  const background = new StoredCalls({
    ...place,
    store: createMemoryStore(),
    ids: createIds(),
    tools: {
      get: () => ({ manifest: tool.manifest }) as never,
      nameOf: (name) => name,
      snapshot: () => ({ names }) as never,
    },
    rights: { agentName: (name) => name },
    policy: createPolicy(),
    maxBytes: 1000,
    expect: async () => {},
  })
  const requestOf = () => Promise.resolve(undefined)
  const parts = { ...place, background, queues: [], requestOf, patienceMs: 20 }
  return { engine, background, parts, manifest: tool.manifest }
}

it('tells that no worker serves the queue, and ends when it is cancelled', async (test) => {
  const { parts, manifest, background } = ground(test)
  const told = Promise.withResolvers<ToolEvent>()
  const stop = new AbortController()
  const companion: CallCompanion = { signal: stop.signal, sink: { push: told.resolve } }
  const result = callsElsewhere(parts)(manifest)?.(ticket, companion)
  const event = await told.promise
  assert.equal(event.type === 'progress' && event.message, 'no worker serves the queue "gpu"')
  stop.abort()
  assert.equal((await result)?.status, 'cancelled')
  assert.equal((await background.find('c'))?.state, 'ended')
})

it('leaves a call to go on if who waits has to leave', async (test) => {
  const { parts, manifest, background } = ground(test)
  const leave = new AbortController()
  const result = callsElsewhere(parts)(manifest)?.(ticket, { leave: leave.signal })
  leave.abort()
  assert.equal((await result)?.status, 'pending')
  assert.equal((await background.find('c'))?.state, 'queued')
})

it('has a tool run here if its queue is served, or if no other process could run it', (test) => {
  const { parts, manifest } = ground(test)
  assert.equal(callsElsewhere({ ...parts, queues: ['gpu'] })(manifest), undefined)
  assert.equal(callsElsewhere({ ...parts, isDurable: false })(manifest), undefined)
  assert.ok(callsElsewhere(parts)(manifest))
})

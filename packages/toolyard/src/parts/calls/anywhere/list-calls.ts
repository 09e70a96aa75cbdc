/**
 * Which calls run, in all processes on the same engine: everybody is asked at once, and those who have some answer.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../../engine/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'
import type { RunningCall } from '../../../pipeline/index.ts'
import type { Awaitable } from '../../../store/index.ts'

const topic = 'calls list'
/** So long answers are waited for. A process that is slower is told of by what the journal knows of its calls. */
const waitMs = 300
const mostCalls = 200

export async function askForCalls(bus: Bus): Promise<readonly RunningCall[]> {
  const from = randomUUID()
  const found: RunningCall[] = []
  const stop = await bus.subscribe(answersTo(from), (message) => {
    if (isPlainObject(message) && Array.isArray(message['calls']))
      found.push(...message['calls'].slice(0, mostCalls).filter(isCall))
  })
  try {
    await bus.publish(topic, { from })
    await sleep(waitMs)
    return found
  } finally {
    stop()
  }
}

/** Answers how to stop. */
export function tellCalls(bus: Bus, list: () => readonly RunningCall[]): Awaitable<() => void> {
  return bus.subscribe(topic, (message) => {
    const from = isPlainObject(message) ? message['from'] : undefined
    const calls = list().slice(0, mostCalls)
    if (typeof from !== 'string' || calls.length === 0) return
    // Who asked looks again soon.
    void (async () => bus.publish(answersTo(from), { calls }))().catch(() => {})
  })
}

function answersTo(from: string): string {
  return `${topic} ${from}`
}

const texts = ['agent', 'principal', 'origin', 'threadId', 'parentId']

/** Whatever came over the bus. */
function isCall(value: unknown): value is RunningCall {
  if (!isPlainObject(value)) return false
  const { id, tool, startedAt } = value
  const isKnown = typeof id === 'string' && typeof tool === 'string' && Number.isFinite(startedAt)
  return isKnown && texts.every((name) => ['string', 'undefined'].includes(typeof value[name]))
}

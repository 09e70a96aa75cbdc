/** When a request is sent again, and when it must not be. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, textOf, type ToolEvent } from 'toolyard'
import { type RestFacts, type ToolContext } from '../../src/define/index.ts'
import { restTool } from '../../src/kinds/rest/definition/index.ts'
import { RestToolExecutor } from '../../src/kinds/rest/executor/index.ts'
import { createNet } from '../../src/host/net/index.ts'
import { type Clock, createClock } from '../../src/kernel/index.ts'
import { type Answering, openService, type Service, yardOf } from './service.ts'

/** Fails so often, then answers. */
function failing(times: number, status = 503, headers: Readonly<Record<string, string>> = {}): Answering {
  return (_, response, count) => {
    if (count >= times) return { after: count }
    response.writeHead(status, headers)
    response.end()
    return undefined
  }
}

async function tries(service: Service, config: Partial<RestFacts>): Promise<{ count: number; text: string }> {
  await using yard = await yardOf(service, { config })
  const result = await yard.call('ask', {})
  return { count: service.received.length, text: textOf(result) }
}

describe('a request that failed', () => {
  for (const status of [408, 429, 500, 502, 503, 504])
    it(`with ${status} is sent again`, async () => {
      await using service = await openService(failing(2, status))
      assert.deepEqual(await tries(service, {}), { count: 3, text: '{"after":2}' })
    })

  for (const status of [400, 401, 403, 404, 409, 422, 501])
    it(`with ${status} is not sent again`, async () => {
      await using service = await openService(failing(2, status))
      assert.equal((await tries(service, {})).count, 1)
    })

  it('is given up after its attempts, and the error says how many there were', async () => {
    await using service = await openService(failing(10))
    const { count, text } = await tries(service, { retry: { attempts: 4, delayMs: 1 } })
    assert.equal(count, 4)
    assert.match(text, /answered 503 Service Unavailable, 4 times/)
  })

  it('because the connection broke, or half of the answer was missing, is sent again', async () => {
    await using service = await openService((_, response, count) => {
      if (count === 0) response.socket?.resetAndDestroy()
      else if (count === 1) {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.socket?.destroy())
      } else return { after: count }
      return undefined
    })
    assert.deepEqual(await tries(service, {}), { count: 3, text: '{"after":2}' })
  })

  it('because it took too long is sent again', async () => {
    await using service = await openService((_, _response, count) =>
      count === 0 ? undefined : { after: count },
    )
    assert.deepEqual(await tries(service, { timeoutMs: 1_000 }), { count: 2, text: '{"after":1}' })
  })

  it('tells whoever watches what it waits for', async () => {
    await using service = await openService(failing(1))
    await using yard = await yardOf(service)
    const events: ToolEvent[] = []
    for await (const event of yard.stream('ask', {})) events.push(event)
    const progress = events.filter((event) => event.type === 'progress')
    assert.match(progress[0]?.message ?? '', /attempt 2 of 3 in \d+ ms: 503 Service Unavailable/)
  })
})

describe('a request that changes something', () => {
  for (const method of ['POST', 'PATCH'] as const)
    it(`by ${method} is never sent again`, async () => {
      for (const status of [429, 500, 503]) {
        await using service = await openService(failing(1, status))
        assert.equal((await tries(service, { method })).count, 1)
      }
      await using breaking = await openService((_, response) => void response.socket?.resetAndDestroy())
      assert.equal((await tries(breaking, { method })).count, 1)
      await using slow = await openService(() => undefined)
      assert.equal((await tries(slow, { method, timeoutMs: 50 })).count, 1)
    })

  for (const method of ['PUT', 'DELETE'] as const)
    it(`by ${method} is sent again: twice is the same as once`, async () => {
      await using service = await openService(failing(1))
      assert.equal((await tries(service, { method })).count, 2)
    })

  it('is sent again under the key of its call, if the service takes one', async () => {
    await using service = await openService(failing(2))
    await using yard = await yardOf(service, {
      config: { method: 'POST', idempotencyHeader: 'Idempotency-Key' },
    })
    const { callId, status } = await yard.call('ask', {})
    assert.equal(status, 'ok')
    const keys = service.received.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual(keys, [callId, callId, callId])
  })
})

describe('the pause before the next attempt', () => {
  /** The pauses of a call, by a clock that does not make anybody wait. */
  async function pauses(
    answer: Answering,
    retry: RestFacts['retry'],
    random: () => number,
  ): Promise<number[]> {
    await using service = await openService(answer)
    const net = createNet({ allow: [service.host] })
    const real = createClock()
    const waited: number[] = []
    const clock: Clock = {
      ...real,
      now: () => real.now(),
      wall: () => real.wall(),
      after: (ms, fire) => {
        waited.push(ms)
        return real.after(0, fire)
      },
      close: () => real.close(),
    }
    const tool = restTool({
      name: 'ask',
      description: 'Asks.',
      config: { baseUrl: service.origin, ...(retry && { retry }) },
    })
    const { signal } = new AbortController()
    const context = { host: { net }, clock, signal, progress: () => {} } as unknown as ToolContext
    await Promise.resolve(new RestToolExecutor({ random }).execute(tool, {}, context)).catch(() => undefined)
    await net.close()
    real.close()
    return waited
  }

  it('doubles each time up to its limit, with jitter from nothing to all of it', async () => {
    const retry = { attempts: 6, delayMs: 100, maxDelayMs: 500 }
    assert.deepEqual(await pauses(failing(9), retry, () => 1), [100, 200, 400, 500, 500])
    assert.deepEqual(await pauses(failing(9), retry, () => 0.5), [50, 100, 200, 250, 250])
    assert.deepEqual(await pauses(failing(9), retry, () => 0), [0, 0, 0, 0, 0])
  })

  it('is as long as the service says, in seconds or until a date', async () => {
    const seconds = failing(1, 429, { 'retry-after': '3' })
    assert.deepEqual(await pauses(seconds, undefined, () => 0), [3000])
    const date = failing(1, 503, { 'retry-after': new Date(Date.now() + 5000).toUTCString() })
    const [wait = 0] = await pauses(date, undefined, () => 0)
    assert.ok(wait > 2000 && wait <= 5000, String(wait))
  })

  it('is not made where the service wants more time than there is: the error tells how much', async () => {
    await using service = await openService(failing(1, 429, { 'retry-after': '3600' }))
    await using yard = await yardOf(service)
    const { error } = await yard.call('ask', {})
    assert.equal(service.received.length, 1)
    assert.equal(error?.code, 'rate_limited')
    assert.equal(error?.retryAfterMs, 3_600_000)
  })

  it('is not made where the whole request has no time left for it', async () => {
    await using service = await openService(() => undefined)
    await using yard = await createToolyard({ network: { allow: [service.host] } })
    yard.registerRestTool('ask', { description: 'Asks.', config: { baseUrl: service.origin, timeout: 100 } })
    const { status, error } = await yard.call('ask', {})
    assert.equal(status, 'timeout')
    assert.match(error?.message ?? '', /did not answer in full within 100 ms\.$/)
    assert.equal(service.received.length, 1)
  })

  it('ends with the call', async () => {
    await using service = await openService(failing(9))
    await using yard = await createToolyard({ network: { allow: [service.host] } })
    yard.registerRestTool('ask', {
      description: 'Asks.',
      config: { baseUrl: service.origin, retry: { delayMs: 600_000, maxDelayMs: 600_000 } },
    })
    const controller = new AbortController()
    const call = yard.call('ask', {}, { signal: controller.signal })
    while (service.received.length === 0) await sleep(5)
    controller.abort()
    assert.equal((await call).status, 'cancelled')
  })
})

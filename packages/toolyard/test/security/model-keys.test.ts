/** Keys of model services go into requests and nowhere else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventsOf, prepareRun } from '../../src/agents/conformance/index.ts'
import { openLoop, vendors } from '../agents/open-loop.ts'

describe('the key of a model service', () => {
  for (const vendor of vendors)
    it(`is sent to ${vendor} and not told to anybody, also where the service repeats it`, async (test) => {
      const key = `key-of-${vendor}-1234`
      for (const [status, words] of [
        [401, ''],
        [400, ''],
        [400, 'prompt is too long, '],
        [503, ''],
      ] as const) {
        const message = `${words}the key ${key} (${Buffer.from(key).toString('base64')}) is not liked`
        const { runner, model, server } = await openLoop(test, () => ({ status, message }), {
          retry: { attempts: 2 },
        })
        const run = prepareRun(model(vendor))
        const told = JSON.stringify([await eventsOf(runner, run), run.saved])
        assert.match(told, /is not liked/)
        assert.ok(!told.includes(key))
        assert.ok(!told.includes(Buffer.from(key).toString('base64')))
        assert.ok(JSON.stringify(server.requests[0]?.headers).includes(key), 'it was sent')
      }
    })
})

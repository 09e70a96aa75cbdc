import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageMeter } from './usage-meter.ts'

const none = { input: 0, output: 0 }

describe('what a run has used', () => {
  it('is added up, and estimated where the service does not count', () => {
    const meter = new UsageMeter(undefined)
    meter.add({ inputTokens: 100, outputTokens: 10 }, { input: 7, output: 7 })
    meter.add({}, { input: 30, output: 3 })
    assert.deepEqual(meter.usage, { steps: 2, inputTokens: 130, outputTokens: 13 })
  })

  it('costs what the prices say, less for what the service had read before', () => {
    const dear = new UsageMeter({ input: 3, output: 15 })
    dear.add({ inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000 }, none)
    assert.equal(dear.usage.cost, 4.5)
    const cheaper = new UsageMeter({ input: 3, output: 15, cachedInput: 0.5 })
    cheaper.add({ inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000 }, none)
    assert.equal(cheaper.usage.cost, 3.5)
  })

  it('ends a run at the first limit that is reached', () => {
    const meter = new UsageMeter({ input: 1, output: 1 })
    meter.add({ inputTokens: 60, outputTokens: 40 }, none)
    assert.equal(meter.reached({ maxSteps: 2 }), undefined)
    assert.equal(meter.reached({ maxSteps: 1 }), 'max_steps')
    assert.equal(meter.reached({ maxSteps: 2, maxTokens: 101 }), undefined)
    assert.equal(meter.reached({ maxSteps: 2, maxTokens: 100 }), 'token_budget')
    assert.equal(meter.reached({ maxSteps: 2, maxCost: 0.0002 }), undefined)
    assert.equal(meter.reached({ maxSteps: 2, maxCost: 0.0001 }), 'cost_budget')
  })
})

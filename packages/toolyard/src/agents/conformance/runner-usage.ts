/** What every `Runner` must tell of what its model's service counts. */
import assert from 'node:assert/strict'
import { suiteOn, type TestRunner } from '../../kernel/conformance/index.ts'
import type { StepNote } from '../run/step-clock.ts'
import { modelPrice, type OpensRunner } from './opens-runner.ts'
import { eventsOf, prepareRun } from './run-harness.ts'

const callEcho = { calls: [{ tool: 'echo', input: { text: 'x' } }] }

export interface UsageOptions {
  /** Whether the service says what it wrote down to read again. */
  readonly tellsWritten: boolean
}

/** For runners whose model's service counts tokens. `test`: `describe` and `it` of another test runner than `node:test`. */
export function describeRunnerUsage(
  name: string,
  open: OpensRunner,
  { tellsWritten, test: runner }: UsageOptions & { readonly test?: TestRunner },
): void {
  const suite = suiteOn(runner)
  suite.describe(`Runner: usage with ${name}`, () => {
    suite.it('counts and prices what was read before apart from the rest, step by step', async (test) => {
      const written = tellsWritten ? { written: 200 } : {}
      const opened = await open(test, [
        { ...callEcho, usage: { input: 1000, output: 100, cached: 600, ...written } },
        { text: 'Done.', usage: { input: 2000, output: 50, cached: 1500 } },
      ])
      const steps: StepNote[] = []
      const run = prepareRun(opened.model, {
        tools: { echo: () => 'echo' },
        request: { stepTaken: (step) => void steps.push(step) },
      })
      const last = (await eventsOf(opened.runner, run)).at(-1)
      assert.ok(last?.type === 'done', JSON.stringify(last))
      const { cost = 0, ...usage } = last.usage
      assert.deepEqual(
        [usage.steps, usage.inputTokens, usage.outputTokens, usage.cachedTokens, usage.cacheWriteTokens ?? 0],
        [2, 3000, 150, 2100, tellsWritten ? 200 : 0],
      )
      const first = costOf({ input: 1000, cached: 600, written: tellsWritten ? 200 : 0, output: 100 })
      const second = costOf({ input: 2000, cached: 1500, written: 0, output: 50 })
      for (const [told, wanted] of [
        [steps[0]?.cost, first],
        [steps[1]?.cost, second],
        [cost, first + second],
      ] as const)
        assert.ok(Math.abs((told ?? Number.NaN) - wanted) < 1e-9, `${told} instead of ${wanted}`)
    })
  })
}

function costOf(used: {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}): number {
  const { input, cached, written, output } = used
  const plain = input - cached - written
  const { cachedInput, cacheWrite } = modelPrice
  const sum = plain * modelPrice.input + cached * cachedInput + written * cacheWrite
  return (sum + output * modelPrice.output) / 1_000_000
}

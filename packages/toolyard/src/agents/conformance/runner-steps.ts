/** What every `Runner` must tell of its steps. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { StepNote } from '../run/step-clock.ts'
import type { OpensRunner } from './opens-runner.ts'
import { eventsOf, prepareRun } from './run-harness.ts'

export function describeSteps(open: OpensRunner, suite: Suite): void {
  suite.it(
    'tells of each step before what was said in it is saved: when, how much, which calls',
    async (test) => {
      const { runner, model } = await open(test, [
        {
          text: 'I look.',
          calls: [
            { tool: 'echo', input: { text: 'a' } },
            { tool: 'echo', input: { text: 'b' } },
          ],
        },
        { text: 'Done.' },
      ])
      const steps: StepNote[] = []
      const told: number[] = []
      const began = Date.now()
      const run = prepareRun(model, {
        tools: { echo: () => 'echo' },
        request: {
          stepTaken: (step) => void steps.push(step),
          save: async () => void told.push(steps.length),
        },
      })
      const events = await eventsOf(runner, run)
      assert.deepEqual(told, [1, 1, 2])
      const ids = events.flatMap((event) => (event.type === 'tool_call' ? [event.callId] : []))
      assert.deepEqual(
        steps.map(({ number, end, retries, calls }) => ({ number, end, retries, calls })),
        [
          { number: 1, end: 'answered', retries: 0, calls: ids.map((id) => ({ id, tool: 'echo' })) },
          { number: 2, end: 'answered', retries: 0, calls: [] },
        ],
      )
      let before = began
      for (const { startedAt, firstAt = startedAt, endedAt } of steps) {
        assert.ok(startedAt >= before && firstAt >= startedAt && endedAt >= firstAt)
        before = endedAt
      }
      assert.ok(steps.every(({ firstAt }) => firstAt !== undefined))
      const last = events.at(-1)
      assert.ok(last?.type === 'done')
      const sum = (key: 'inputTokens' | 'outputTokens' | 'cost'): number =>
        steps.reduce((all, step) => all + (step[key] ?? 0), 0)
      assert.deepEqual(
        [sum('inputTokens'), sum('outputTokens')],
        [last.usage.inputTokens, last.usage.outputTokens],
      )
      assert.ok(Math.abs(sum('cost') - (last.usage.cost ?? Number.NaN)) < 1e-9)
    },
  )

  suite.it('tells of a step that was stopped', async (test) => {
    const { runner, model } = await open(test, [{ text: 'Never heard to its end, for it is stopped.' }])
    const steps: StepNote[] = []
    const run = prepareRun(model, { request: { stepTaken: (step) => void steps.push(step) } })
    await eventsOf(runner, run, ({ type }) => {
      if (type === 'text') run.stop.abort()
    })
    // All of it may have been said by then.
    assert.ok(['stopped', 'answered'].includes(steps[0]?.end ?? ''))
    assert.equal(steps.length, 1)
  })
}

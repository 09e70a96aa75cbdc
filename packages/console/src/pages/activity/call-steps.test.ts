import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallRecord } from '../../api/types.ts'
import { en } from '../../i18n/en/index.ts'
import { storySteps } from './call-steps.ts'
import { ceilingOf, magnitude, slotsOf } from './chart-scale.ts'

const call: CallRecord = {
  id: 'c1',
  tool: 'edit_file',
  fingerprint: 'f',
  permission: 'write',
  input: {},
  principal: 'ann',
  origin: 'http',
  decision: 'edit_file(docs: x): approved by bob',
  startedAt: 1000,
  status: 'ok',
  durationMs: 50,
  ran: true,
  steps: [
    { at: 1, step: 'validate', text: 'repaired' },
    { at: 2, step: 'confirm', text: 'asked' },
    { at: 30, step: 'confirm', text: 'bob said approve' },
    { at: 45, step: 'settle', text: 'kept' },
  ],
}

describe('the story of a call', () => {
  it('goes from the door to the end, in the order of the steps', () => {
    assert.deepEqual(
      storySteps(call, en).map(({ step, at }) => [step, at]),
      [
        ['came', 0],
        ['validate', 1],
        ['authorise', undefined],
        ['confirm', 2],
        ['confirm', 30],
        ['execute', undefined],
        ['settle', 45],
        ['end', 50],
      ],
    )
  })

  it('says the rule and what it decided', () => {
    const said = storySteps(call, en).find(({ step }) => step === 'authorise')
    assert.deepEqual([said?.text, said?.tone], ['ask: edit_file(docs: x)', 'warn'])
  })

  it('does not claim that a tool ran which never did, or ended which did not', () => {
    const denied = storySteps({ ...call, status: 'denied', ran: false }, en)
    assert.equal(denied.find(({ step }) => step === 'execute')?.text, en.story.neverStarted)
    assert.equal(storySteps({ ...call, status: 'unknown' }, en).at(-1)?.text, en.story.nobodyKnows)
    assert.equal(storySteps({ ...call, status: 'running' }, en).at(-1)?.at, undefined)
  })
})

describe('the chart', () => {
  it('has a place for every stretch of time, empty ones too', () => {
    const bucket = { at: 120_000, count: 3, errors: 1, p50: 1, p95: 2 }
    const slots = slotsOf([bucket], 300_000, { bucketMs: 60_000, now: 250_000 })
    assert.deepEqual(
      slots.map(({ at, bucket: found }) => [at, found?.count]),
      [
        [0, undefined],
        [60_000, undefined],
        [120_000, 3],
        [180_000, undefined],
        [240_000, undefined],
      ],
    )
  })

  it('ends at a round number, and has room for every magnitude', () => {
    assert.deepEqual([0, 1, 3, 11, 60, 500].map(ceilingOf), [1, 1, 5, 20, 100, 500])
    assert.equal(magnitude(100, 100), 1)
    assert.ok(magnitude(1, 60_000) > 0.05)
  })
})

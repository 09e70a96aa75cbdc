import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallRecord } from '../../api/types.ts'
import { en } from '../../i18n/en/index.ts'
import { storySteps } from './call-steps.ts'

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

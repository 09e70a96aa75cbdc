import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { draftsWith } from './drafts.ts'
import { reportOf } from './report.ts'

describe('a report of a sub-agent', () => {
  it('is told apart from its heading', () => {
    const text = '[Sub-agent "worker" (look: "it"), run run_1a: has finished; its answer]\nDone.\n[x]'
    assert.deepEqual(reportOf('agent worker', text), { runId: 'run_1a', agent: 'worker', text: 'Done.\n[x]' })
    assert.equal(reportOf('agent a', '[Sub-agent "a", run r: has failed]\n')?.text, '')
  })

  it('is none if somebody else says the same', () => {
    const text = '[Sub-agent "worker", run run_1: has finished; its answer]\nDone.'
    assert.equal(reportOf(undefined, text), undefined)
    assert.equal(reportOf('http:ann', text), undefined)
    assert.equal(reportOf('agent worker', 'Done.'), undefined)
  })
})

describe('drafts', () => {
  it('are kept by place, bounded, and go when they are emptied', () => {
    assert.deepEqual(draftsWith({ a: '1' }, 'b', '2'), { a: '1', b: '2' })
    assert.equal(draftsWith({ a: '1' }, 'a', ''), undefined)
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, 'x']))
    const kept = draftsWith(many, 'new', 'y'.repeat(30_000)) ?? {}
    assert.equal(Object.keys(kept).length, 50)
    assert.equal(kept['p0'], undefined)
    assert.equal(kept['new']?.length, 20_000)
  })
})

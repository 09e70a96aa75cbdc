import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCall } from './call-fields.ts'

describe('what would run, as fields', () => {
  it('has texts with their lines, other values as JSON, and what stands before them', () => {
    const text = `Sandbox: reads only\nsend_note ${JSON.stringify({ to: 'ann', text: 'Hi\nAnn', n: 3, list: ['a'] }, null, 2)}`
    assert.deepEqual(readCall('send_note', text), {
      before: ['Sandbox: reads only'],
      fields: [
        { name: 'to', text: 'ann' },
        { name: 'text', text: 'Hi\nAnn' },
        { name: 'n', text: '3' },
        { name: 'list', text: '[\n  "a"\n]' },
      ],
    })
  })

  it('is nothing that could be read otherwise: a part, another tool, no object', () => {
    assert.equal(readCall('send_note', 'send_note {"to": "an'), undefined)
    assert.equal(readCall('send_note', 'other {"to": "ann"}'), undefined)
    assert.equal(readCall('send_note', 'send_note "text"'), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inputAgain } from './left-out.ts'

const invalid = { error: { code: 'invalid_arguments', message: '', retryable: true } }
const failed = (result: object): never => result as never

describe('the arguments of a call that is made again', () => {
  it('are those of the call', () => {
    const input = { city: 'Rome', list: [1, { a: null }], text: '…' }
    assert.deepEqual(inputAgain({ input }), { input, leftOut: [] })
  })

  it('are without what was redacted, and say which', () => {
    const input = {
      header: 'Bearer [redacted: 32 characters that look like a secret]',
      inner: [{ key: '[redacted]' }, { key: 'plain' }],
      own: '⟨secret OPENAI_KEY, 12 characters⟩',
    }
    assert.deepEqual(inputAgain({ input }), {
      input: { header: undefined, inner: [{ key: undefined }, { key: 'plain' }], own: undefined },
      leftOut: ['header', 'inner.0.key', 'own'],
    })
  })

  it('are without what was cut, if they were never valid', () => {
    const input = { text: 'x'.repeat(500), nested: '…', city: 'Rome' }
    assert.deepEqual(inputAgain({ input, result: failed(invalid) }), {
      input: { text: undefined, nested: undefined, city: 'Rome' },
      leftOut: ['text', 'nested'],
    })
  })

  it('are none if the journal has none', () => {
    for (const input of [undefined, null, 'a text', [1]])
      assert.deepEqual(inputAgain({ input }), { input: {}, leftOut: [] })
  })
})

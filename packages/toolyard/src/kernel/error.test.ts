import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messageOf, ToolyardError } from './error.ts'

describe('ToolyardError', () => {
  it('is known across two copies of the package by its brand, not by its class', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('toolyard.error')]: true, code: 'denied' })
    assert.ok(ToolyardError.isInstance(foreign))
    assert.ok(!ToolyardError.isInstance(new Error('x')))
    assert.ok(!ToolyardError.isInstance(null))
  })

  it('passes through untouched, and wraps what is not ours with its cause', () => {
    const ours = new ToolyardError('denied', 'no')
    assert.equal(ToolyardError.from(ours), ours)
    const cause = new TypeError('boom')
    const wrapped = ToolyardError.from(cause, 'probe')
    assert.deepEqual(
      [wrapped.code, wrapped.message, wrapped.tool, wrapped.cause],
      ['tool_failed', 'boom', 'probe', cause],
    )
  })

  it('tells the model code, message and hint, and neither stack nor cause', () => {
    const error = new ToolyardError('timeout', 'too slow', {
      hint: 'Ask for less.',
      cause: new Error('secret'),
    })
    assert.equal(error.toModelText(), 'timeout: too slow\nAsk for less.')
    assert.equal(new ToolyardError('timeout', 'too slow').toModelText(), 'timeout: too slow')
  })

  it('is not retryable unless it says so', () => {
    assert.equal(new ToolyardError('internal', 'x').retryable, false)
    assert.equal(new ToolyardError('rate_limited', 'x', { retryable: true, retryAfterMs: 5 }).retryAfterMs, 5)
  })
})

describe('the message of something thrown', () => {
  const hostile = {
    get message(): string {
      throw new Error('no')
    },
  }
  const cases: [unknown, string | RegExp][] = [
    [new Error('boom'), 'boom'],
    [new RangeError(''), 'RangeError'],
    ['text', 'text'],
    ['', 'an empty string was thrown'],
    [{ message: 42 }, '42'],
    [undefined, 'undefined was thrown'],
    [null, 'null was thrown'],
    [7n, '7 was thrown'],
    [Symbol('s'), 'Symbol(s) was thrown'],
    [hostile, 'something that cannot be read was thrown'],
    [Object.create(null), 'something that cannot be read was thrown'],
  ]
  for (const [index, [thrown, expected]] of cases.entries())
    it(`is a sentence, case ${index + 1}`, () => assert.equal(messageOf(thrown), expected))
})

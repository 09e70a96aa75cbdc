import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooLong, serviceFault } from './service-fault.ts'

interface ProviderFault {
  readonly statusCode?: number
  readonly message?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly data?: unknown
}

/** As provider packages throw it. */
const refused = ({ message = 'refused', ...facts }: ProviderFault): Error =>
  Object.assign(new Error(message), facts)
const faultOf = (error: unknown): ReturnType<typeof serviceFault> =>
  serviceFault(error, { model: 'a/b', redact: (text) => text })

describe('a fault of a service', () => {
  it('is worth another try where the service may recover, and not where the request is wrong', () => {
    const again = [408, 409, 429, 500, 502, 503, 529]
    const never = [400, 401, 403, 404, 413, 422]
    for (const statusCode of again)
      assert.equal(faultOf(refused({ statusCode })).retryable, true, `${statusCode}`)
    for (const statusCode of never)
      assert.equal(faultOf(refused({ statusCode })).retryable, false, `${statusCode}`)
  })

  it('is not worth another try where the account is empty', () => {
    const data = { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }
    const fault = faultOf(refused({ statusCode: 429, data }))
    assert.equal(fault.retryable, false)
    assert.match(fault.hint ?? '', /billing/)
  })

  it('is worth another try where the connection or the stream broke', () => {
    for (const error of [
      new TypeError('fetch failed'),
      refused({ statusCode: 200, message: 'Failed to process successful response' }),
      { type: 'overloaded_error', message: 'Overloaded' },
      { type: 'error', error: { type: 'server_error', message: 'Oops' } },
      'a text',
      undefined,
    ])
      assert.equal(faultOf(error).retryable, true, JSON.stringify(error))
    assert.equal(faultOf({ type: 'invalid_request_error', message: 'no' }).retryable, false)
  })

  it('says when to come back, however the service says it', () => {
    const waits: [headers: Record<string, string>, ms: number | undefined][] = [
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after': '0.5' }, 500],
      [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
      [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30_000],
      [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, undefined],
      [{ 'retry-after': 'soon' }, undefined],
      [{ 'retry-after': '-5' }, undefined],
      [{ 'retry-after': '1e99' }, 86_400_000],
      [{}, undefined],
    ]
    for (const [responseHeaders, ms] of waits)
      assert.equal(
        faultOf(refused({ statusCode: 429, responseHeaders })).retryAfterMs,
        ms,
        JSON.stringify(responseHeaders),
      )
  })

  it('names the model, the status and what was said, within bounds', () => {
    const fault = faultOf(refused({ statusCode: 500, message: 'x'.repeat(100_000) }))
    assert.match(fault.message, /^model "a\/b": the service answered 500 \(x/)
    assert.ok(fault.message.length < 2000)
  })

  it('is told from a conversation that is too long, in the words of each vendor', () => {
    const words = [
      'prompt is too long: 210000 tokens > 200000 maximum',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      'the request exceeds the available context size, try increasing it',
      'input length and `max_tokens` exceed context limit: 195000 + 21333 > 200000, decrease input length or `max_tokens`',
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      'Invalid request: Your request exceeded model token limit: 131072 (requested: 140211)',
      "Requested token count exceeds the model's maximum context length of 32768 tokens",
    ]
    for (const message of words) assert.equal(isTooLong(refused({ statusCode: 400, message })), true, message)
    const data = { error: { code: 'context_length_exceeded', message: 'no' } }
    assert.equal(isTooLong(refused({ statusCode: 400, data })), true)
    assert.equal(isTooLong(refused({ statusCode: 413, message: 'Request too large' })), true)
    assert.equal(isTooLong(refused({ statusCode: 400, message: 'temperature is out of range' })), false)
    assert.equal(isTooLong(refused({ statusCode: 500, message: 'prompt is too long' })), true)
    const others = [
      'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens',
      'You exceeded your current quota, please check your plan and billing details',
      'The server had an error while processing your request',
    ]
    for (const message of others)
      assert.equal(isTooLong(refused({ statusCode: 500, message })), false, message)
    const perMinute = 'Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 31000'
    assert.equal(isTooLong(refused({ statusCode: 429, message: perMinute })), false)
    assert.equal(isTooLong(new Error('context length')), false)
  })
})

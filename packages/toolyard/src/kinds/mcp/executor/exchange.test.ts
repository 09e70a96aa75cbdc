import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exchange } from './exchange.ts'

describe('a request that comes back with questions', () => {
  it('is made again with the answers and the very state that came, until it has a result', async () => {
    const sent: object[] = []
    const answers = [
      {
        resultType: 'input_required',
        inputRequests: {
          a: { method: 'roots/list' },
          b: { method: 'elicitation/create', params: { message: 'x' } },
        },
        requestState: 'opaque',
      },
      { resultType: 'input_required', inputRequests: { c: { method: 'roots/list' } } },
      { resultType: 'complete', content: [] },
    ]
    const result = await exchange({
      params: { name: 't', arguments: {} },
      send: (params) => {
        sent.push(params)
        return Promise.resolve(answers.shift())
      },
      answer: (method, params) => Promise.resolve({ method, params }),
    })
    assert.deepEqual(result, { resultType: 'complete', content: [] })
    assert.deepEqual(sent, [
      { name: 't', arguments: {} },
      {
        name: 't',
        arguments: {},
        inputResponses: {
          a: { method: 'roots/list', params: undefined },
          b: { method: 'elicitation/create', params: { message: 'x' } },
        },
        requestState: 'opaque',
      },
      { name: 't', arguments: {}, inputResponses: { c: { method: 'roots/list', params: undefined } } },
    ])
  })

  it('is given up where there is no end to them, or they can’t be read', async () => {
    const asking = (inputRequests: object) =>
      exchange({
        params: {},
        send: () => Promise.resolve({ resultType: 'input_required', inputRequests }),
        answer: () => Promise.resolve({}),
      })
    await assert.rejects(asking({ a: { method: 'roots/list' } }), /after 10 rounds/)
    await assert.rejects(asking({ a: 'what?' }), /can't be read/)
  })
})

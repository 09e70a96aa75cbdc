import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ThreadMessage } from '../../../store/index.ts'
import { repairHistory } from './repair-history.ts'

const said = (id: string, role: 'user' | 'assistant' = 'user'): ThreadMessage => ({
  id,
  role,
  parts: [{ type: 'text', text: id }],
  at: 1,
})
const called = (id: string, ...callIds: string[]): ThreadMessage => ({
  id,
  role: 'assistant',
  parts: callIds.map((callId) => ({ type: 'tool_call', callId, tool: 'look', input: {} })),
  at: 1,
})
const answered = (id: string, ...callIds: string[]): ThreadMessage => ({
  id,
  role: 'tool',
  parts: callIds.map((callId) => ({
    type: 'tool_result',
    callId,
    tool: 'look',
    status: 'ok',
    content: [{ type: 'text', text: `result of ${callId}` }],
  })),
  at: 1,
})

/** `a1(x, y)` for a message with calls, `t(x:ok, y:unknown)` for one with results, else the id. */
function shape(messages: readonly ThreadMessage[]): readonly string[] {
  return messages.map(({ id, role, parts }) => {
    const ids = parts.flatMap((part) => ('callId' in part ? [part.callId] : []))
    const results = parts.flatMap((part) =>
      part.type === 'tool_result' ? [`${part.callId}:${part.status}`] : [],
    )
    if (role === 'tool') return `results(${results.join(', ')})`
    return ids.length > 0 ? `${id}(${ids.join(', ')})` : id
  })
}

describe('a history that is taken up again', () => {
  it('stays the same objects where it is right', () => {
    const history = [
      said('q'),
      called('a', 'x', 'y'),
      answered('t', 'x', 'y'),
      said('end', 'assistant'),
      said('q2'),
    ]
    const repaired = repairHistory(history)
    assert.equal(repaired.length, history.length)
    for (const [index, message] of repaired.entries()) assert.equal(message, history[index])
  })

  it('has a result for a call that never answered, before what was asked next', () => {
    const repaired = repairHistory([said('q'), called('a', 'x', 'y'), said('q2')])
    assert.deepEqual(shape(repaired), ['q', 'a(x, y)', 'results(x:unknown, y:unknown)', 'q2'])
    assert.match(JSON.stringify(repaired[2]), /may have had its effect/)
  })

  it('keeps the results that came, and adds the one that did not', () => {
    const repaired = repairHistory([called('a', 'x', 'y'), answered('t', 'y'), said('end', 'assistant')])
    assert.deepEqual(shape(repaired), ['a(x, y)', 'results(x:unknown, y:ok)', 'end'])
  })

  it('puts what came in between behind the results, in its order', () => {
    const repaired = repairHistory([called('a', 'x'), said('q1'), said('q2'), answered('t', 'x'), said('q3')])
    assert.deepEqual(shape(repaired), ['a(x)', 'results(x:ok)', 'q1', 'q2', 'q3'])
  })

  it('joins results that were written one by one, in the order of the calls', () => {
    const repaired = repairHistory([called('a', 'x', 'y'), answered('t1', 'y'), answered('t2', 'x')])
    assert.deepEqual(shape(repaired), ['a(x, y)', 'results(x:ok, y:ok)'])
  })

  it('leaves out results that belong to no call', () => {
    const repaired = repairHistory([
      answered('t0', 'z'),
      said('q'),
      called('a', 'x'),
      answered('t', 'z', 'x'),
    ])
    assert.deepEqual(shape(repaired), ['q', 'a(x)', 'results(x:ok)'])
  })

  it('tells calls apart that have the same id in two answers', () => {
    const repaired = repairHistory([
      called('a', 'x'),
      answered('t', 'x'),
      called('b', 'x'),
      answered('u', 'x'),
    ])
    assert.deepEqual(shape(repaired), ['a(x)', 'results(x:ok)', 'b(x)', 'results(x:ok)'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIds } from '../../kernel/index.ts'
import type { MessagePart } from '../../store/index.ts'
import { harnessManifest } from '../conformance/index.ts'
import { type ReadAnswer, readAnswer } from './read-calls.ts'
import { ToolBox } from './tool-box.ts'

const turn = new ToolBox({ dialect: 'openai', strict: false }, 'off').turn([harnessManifest('look')])
const call = (callId: string, input: unknown = {}): MessagePart => ({
  type: 'tool_call',
  callId,
  tool: 'look',
  input,
})
const read = (parts: readonly MessagePart[], used = new Set<string>()): ReadAnswer =>
  readAnswer(parts, turn, { used, ids: createIds() })

describe('the calls of an answer', () => {
  it('keep the ids that the model gave', () => {
    const { calls, parts } = read([{ type: 'text', text: 'So.' }, call('toolu_1'), call('toolu_2')])
    assert.deepEqual(
      calls.map(({ callId }) => callId),
      ['toolu_1', 'toolu_2'],
    )
    assert.deepEqual(parts, [{ type: 'text', text: 'So.' }, call('toolu_1'), call('toolu_2')])
  })

  it('get ids of ours where the model gave none, or one that no service takes', () => {
    for (const id of ['', 'a b', 'x'.repeat(65), '../../etc', 'é']) {
      const { calls, parts } = read([call(id)])
      assert.match(calls[0]?.callId ?? '', /^call_\w+$/, id)
      assert.equal(calls[0]?.refusal, undefined)
      assert.equal(parts[0]?.type === 'tool_call' && parts[0].callId, calls[0]?.callId)
    }
    const { calls } = read([call(''), call('')])
    assert.deepEqual(
      calls.map(({ refusal }) => refusal),
      [undefined, undefined],
    )
  })

  it('get ids of ours where an earlier answer had the same, and are run', () => {
    const used = new Set<string>()
    read([call('call_0')], used)
    const { calls } = read([call('call_0')], used)
    assert.notEqual(calls[0]?.callId, 'call_0')
    assert.equal(calls[0]?.refusal, undefined)
  })

  it('are refused where two of one answer have the same id: only the first is run', () => {
    const { calls } = read([call('same', { text: 'a' }), call('same', { text: 'b' }), call('other')])
    assert.deepEqual(
      calls.map(({ refusal }) => refusal !== undefined),
      [false, true, false],
    )
    assert.equal(calls[1]?.refusal?.code, 'duplicate_call')
    assert.match(calls[1]?.refusal?.message ?? '', /"same"/)
    assert.equal(new Set(calls.map(({ callId }) => callId)).size, 3)
  })

  it('keep a name that is nobody’s and arguments that are no JSON, for the pipeline to answer', () => {
    const { calls } = read([{ type: 'tool_call', callId: 'x', tool: 'nobody', input: '{"a' }])
    assert.deepEqual(calls, [{ callId: 'x', tool: 'nobody', input: '{"a' }])
  })
})

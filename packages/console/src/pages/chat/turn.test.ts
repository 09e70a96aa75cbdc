import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunEvent, ThreadMessage, ToolResult } from '../../api/types.ts'
import { newTurn, type Turn, turnsOf, withEvent } from './turn.ts'

const usage = { steps: 1, inputTokens: 2, outputTokens: 3 }
const result: ToolResult = {
  callId: 'run_1.c1',
  tool: 'echo',
  status: 'ok',
  content: [{ type: 'text', text: 'hi' }],
  durationMs: 4,
}

function after(...events: readonly RunEvent[]): Turn {
  return events.reduce(withEvent, newTurn('run_1', { text: 'Go' }))
}

function told({ items }: Turn): string[] {
  return items.map((item) =>
    item.kind === 'call' ? `${item.id} ${item.result?.status ?? 'running'}` : `${item.kind}: ${item.text}`,
  )
}

describe('a turn', () => {
  it('gathers what streams in, with each call and its result', () => {
    const turn = after(
      { type: 'reasoning', delta: 'Hm' },
      { type: 'reasoning', delta: '.' },
      { type: 'text', delta: 'I ' },
      { type: 'text', delta: 'look.' },
      { type: 'usage', usage },
      { type: 'tool_call', callId: 'c1', tool: 'echo', input: {} },
      { type: 'tool_event', callId: 'c1', event: { type: 'chunk', callId: 'run_1.c1', data: 'h' } },
      { type: 'tool_result', callId: 'c1', result },
      { type: 'text', delta: 'Done.' },
      { type: 'done', reason: 'finished', text: 'Done.', usage },
    )
    assert.deepEqual(told(turn), ['reasoning: Hm.', 'text: I look.', 'run_1.c1 ok', 'text: Done.'])
    assert.deepEqual([turn.status, turn.end, turn.usage], ['done', 'finished', usage])
  })

  it('forgets text and reasoning of the step when the model is asked again, and nothing of earlier steps', () => {
    const turn = after(
      { type: 'text', delta: 'First.' },
      { type: 'usage', usage },
      { type: 'tool_call', callId: 'c1', tool: 'echo', input: {} },
      { type: 'tool_result', callId: 'c1', result },
      { type: 'reasoning', delta: 'Broken' },
      { type: 'text', delta: 'Half an' },
      { type: 'retry', reason: 'overloaded', delayMs: 1 },
    )
    assert.deepEqual([told(turn), turn.retry], [['text: First.', 'run_1.c1 ok'], 'overloaded'])
    const again = withEvent(turn, { type: 'text', delta: 'Whole.' })
    assert.deepEqual([told(again).at(-1), again.retry], ['text: Whole.', undefined])
  })

  it('does not join text of two steps', () => {
    const turn = after(
      { type: 'text', delta: 'One.' },
      { type: 'usage', usage },
      { type: 'text', delta: 'Two.' },
    )
    assert.deepEqual(told(turn), ['text: One.', 'text: Two.'])
  })

  it('is the same from the messages that are kept', () => {
    const message = (
      role: ThreadMessage['role'],
      parts: ThreadMessage['parts'],
      from?: string,
    ): ThreadMessage => ({
      id: 'm',
      role,
      parts,
      runId: 'run_1',
      at: 1,
      ...(from !== undefined && { from }),
    })
    const { durationMs: _, ...kept } = result
    const [turn, ...others] = turnsOf(
      [
        message('user', [{ type: 'text', text: 'Go' }]),
        message('assistant', [
          { type: 'text', text: 'I look.' },
          { type: 'tool_call', callId: 'c1', tool: 'echo', input: {} },
        ]),
        message('tool', [{ type: 'tool_result', ...kept, callId: 'c1' }]),
        message('user', [{ type: 'text', text: 'My answer' }], 'agent other'),
        message('assistant', [{ type: 'text', text: 'Done.' }]),
      ],
      [],
    )
    assert.ok(turn)
    assert.deepEqual(others, [])
    assert.equal(turn.prompt?.text, 'Go')
    assert.deepEqual(told(turn), ['text: I look.', 'run_1.c1 ok', 'arrived: My answer', 'text: Done.'])
  })

  it('tells from the record of the run how it failed', () => {
    const record = {
      id: 'run_1',
      agent: 'a',
      threadId: 't',
      task: 'Go',
      depth: 0,
      attempt: 1,
      status: 'failed',
      ...usage,
      error: 'unavailable: it: broke',
      startedAt: 1,
    } as const
    const prompt: ThreadMessage = { id: 'm', role: 'user', parts: [], runId: 'run_1', at: 1 }
    const [turn] = turnsOf([prompt], [record])
    assert.deepEqual([turn?.status, turn?.fault], ['failed', { code: 'unavailable', message: 'it: broke' }])
  })
})

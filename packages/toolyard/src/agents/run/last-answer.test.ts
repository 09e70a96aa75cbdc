import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryStore, type RunRecord, type RunStepEnd, type ThreadMessage } from '../../store/index.ts'
import { endOfAnswer, lastAnswer } from './last-answer.ts'

const runId = 'run_1'
const run: RunRecord = {
  id: runId,
  agent: 'a',
  threadId: 't',
  task: 'Go.',
  depth: 0,
  status: 'running',
  attempt: 1,
  steps: 0,
  inputTokens: 0,
  outputTokens: 0,
  startedAt: 1,
}

function said(text: string, more: Partial<ThreadMessage> = {}): ThreadMessage {
  return { id: text, role: 'assistant', parts: [{ type: 'text', text }], runId, at: 1, ...more }
}

async function after(...ends: RunStepEnd[]) {
  const { runs } = createMemoryStore()
  await runs.begin(run)
  const facts = {
    attempt: 1,
    startedAt: 1,
    endedAt: 2,
    retries: 0,
    inputTokens: 1,
    outputTokens: 1,
    calls: [],
  }
  const steps = ends.map((end, index) => ({ ...facts, number: index + 1, end }))
  await runs.step(run, [], { steps })
  return lastAnswer(runs, runId, [said('half an answ')])
}

describe('a run that is taken up after its last answer', () => {
  it('ends as that answer did, by the last of its steps', async () => {
    const reasons: unknown[] = []
    for (const end of ['answered', 'cut_off', 'refused', 'stopped'] as const) {
      const answer = await after('answered', end)
      assert.ok(answer)
      reasons.push(await endOfAnswer(answer, undefined, { history: [], runId }))
    }
    assert.deepEqual(reasons, [
      { reason: 'finished' },
      { reason: 'cut_off' },
      { reason: 'refused' },
      { reason: 'stopped' },
    ])
  })

  it('goes on if somebody had broken the answer off to say something', async () => {
    assert.equal(await after('answered', 'interrupted'), undefined)
  })

  it('has steps by the thousand, and ends as the last one', async () => {
    const ends = Array.from({ length: 2500 }, (): RunStepEnd => 'answered')
    assert.deepEqual(await after(...ends, 'refused'), { text: 'half an answ', end: 'refused' })
  })

  it('gives the data that it was asked for, and is asked once more if it has not said it', async () => {
    const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const end = (text: string, history: readonly ThreadMessage[] = []) =>
      endOfAnswer({ text, end: 'answered' }, output, { history, runId })
    assert.deepEqual(await end('{"n":1}'), { reason: 'finished', output: { n: 1 } })
    const again = await end('One.')
    assert.ok('again' in again)
    const asked = said(again.again, { role: 'user', from: 'toolyard' })
    assert.deepEqual(await end('One.', [asked]), { reason: 'invalid_output' })
    assert.ok('again' in (await end('One.', [{ ...asked, runId: 'run_0' }])), 'it was another run')
  })
})

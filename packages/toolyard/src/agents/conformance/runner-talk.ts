/** What every `Runner` must do with what is said while it works, with answers that are data, and with a budget that it shares. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { OpensRunner } from './opens-runner.ts'
import { eventsOf, prepareRun, textIn, unpaired, userMessage } from './run-harness.ts'

const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const
const echo = (): string => 'echo'
const callEcho = { calls: [{ tool: 'echo', input: { text: 'x' } }] }

export function describeTalk(open: OpensRunner, suite: Suite): void {
  suite.it('tells the model what came in between steps, and before it ends', async (test) => {
    const { runner, model, shown } = await open(test, [callEcho, { text: 'So.' }, { text: 'Well.' }])
    const news = [[], [userMessage('n1', 'The first news.')], [userMessage('n2', 'The second news.')]]
    const run = prepareRun(model, { tools: { echo }, request: { arrived: async () => news.shift() ?? [] } })
    const last = doneOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.text, last.usage.steps], ['finished', 'Well.', 3])
    assert.match(shown()[1] ?? '', /The first news\./)
    assert.match(shown()[2] ?? '', /The second news\./)
    assert.deepEqual(rolesOf(run.saved), ['assistant', 'tool', 'user', 'assistant', 'user', 'assistant'])
  })

  suite.it(
    'breaks an answer off for a message that interrupts, and lets the model hear it next',
    async (test) => {
      const { runner, model, shown } = await open(test, [
        { text: 'word '.repeat(5000).trim() },
        { text: 'I heard you.' },
      ])
      let answer = new AbortController()
      let waiting: ThreadMessage[] = []
      const run = prepareRun(model, {
        request: {
          answerSignal: () => answer.signal,
          async arrived() {
            if (answer.signal.aborted) answer = new AbortController()
            return waiting.splice(0)
          },
        },
      })
      let isSaid = false
      const events = await eventsOf(runner, run, ({ type }) => {
        if (type !== 'text' || isSaid) return
        isSaid = true
        waiting = [userMessage('n1', 'Listen!')]
        answer.abort()
      })
      const last = doneOf(events)
      assert.deepEqual([last.reason, last.text], ['finished', 'I heard you.'])
      assert.match(textIn(events), /I heard you\.$/)
      assert.match(shown()[1] ?? '', /Listen!/)
      assert.deepEqual(rolesOf(run.saved), ['assistant', 'user', 'assistant'])
      assert.deepEqual(unpaired(run.saved), [])
    },
  )

  suite.it('answers with data that fits, and asks once more for data that does not', async (test) => {
    for (const turns of [[{ text: '{"n": 1}' }], [{ text: 'One.' }, { text: '{"n": 1}' }]]) {
      const { runner, model } = await open(test, turns)
      const last = doneOf(await eventsOf(runner, prepareRun(model, { request: { output: schema } })))
      assert.deepEqual([last.reason, last.output, last.usage.steps], ['finished', { n: 1 }, turns.length])
    }
  })

  suite.it('ends as invalid_output if the data does not fit twice', async (test) => {
    const { runner, model } = await open(test, [
      { text: 'One.' },
      { text: '{"n": "one"}' },
      { text: '{"n": 1}' },
    ])
    const last = doneOf(await eventsOf(runner, prepareRun(model, { request: { output: schema } })))
    assert.deepEqual([last.reason, last.output, last.usage.steps], ['invalid_output', undefined, 2])
  })

  suite.it('reserves every step before the model is asked, and asks no more than it may', async (test) => {
    const { runner, model, shown } = await open(test, [callEcho, { text: 'never' }])
    const asked: number[] = []
    const run = prepareRun(model, {
      tools: { echo },
      request: {
        reserve({ tokens }) {
          asked.push(tokens)
          return asked.length > 1 ? 'token_budget' : undefined
        },
      },
    })
    const last = doneOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.usage.steps, shown().length], ['token_budget', 1, 1])
    assert.ok(asked.every((tokens) => tokens > 0))
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('ends a run that makes the same calls again and again', async (test) => {
    const { runner, model } = await open(
      test,
      Array.from({ length: 20 }, () => callEcho),
    )
    const run = prepareRun(model, { tools: { echo }, limits: { maxSteps: 20 } })
    const last = doneOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.usage.steps], ['loop', 10])
    assert.deepEqual(unpaired(run.saved), [])
  })
}

/** For runners whose model can end an answer before it is whole. */
export function describeEnds(open: OpensRunner, suite: Suite): void {
  suite.it('makes no call of an answer that was cut, and tells the model', async (test) => {
    const { runner, model, shown } = await open(test, [
      { ...callEcho, finish: 'length' },
      { text: 'Shorter.' },
    ])
    const run = prepareRun(model, { tools: { echo } })
    const last = doneOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.text, run.calls], ['finished', 'Shorter.', []])
    assert.match(shown()[1] ?? '', /reached its longest/)
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('ends as cut_off with an answer that was cut, or the third in a row with calls', async (test) => {
    for (const [turn, steps] of [
      [{ text: 'and so on', finish: 'length' }, 1],
      [{ ...callEcho, finish: 'length' }, 3],
    ] as const) {
      const { runner, model } = await open(test, [turn, turn, turn, turn])
      const run = prepareRun(model, { tools: { echo } })
      const last = doneOf(await eventsOf(runner, run))
      assert.deepEqual([last.reason, last.usage.steps, run.calls], ['cut_off', steps, []])
      assert.deepEqual(unpaired(run.saved), [])
    }
  })

  suite.it('ends as refused with an answer that was withheld, and makes none of its calls', async (test) => {
    const turn = { text: 'I will', ...callEcho, finish: 'refusal' } as const
    const { runner, model } = await open(test, [turn, turn, turn])
    const run = prepareRun(model, { tools: { echo } })
    const last = doneOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.text, run.calls], ['refused', 'I will', []])
    assert.deepEqual(unpaired(run.saved), [])
  })
}

function doneOf(events: readonly RunEvent[]): Extract<RunEvent, { type: 'done' }> {
  const last = events.at(-1)
  assert.ok(last?.type === 'done', JSON.stringify(last))
  return last
}

function rolesOf(messages: readonly ThreadMessage[]): readonly string[] {
  return messages.map(({ role }) => role)
}

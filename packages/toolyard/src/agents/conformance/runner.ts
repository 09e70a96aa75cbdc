/** What every `Runner` must do, whatever model it has. */
import assert from 'node:assert/strict'
import { type Suite, suiteOn, type TestRunner } from '../../kernel/conformance/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { OpensRunner, SaidTurn } from './opens-runner.ts'
import { eventsOf, prepareRun, textIn, unpaired, userMessage } from './run-harness.ts'
import { describeSteps } from './runner-steps.ts'
import { describeEnds, describeTalk } from './runner-talk.ts'

const callEcho = (text: string): SaidTurn => ({ calls: [{ tool: 'echo', input: { text } }] })
const echo = (input: unknown): string => `echo of ${JSON.stringify(input)}`

/** `test`: `describe` and `it` of another test runner than `node:test`. */
export function describeRunner(name: string, open: OpensRunner, test?: TestRunner): void {
  const suite = suiteOn(test)
  suite.describe(`Runner: ${name}`, () => {
    describeAnswers(open, suite)
    describeCalls(open, suite)
    describeStopping(open, suite)
    describeLimits(open, suite)
    describeTalk(open, suite)
    describeSteps(open, suite)
  })
}

/** The same for answers that are not whole: for runners whose model can be made to give some (`finish`). */
export function describeRunnerEnds(name: string, open: OpensRunner, test?: TestRunner): void {
  const suite = suiteOn(test)
  suite.describe(`Runner: ${name}, with answers that are not whole`, () => describeEnds(open, suite))
}

function describeAnswers(open: OpensRunner, suite: Suite): void {
  suite.it(
    'begins with started, streams the text, ends with one done, and saves what was said',
    async (test) => {
      const { runner, model } = await open(test, [{ text: 'Hello there, good people.' }])
      const run = prepareRun(model)
      const events = await eventsOf(runner, run)
      assert.deepEqual(events[0], {
        type: 'started',
        runId: 'run_1',
        threadId: 'thread_1',
        agent: 'tester',
        model,
      })
      assert.equal(textIn(events), 'Hello there, good people.')
      assert.ok(events.filter(({ type }) => type === 'text').length > 1, 'it came in pieces')
      assertOneEnd(events)
      const last = events.at(-1)
      assert.ok(last?.type === 'done')
      assert.equal(last.reason, 'finished')
      assert.equal(last.text, 'Hello there, good people.')
      assert.equal(last.usage.steps, 1)
      assert.ok(last.usage.inputTokens > 0 && last.usage.outputTokens > 0)
      assert.deepEqual(
        run.saved.map(({ role, runId }) => [role, runId]),
        [['assistant', 'run_1']],
      )
    },
  )

  suite.it('shows the model what was said before, calls and results included', async (test) => {
    const { runner, model, shown } = await open(test, [{ text: 'You said so.' }])
    const run = prepareRun(model, { history: earlier, prompt: 'And now?', tools: { echo } })
    assertFinished(await eventsOf(runner, run), 'You said so.')
    const [first = ''] = shown()
    for (const words of ['the word is heron', 'the earlier result', 'I have looked', 'And now?'])
      assert.ok(first.includes(words), words)
    assert.deepEqual(run.calls, [], 'nothing of the past is done again')
  })

  suite.it('tells an error, and does not throw, where what was said cannot be saved', async (test) => {
    const { runner, model } = await open(test, [{ text: 'Hello.' }])
    const run = prepareRun(model, { request: { save: () => Promise.reject(new Error('the disk is full')) } })
    const events = await eventsOf(runner, run)
    assertOneEnd(events)
    const last = events.at(-1)
    assert.ok(last?.type === 'error')
    assert.match(last.error.message, /disk is full/)
  })
}

function describeCalls(open: OpensRunner, suite: Suite): void {
  suite.it('calls through RunTools, shows the model the result, and saves both in pairs', async (test) => {
    const { runner, model, shown } = await open(test, [callEcho('one'), { text: 'Done.' }])
    const run = prepareRun(model, { tools: { echo } })
    const events = await eventsOf(runner, run)
    assertFinished(events, 'Done.')
    assert.deepEqual(
      run.calls.map(({ tool, input }) => [tool, input]),
      [['echo', { text: 'one' }]],
    )
    const types = events.map(({ type }) => type)
    assert.ok(types.indexOf('tool_call') < types.indexOf('tool_result'))
    assert.ok(types.includes('usage'))
    const call = events.find((event) => event.type === 'tool_call')
    assert.deepEqual([call?.tool, call?.input], ['echo', { text: 'one' }])
    assert.match(shown()[1] ?? '', /echo of/)
    assert.deepEqual(unpaired(run.saved), [])
    assert.deepEqual(
      run.saved.map(({ role }) => role),
      ['assistant', 'tool', 'assistant'],
    )
  })

  suite.it('makes the calls of one answer at the same time, and gives each its own result', async (test) => {
    const calls = ['a', 'b', 'c'].map((text) => ({ tool: 'meet', input: { text } }))
    const { runner, model, shown } = await open(test, [{ calls }, { text: 'Done.' }])
    const met = Promise.withResolvers<void>()
    let here = 0
    const run = prepareRun(model, {
      tools: {
        async meet(input) {
          if (++here === calls.length) met.resolve()
          await met.promise
          return `met ${(input as { text: string }).text}`
        },
      },
    })
    const events = await eventsOf(runner, run)
    assertFinished(events, 'Done.')
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []))
    assert.equal(new Set(results.map(({ callId }) => callId)).size, 3)
    for (const text of ['met a', 'met b', 'met c']) assert.ok(shown()[1]?.includes(text), text)
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('goes on after a call that fails', async (test) => {
    const { runner, model, shown } = await open(test, [
      { calls: [{ tool: 'broken' }, { tool: 'echo', input: { text: 'x' } }] },
      { text: 'I see.' },
    ])
    const broken = (): never => {
      throw new Error('it broke in two')
    }
    const run = prepareRun(model, { tools: { broken, echo } })
    const events = await eventsOf(runner, run)
    assertFinished(events, 'I see.')
    assert.match(shown()[1] ?? '', /it broke in two/)
    assert.match(shown()[1] ?? '', /echo of/)
  })

  suite.it('goes on after a tool that is not there, and arguments that are none', async (test) => {
    const { runner, model } = await open(test, [
      { calls: [{ tool: 'nobody', input: { text: 'x' } }] },
      { calls: [{ tool: 'echo', input: '{"text": "unfinis' }] },
      { calls: [{ tool: 'echo' }] },
      { text: 'I give up.' },
    ])
    const run = prepareRun(model, { tools: { echo } })
    const events = await eventsOf(runner, run)
    assertFinished(events, 'I give up.')
    assert.deepEqual(unpaired(run.saved), [])
    assert.ok(run.calls.every(({ tool }) => tool === 'echo' || tool === 'nobody'))
  })
}

function describeStopping(open: OpensRunner, suite: Suite): void {
  suite.it('stops while a call runs, and leaves every call with a result', async (test) => {
    const { runner, model } = await open(test, [
      { text: 'Wait.', calls: [{ tool: 'hang' }, { tool: 'echo', input: { text: 'x' } }] },
      { text: 'never' },
    ])
    const run = prepareRun(model, {
      tools: {
        echo,
        hang: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')))
            setImmediate(() => run.stop.abort())
          }),
      },
    })
    const events = await eventsOf(runner, run)
    assertStopped(events)
    assert.doesNotMatch(textIn(events), /never/)
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('stops in the middle of an answer', async (test) => {
    const { runner, model } = await open(test, [{ text: 'word '.repeat(5000).trim() }])
    const run = prepareRun(model)
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type === 'text') run.stop.abort()
    })
    assertStopped(events)
    assert.ok(textIn(events).length < 5000 * 5 - 1, 'not all of it was said')
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('does nothing where it is stopped before it begins', async (test) => {
    const { runner, model } = await open(test, [callEcho('x'), { text: 'never' }])
    const run = prepareRun(model, { tools: { echo } })
    run.stop.abort()
    assertStopped(await eventsOf(runner, run))
    assert.deepEqual(run.calls, [])
  })
}

function describeLimits(open: OpensRunner, suite: Suite): void {
  const endless = Array.from({ length: 10 }, (_, index) => callEcho(`step ${index}`))

  suite.it('ends at the number of steps, with the calls of the last step made', async (test) => {
    const { runner, model } = await open(test, endless)
    const run = prepareRun(model, { tools: { echo }, limits: { maxSteps: 2 } })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done')
    assert.equal(last.reason, 'max_steps')
    assert.equal(last.usage.steps, 2)
    assert.equal(run.calls.length, 2)
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('begins no further step once the tokens are used up', async (test) => {
    const { runner, model } = await open(test, endless)
    const run = prepareRun(model, { tools: { echo }, limits: { maxTokens: 1 } })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done')
    assert.equal(last.reason, 'token_budget')
    assert.equal(last.usage.steps, 1)
    assert.deepEqual(unpaired(run.saved), [])
  })

  suite.it('begins no further step once the money is used up, and tells the cost', async (test) => {
    const { runner, model } = await open(test, endless)
    const run = prepareRun(model, { tools: { echo }, limits: { maxCost: 0.000_000_1 } })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done')
    assert.equal(last.reason, 'cost_budget')
    assert.ok((last.usage.cost ?? 0) > 0)
    assert.deepEqual(unpaired(run.saved), [])
  })
}

function assertOneEnd(events: readonly RunEvent[]): void {
  const ends = events.filter(({ type }) => type === 'done' || type === 'error')
  assert.equal(ends.length, 1)
  assert.equal(ends[0], events.at(-1))
}

function assertFinished(events: readonly RunEvent[], text: string): void {
  assertOneEnd(events)
  const last = events.at(-1)
  assert.ok(last?.type === 'done', JSON.stringify(last))
  assert.deepEqual([last.reason, last.text], ['finished', text])
}

function assertStopped(events: readonly RunEvent[]): void {
  assertOneEnd(events)
  const last = events.at(-1)
  assert.ok(last?.type === 'done', JSON.stringify(last))
  assert.equal(last.reason, 'stopped')
}

const earlier: readonly ThreadMessage[] = [
  userMessage('m1', 'Remember: the word is heron.'),
  {
    id: 'm2',
    role: 'assistant',
    parts: [{ type: 'tool_call', callId: 'old_1', tool: 'echo', input: { text: 'then' } }],
    at: 2,
  },
  {
    id: 'm3',
    role: 'tool',
    parts: [
      {
        type: 'tool_result',
        callId: 'old_1',
        tool: 'echo',
        status: 'ok',
        content: [{ type: 'text', text: 'the earlier result' }],
      },
    ],
    at: 3,
  },
  { id: 'm4', role: 'assistant', parts: [{ type: 'text', text: 'I have looked.' }], at: 4 },
]

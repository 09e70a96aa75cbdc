/** What every `Runner` must do with a conversation that is longer than its model takes. */
import assert from 'node:assert/strict'
import { suiteOn, type TestRunner } from '../../kernel/conformance/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { OpensRunner } from './opens-runner.ts'
import { eventsOf, prepareRun, textIn, unpaired } from './run-harness.ts'

/** What the model of `open` says when it is to sum up. */
export const summaryText = 'The word is heron. All else was talk.'

/** A conversation of about 30,000 tokens, with a fact at its beginning. */
const history: readonly ThreadMessage[] = Array.from({ length: 60 }, (_, index) => ({
  id: `m${index}`,
  role: index % 2 === 0 ? 'user' : 'assistant',
  parts: [{ type: 'text', text: `Talk ${index}. ${'many words '.repeat(180)}` }],
  at: index + 1,
}))

/**
 * For runners that let their model sum up what it can't take. The model of `open` takes about 20,000 tokens, or is said to be nearly full by
 * what its service counts, and answers `summaryText` when it is to sum up.
 */
export function describeRunnerSummaries(name: string, open: OpensRunner, runner?: TestRunner): void {
  const suite = suiteOn(runner)
  suite.describe(`Runner: summaries with ${name}`, () => {
    suite.it('sums up once, tells it, and goes on with the summary', async (test) => {
      const call = { calls: [{ tool: 'echo', input: { text: 'x' } }] }
      const opened = await open(test, [call, call, { text: 'End.' }])
      const run = prepareRun(opened.model, { tools: { echo: () => 'echo' }, history })
      const events = await eventsOf(opened.runner, run)
      const last = events.at(-1)
      assert.ok(last?.type === 'done', JSON.stringify(last))
      assert.deepEqual([last.reason, last.text, last.usage.steps], ['finished', 'End.', 3])
      const [told, ...more] = events.filter((event) => event.type === 'compacted')
      assert.ok(told, textIn(events))
      assert.deepEqual([more.length, told.by], [0, 'model'])
      assert.ok(told.messages > 0 && told.tokensBefore > told.tokensAfter, JSON.stringify(told))
      const shown = opened.shown().at(-1) ?? ''
      assert.match(shown, /The word is heron/)
      assert.doesNotMatch(shown, /Talk 1\./)
      assert.doesNotMatch(textIn(events), /The word is heron/)
      assert.deepEqual(unpaired(run.saved), [])
    })
  })
}

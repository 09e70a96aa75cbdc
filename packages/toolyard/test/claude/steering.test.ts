/** What is said to runs of the SDK while they go on, and answers that are not whole. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { defineTool } from 'toolyard'
import type { RunEvent } from '../../src/agents/index.ts'
import { eventsOf, prepareRun, textIn, unpaired } from '../../src/agents/conformance/index.ts'
import { claudeModel, openClaude } from './open-claude.ts'
import { allOf, blocksOf, call, noticesIn, openYard } from './open-yard.ts'

describe('a message to a run of the SDK', () => {
  it('that interrupts ends the present answer, and is heard next; the session knows both', async (test) => {
    const { yard, server } = await openYard(test, (_request, index) =>
      index === 0
        ? { reasoning: 'Hm.', text: 'word '.repeat(50), hangAfter: 30 }
        : { text: index === 1 ? 'I turn left.' : 'Left, I said.' },
    )
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Drive.' })
    let isSent = false
    const events = await allOf(run.events, ({ type }) => {
      if (type !== 'text' || isSent) return
      isSent = true
      void yard.runs.say(run.runId, { text: 'Turn left!', interrupt: true })
    })
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.text], ['finished', 'I turn left.'])
    assert.ok(events.some((event) => event.type === 'message' && event.text === 'Turn left!'))
    assert.ok(last.usage.outputTokens > 10, 'what was said of the broken answer counts')
    const said = await yard.store.threads.messages(run.threadId)
    assert.deepEqual(
      said.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    )
    const heard = blocksOf(server, 1).join('\n')
    for (const words of ['word word', 'Turn left!']) assert.ok(heard.includes(words), words)
    const next = await yard.runs.start({ agent: 'worker', prompt: 'Where?', threadId: run.threadId })
    assert.deepEqual(noticesIn(await allOf(next.events)), ['Claude session resumed.'])
    const [before, now] = [blocksOf(server, 1), blocksOf(server, 2)]
    assert.deepEqual(now.slice(0, before.length), before)
  })

  it('waits for calls that run, whether it interrupts or not', async (test) => {
    const begun = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const gate = defineTool({
      name: 'gate',
      description: 'Waits.',
      permission: 'read',
      effects: 'none',
      async execute() {
        begun.resolve()
        await open.promise
        return 'the gate is open'
      },
    })
    const { yard, server } = await openYard(test, [{ calls: [call('gate')] }, { text: 'Heard.' }], {
      tools: [gate],
    })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Go.' })
    await begun.promise
    await yard.runs.say(run.runId, { text: 'First thing.', interrupt: true })
    await yard.runs.say(run.runId, { text: 'Second thing.' })
    await soon()
    open.resolve()
    const last = (await allOf(run.events)).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.usage.steps], ['finished', 2])
    const heard = blocksOf(server, 1).join('\n')
    for (const words of ['the gate is open', 'First thing.', 'Second thing.'])
      assert.ok(heard.includes(words), words)
  })

  it('that was taken back meanwhile leaves the run going on', async (test) => {
    const answer = new AbortController()
    const { runner } = await openClaude(test, (_request, index) =>
      index === 0 ? { text: 'word '.repeat(50), hangAfter: 20 } : { text: 'Well then.' },
    )
    let signal = answer.signal
    const run = prepareRun(claudeModel, { request: { answerSignal: () => signal } })
    const events = await eventsOf(runner, run, ({ type }) => {
      if (type !== 'text' || answer.signal.aborted) return
      signal = new AbortController().signal
      answer.abort()
    })
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.text], ['finished', 'Well then.'])
  })
})

describe('an answer that is not whole', () => {
  it('that was cut has none of its calls made, and the model is told; three in a row end the run', async (test) => {
    const cut = { text: 'I go.', calls: [call('echo', { text: 'a' })], finish: 'length' as const }
    const { runner, server } = await openClaude(test, [cut, { text: 'Shorter.' }])
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    const events = await eventsOf(runner, run)
    assert.deepEqual(run.calls, [])
    assert.match(blocksOf(server, 1).join(), /not made: your answer reached its longest/)
    assert.equal(textIn(events), 'I go.Shorter.')
    assert.deepEqual(unpaired(run.saved), [])
    const endless = await openClaude(test, () => cut)
    const again = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    const last = (await eventsOf(endless.runner, again)).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.deepEqual([last.reason, last.usage.steps, again.calls], ['cut_off', 3, []])
  })

  it('that was refused ends the run as refused, with its calls not made', async (test) => {
    for (const calls of [[], [call('echo')]]) {
      const { runner } = await openClaude(test, () => ({ text: 'I will', calls, finish: 'refusal' }))
      const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
      const last = (await eventsOf(runner, run)).at(-1)
      assert.ok(last?.type === 'done', JSON.stringify(last))
      assert.deepEqual([last.reason, last.text, last.usage.steps], ['refused', 'I will', 1])
      assert.deepEqual([run.calls, unpaired(run.saved)], [[], []])
    }
  })

  it('is void where the service failed, and what it used counts', async (test) => {
    const { runner } = await openClaude(test, [
      { text: 'void words that nobody keeps', cutAfter: 6, usage: { input: 40, output: 1 } },
      { text: 'Whole.', usage: { input: 100, output: 10, cacheRead: 1000, cacheWrite: 200 } },
    ])
    const run = prepareRun(claudeModel)
    const events = await eventsOf(runner, run)
    const retry = events.findIndex(({ type }) => type === 'retry')
    assert.ok(retry > 0)
    assert.equal(textIn(events.slice(retry)), 'Whole.')
    const last = events.at(-1) as Extract<RunEvent, { type: 'done' }>
    const { inputTokens, cachedTokens, cacheWriteTokens, steps, cost = 0, outputTokens } = last.usage
    assert.deepEqual([steps, inputTokens, cachedTokens, cacheWriteTokens], [1, 1340, 1000, 200])
    const plain = ((40 + 100) * 3 + 1000 * 0.3 + 200 * 3.75 + outputTokens * 15) / 1e6
    assert.ok(Math.abs(cost - plain) < 1e-9, `${cost} ${plain}`)
  })

  it('goes round in circles: the model is told once, then the run ends', async (test) => {
    const { runner, server } = await openClaude(test, () => ({ calls: [call('echo')] }))
    const run = prepareRun(claudeModel, { tools: { echo: () => 'echo' } })
    const last = (await eventsOf(runner, run)).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.reason, 'loop')
    assert.match(blocksOf(server, -1).join(), /the same calls with the same results/)
  })
})

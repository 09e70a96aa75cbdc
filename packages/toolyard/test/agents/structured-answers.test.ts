/** Answers that are data, and settings of agents that are checked when they are saved. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { finish, openCompany } from './company.ts'

const weather = z.strictObject({ city: z.string(), degrees: z.number() })
const right = '{"city":"Bern","degrees":12}'

describe('an answer that is to be data', () => {
  const call = { calls: [{ tool: 'echo', input: { text: 'x' } }] }
  const cases: readonly [what: string, turns: readonly { text: string }[], status: string, steps: number][] =
    [
      ['alone', [{ text: right }], 'done', 1],
      ['between fences', [{ text: `\`\`\`json\n${right}\n\`\`\`` }], 'done', 1],
      [
        'after it was asked for once more',
        [{ text: 'It is 12 degrees in Bern.' }, { text: right }],
        'done',
        2,
      ],
      ['of another form, then right', [{ text: '{"city":"Bern"}' }, { text: right }], 'done', 2],
    ]
  for (const [what, turns, status, steps] of cases)
    it(`is read ${what}`, async (test) => {
      const { yard } = await openCompany(test, { helper: { turns: [call, ...turns], tools: ['echo'] } })
      const run = await yard.runs.start({ agent: 'helper', prompt: 'How warm?', output: weather })
      const { events } = await finish(run)
      const { output, ...record } = await run.done
      // The compiler knows it.
      const degrees: number | undefined = output?.degrees
      assert.deepEqual([record.status, record.steps, degrees], [status, steps + 1, 12])
      const last = events.at(-1)
      assert.ok(last?.type === 'done')
      assert.deepEqual(last.output, { city: 'Bern', degrees: 12 })
      assert.deepEqual((await yard.runs.find(run.runId)).output, { city: 'Bern', degrees: 12 })
    })

  it('is told as wrong where it stays wrong, with what was said', async (test) => {
    const turns = [{ text: 'Warm.' }, { text: 'Very warm.' }, { text: 'never' }]
    const { yard } = await openCompany(test, { helper: { turns } })
    const { record } = await finish(
      await yard.runs.start({ agent: 'helper', prompt: 'How warm?', output: weather }),
    )
    assert.deepEqual(
      [record.status, record.reason, record.result, record.output],
      ['incomplete', 'invalid_output', 'Very warm.', undefined],
    )
    const said = JSON.stringify(await yard.store.threads.messages(record.threadId))
    assert.match(said, /Your answer is not the data that was asked for \(it is not JSON alone/)
  })

  it('may be asked for by the agent itself, as JSON Schema', async (test) => {
    const output = { type: 'array', items: { type: 'integer' } }
    const helper = { turns: [{ text: '["a"]' }, { text: '[1, 2]' }], settings: { output } }
    const { yard } = await openCompany(test, { helper })
    const { record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Count.' }))
    assert.deepEqual([record.status, record.output], ['done', [1, 2]])
  })

  it('is refused at the start where its schema is none', async (test) => {
    const { yard } = await openCompany(test, { helper: { turns: [{ text: 'x' }] } })
    await assert.rejects(
      yard.runs.start({ agent: 'helper', prompt: 'x', output: { type: 'nonsense' } }),
      /^ToolyardError: output: /,
    )
    assert.deepEqual(await yard.runs.list(), [])
  })
})

describe('the settings of an agent', () => {
  const wrong: readonly [settings: Record<string, unknown>, says: RegExp][] = [
    [{ temprature: 1 }, /"temprature" is not a setting\. Did you mean "temperature"\?/],
    [{ apiKey: 'sk-1' }, /"apiKey" is not a setting/],
    [{ temperature: 'hot' }, /settings\.temperature: "hot" is not a number from 0/],
    [{ reasoning: 'huge' }, /settings\.reasoning: "huge" is not one of none, minimal/],
    [{ maxSteps: 0 }, /settings\.maxSteps: 0 is not a whole number from 1/],
    [{ maxTokens: -1 }, /settings\.maxTokens: -1 is not a number from 0/],
    [{ output: 'json' }, /settings\.output: "json" is not a JSON Schema/],
    [
      { fallbackModels: 'openai/x' },
      /settings\.fallbackModels: "openai\/x" is not a list of at most 10 models/,
    ],
  ]
  for (const [settings, says] of wrong)
    it(`are refused when they are saved: ${JSON.stringify(settings)}`, async (test) => {
      const { yard } = await openCompany(test, { helper: { turns: [{ text: 'x' }] } })
      await assert.rejects(yard.agents.create({ name: 'new', settings }), says)
      await assert.rejects(yard.agents.update('helper', { settings }), says)
      assert.deepEqual((await yard.agents.find('helper')).settings, {})
    })

  it('name a runner that there is', async (test) => {
    const { yard } = await openCompany(test, {})
    await assert.rejects(
      yard.agents.create({ name: 'new', runner: 'cluade' }),
      /there is no runner "cluade"\. Did you mean "claude"\?/,
    )
  })
})

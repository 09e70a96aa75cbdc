/** Other models, data as answers, budgets, summaries and hooks in runs of the SDK, with its real program. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from 'toolyard'
import type { RunEvent } from '../../src/agents/index.ts'
import { eventsOf, prepareRun, textIn } from '../../src/agents/conformance/index.ts'
import { skillText, writeFiles } from '../agents/guidance.ts'
import type { ModelTurn } from '../agents/model-server.ts'
import { installClaudeSdk } from './install-sdk.ts'
import { claudeModel, openClaude } from './open-claude.ts'
import { allOf, blocksOf, call, openYard } from './open-yard.ts'

const other = 'anthropic/claude-haiku-4-5'
const schema = {
  type: 'object',
  properties: { n: { type: 'number' } },
  required: ['n'],
  additionalProperties: false,
} as const

function lastOf(events: readonly RunEvent[]): Extract<RunEvent, { type: 'done' }> {
  const last = events.at(-1)
  assert.ok(last?.type === 'done', JSON.stringify(last))
  return last
}

describe('a run of the SDK', () => {
  it('goes on with the model that the agent names where the service of the first fails', async (test) => {
    const { runner, server } = await openClaude(
      test,
      ({ body }) =>
        String(body['model']).includes('haiku') ? { text: 'Other.' } : { status: 529, message: 'Overloaded' },
      { prices: { [claudeModel]: { input: 3, output: 15 }, [other]: { input: 1, output: 5 } } },
    )
    const run = prepareRun(claudeModel, { settings: { fallbackModels: [other] }, limits: { maxCost: 1 } })
    const events = await eventsOf(runner, run)
    const last = lastOf(events)
    assert.deepEqual([last.reason, last.text], ['finished', 'Other.'])
    assert.equal(last.usage.cost, (100 * 1 + 10 * 5) / 1e6)
    assert.ok(events.some((event) => event.type === 'retry' && event.reason.includes(other)))
    assert.equal(server.requests.at(-1)?.body['model'], 'claude-haiku-4-5')
  })

  it('refuses models of others to go on with, and those without a price where the cost is limited', async (test) => {
    const { runner } = await openClaude(test, [])
    for (const [name, limits] of [
      ['openai/gpt-5', {}],
      [other, { maxCost: 1 }],
    ] as const) {
      const run = prepareRun(claudeModel, { settings: { fallbackModels: [name] }, limits })
      const last = (await eventsOf(runner, run)).at(-1)
      assert.ok(last?.type === 'error')
      assert.equal(last.error.code, 'invalid_config')
    }
  })

  const data = (input: object): ModelTurn => ({ calls: [{ tool: 'StructuredOutput', input }] })
  const answers: readonly (readonly [string, readonly ModelTurn[], unknown, string])[] = [
    ['by its own tool', [data({ n: 1 })], { n: 1 }, 'finished'],
    ['as words', [{ text: '{"n": 2}' }], { n: 2 }, 'finished'],
    ['asked for once more', [data({ n: 'x' }), data({ n: 3 })], { n: 3 }, 'finished'],
    ['instead of words', [{ text: 'Three.' }, data({ n: 3 })], { n: 3 }, 'finished'],
    ['wrong twice', [data({ n: 'x' }), data({ n: 'y' }), data({ n: 3 })], undefined, 'invalid_output'],
  ]
  for (const [how, turns, output, reason] of answers)
    it(`answers with data: ${how}`, async (test) => {
      const { runner } = await openClaude(test, turns)
      const run = prepareRun(claudeModel, { request: { output: schema } })
      const events = await eventsOf(runner, run)
      const last = lastOf(events)
      assert.deepEqual([last.reason, last.output], [reason, output])
      assert.ok(!events.some(({ type }) => type === 'tool_call'))
      if (output !== undefined) assert.deepEqual(JSON.parse(last.text), output)
      assert.deepEqual(run.saved.at(-1)?.parts.at(-1), { type: 'text', text: last.text })
    })

  it('answers with data that is no object, asked for in words', async (test) => {
    const { runner, server } = await openClaude(test, [{ text: 'one, two' }, { text: '[1, 2]' }])
    const output = { type: 'array', items: { type: 'number' } } as const
    const last = lastOf(await eventsOf(runner, prepareRun(claudeModel, { request: { output } })))
    assert.deepEqual([last.reason, last.output], ['finished', [1, 2]])
    assert.match(JSON.stringify(server.requests[0]?.body['system']), /JSON Schema/)
    assert.match(blocksOf(server, 1).join(), /not the data that was asked for/)
  })

  it('asks for no step that its budget has no room for', async (test) => {
    const { runner, server } = await openClaude(test, [{ calls: [call('echo')] }, { text: 'never' }])
    const asked: number[] = []
    const run = prepareRun(claudeModel, {
      tools: { echo: () => 'word '.repeat(1000) },
      request: {
        reserve: ({ tokens }) => {
          asked.push(tokens)
          return asked.length > 1 ? 'token_budget' : undefined
        },
      },
    })
    const last = lastOf(await eventsOf(runner, run))
    assert.deepEqual([last.reason, last.usage.steps, server.requests.length], ['token_budget', 1, 1])
    assert.ok((asked[0] ?? 0) > 0 && (asked[1] ?? 0) > 1000, asked.join())
  })

  it('shortens a prompt that is longer than there is room for, and the next message works', async (test) => {
    const { yard, server } = await openYard(test, (_request, index) =>
      index === 0
        ? { status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum' }
        : { text: 'Fine.' },
    )
    const run = await yard.runs.start({ agent: 'worker', prompt: 'word '.repeat(300_000) })
    const last = (await allOf(run.events)).at(-1)
    assert.ok(last?.type === 'error', JSON.stringify(last))
    assert.equal(last.error.code, 'budget_exhausted')
    assert.match(blocksOf(server, 0).join(), /The rest of this message \(1,500,000 characters in all\)/)
    const next = await yard.runs.start({ agent: 'worker', prompt: 'And now?', threadId: run.threadId })
    assert.equal((await next.done).status, 'done')
  })

  it('shows results whole, however long the pipeline lets them be', async (test) => {
    const { runner, server } = await openClaude(test, [{ calls: [call('echo')] }, { text: 'Done.' }])
    const run = prepareRun(claudeModel, { tools: { echo: () => `${'lorem ipsum '.repeat(20_000)}the end` } })
    lastOf(await eventsOf(runner, run))
    const shown = blocksOf(server, 1).join()
    assert.match(shown, /the end/)
    assert.doesNotMatch(shown, /persisted-output/)
  })

  it('tells of its summaries, asks hooks before, and counts what they cost', async (test) => {
    const order: string[] = []
    const { yard } = await openYard(
      test,
      ({ body }, index) => {
        const asked = JSON.stringify((body['messages'] as readonly unknown[]).at(-1))
        if (/<summary>/.test(asked)) {
          order.push('summary')
          return { text: '<summary>All was said.</summary>', usage: { input: 700, output: 70 } }
        }
        return index < 2
          ? {
              calls: [call('read', { n: index })],
              usage: { input: index === 0 ? 30_000 : 75_000, output: 10 },
            }
          : { text: 'End.', usage: { input: 100, output: 10 } }
      },
      {
        tools: [
          defineTool({
            name: 'read',
            description: 'Reads.',
            inputSchema: { n: Number },
            permission: 'read',
            effects: 'none',
            execute: () => 'lorem ipsum dolor '.repeat(1500),
          }),
        ],
        claude: {
          sdkFolder: installClaudeSdk(),
          variables: {
            ANTHROPIC_API_KEY: '${ANTHROPIC_API_KEY}',
            ANTHROPIC_BASE_URL: '${ANTHROPIC_BASE_URL}',
            CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
          },
        },
      },
    )
    for (const type of ['RUN_START', 'PROMPT_SUBMIT', 'PRE_COMPACT', 'RUN_STOP', 'RUN_END'] as const)
      yard.hooks.add({ name: type, type, handler: () => void order.push(type) })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Read all.' })
    const events = await allOf(run.events)
    const last = lastOf(events)
    await run.done
    assert.equal(last.text, 'End.')
    const compacted = events.find(({ type }) => type === 'compacted')
    assert.ok(compacted?.type === 'compacted', textIn(events))
    assert.equal(compacted.by, 'model')
    assert.ok(compacted.tokensBefore > compacted.tokensAfter && compacted.messages > 0)
    assert.ok(order.indexOf('PRE_COMPACT') < order.indexOf('summary'))
    for (const type of ['RUN_START', 'PROMPT_SUBMIT', 'RUN_STOP'])
      assert.equal(order.filter((one) => one === type).length, 1, type)
    const summaries = order.filter((one) => one === 'summary').length
    assert.equal(last.usage.inputTokens, 105_100 + summaries * 700)
    assert.equal(last.usage.steps, 3)
  })

  it('is told what the workspace asks of agents and which skills there are, and loads one', async (test) => {
    const { yard, server, workspace } = await openYard(
      test,
      [
        { calls: [call('skill', { name: 'birds' })] },
        { calls: [call('read_file', { path: 'deep/a.txt' })] },
        { text: 'Done.' },
      ],
      { builtins: ['files', 'system'] },
    )
    await writeFiles(workspace, {
      'AGENTS.md': 'Speak like a heron.',
      'deep/AGENTS.md': 'Here speak like a wren.',
      'deep/a.txt': 'a text',
      '.agents/skills/birds/SKILL.md': skillText('birds', 'Knows birds.', 'Feathers first.'),
    })
    await yard.agents.update('worker', { toolIds: ['skill', 'read_file'] })
    const run = await yard.runs.start({ agent: 'worker', prompt: 'Well?' })
    assert.equal(lastOf(await allOf(run.events)).text, 'Done.')
    const system = JSON.stringify(server.requests[0]?.body['system'])
    assert.match(system, /Speak like a heron\./)
    assert.match(system, /birds: Knows birds\./)
    assert.doesNotMatch(system, /Feathers first/)
    assert.match(blocksOf(server, 1).join(), /Feathers first/)
    assert.match(blocksOf(server, 2).join(), /Here speak like a wren\./)
  })
})

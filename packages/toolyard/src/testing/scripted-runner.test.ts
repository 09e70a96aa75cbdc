import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createToolyard, defineTool } from '../index.ts'
import { scriptedRunner } from './index.ts'

const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  inputSchema: { who: String },
  execute: ({ who }) => `Hello, ${who}!`,
})

it('an agent says what the script says, and its calls are real', async () => {
  const script = scriptedRunner([
    { calls: [{ tool: 'greet', input: { who: 'Ann' } }] },
    { text: 'I said: {{lastResult}}' },
  ])
  await using yard = await createToolyard({
    tools: [greet],
    runners: { script },
    agents: { create: [{ name: 'host', runner: 'script', model: 'scripted', toolIds: ['greet'] }] },
  })
  const run = await yard.runs.start({ agent: 'host', prompt: 'Greet Ann.' })
  assert.equal((await run.done).result, 'I said: Hello, Ann!')
  const [call] = await yard.calls({})
  assert.deepEqual([call?.tool, call?.agent, call?.status], ['greet', 'host', 'ok'])
})

it('a script with a wrong turn is refused at once', () => {
  assert.throws(() => scriptedRunner([{ say: 'x' } as never]), { code: 'invalid_config' })
  assert.throws(() => scriptedRunner([]), { code: 'invalid_config' })
})

it('a script with rules answers what was said, any number of times, turn by turn', async () => {
  const script = scriptedRunner({
    rules: [
      {
        when: 'greet (ann|bob)',
        turns: [
          { calls: [{ tool: 'greet', input: { who: '{{prompt}}' } }] },
          { text: 'I said: {{lastResult}}' },
        ],
      },
      { when: String.raw`\p{Han}`, turns: [{ text: '你好' }] },
      { turns: [{ text: 'What?' }] },
    ],
  })
  await using yard = await createToolyard({
    tools: [greet],
    runners: { script },
    agents: { create: [{ name: 'host', runner: 'script', model: 'scripted', toolIds: ['greet'] }] },
  })
  const said: (string | undefined)[] = []
  for (const prompt of ['Greet ANN', '您好', 'Greet Bob', 'x', 'Greet Ann']) {
    const run = await yard.runs.start({ agent: 'host', prompt, threadId: 't' })
    said.push((await run.done).result)
  }
  assert.deepEqual(said, [
    'I said: Hello, Greet ANN!',
    '你好',
    'I said: Hello, Greet Bob!',
    'What?',
    'I said: Hello, Greet Ann!',
  ])
})

it('a script whose rules make no sense is refused, and one without a rule that fits says so', async () => {
  const turns = [{ text: 'x' }]
  for (const rules of [
    [],
    [{ turns: [] }],
    [{ when: '(?=a)(?!b)c\\1', turns }],
    [{ when: 1, turns }],
    [{ if: 'a', turns }],
    'x',
  ])
    assert.throws(() => scriptedRunner({ rules } as never), { code: 'invalid_config' }, JSON.stringify(rules))
  assert.throws(() => scriptedRunner({ rules: [{ turns }], turns, repeat: false }), {
    code: 'invalid_config',
  })
  const script = scriptedRunner({ rules: [{ when: 'a', turns }] })
  await using yard = await createToolyard({
    runners: { script },
    agents: { create: [{ name: 'host', runner: 'script', model: 'scripted', toolIds: [] }] },
  })
  const run = await yard.runs.start({ agent: 'host', prompt: 'b' })
  assert.match((await run.done).error ?? '', /no rule of the script fits/)
})

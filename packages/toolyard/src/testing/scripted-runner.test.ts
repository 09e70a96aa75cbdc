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

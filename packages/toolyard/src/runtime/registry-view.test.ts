import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../define/index.ts'
import { createToolyard } from './index.ts'
import type { ToolService } from './service/tool-service.ts'

const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  inputSchema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  execute: ({ who }) => `Hello ${who}`,
})
const explanation = 'I want to be polite.'

async function problemsOf(yard: ToolService, params: object): Promise<readonly string[]> {
  const problems = (await yard.registry.get('greet')?.validateParams(params)) ?? ['no tool']
  // What is told is what a call would be refused for.
  assert.equal((await yard.call('greet', params)).status, problems.length === 0 ? 'ok' : 'error')
  return problems
}

describe('the registry shows tools as models see them', () => {
  for (const mode of ['optional', 'required', 'off'] as const)
    it(`with explanation ${mode}`, async () => {
      await using yard = await createToolyard({ tools: [greet], explanation: mode })
      const [definition] = yard.definitions('openai')
      assert.deepEqual(yard.registry.getDefinitions(), [definition])
      assert.deepEqual(yard.registry.get('greet')?.toSchema(), definition)
      assert.equal(JSON.stringify(definition).includes('explanation'), mode !== 'off')
      assert.deepEqual(await problemsOf(yard, { who: 'Ada', explanation }), [])
      for (const params of [{ who: 'Ada' }, { who: 'Ada', explanation: null }]) {
        const problems = await problemsOf(yard, params)
        assert.equal(problems.length, mode === 'required' ? 1 : 0)
        if (mode === 'required') assert.match(problems[0] ?? '', /^explanation: is required/)
      }
      assert.match((await problemsOf(yard, { who: 'Ada', explanation: 5 })).join(), /explanation/)
      assert.match((await problemsOf(yard, { explanation })).join(), /lacks "who"/)
    })

  it('without those that policy denies', async () => {
    await using yard = await createToolyard({ tools: [greet], policy: { deny: ['greet'] } })
    assert.deepEqual(yard.registry.getDefinitions(), [])
    assert.deepEqual(yard.registry.getDefinitions('anthropic'), yard.definitions('anthropic'))
  })

  it('and counts what the application provides as given', async () => {
    const inputSchema = { user: String, who: String }
    const tool = defineTool({
      name: 'greet',
      description: 'Greets.',
      inputSchema,
      provided: ['user'],
      execute: () => 1,
    })
    await using yard = await createToolyard({ tools: [tool], provide: () => ({ user: 'ada' }) })
    assert.deepEqual(await problemsOf(yard, { who: 'Bob' }), [])
    assert.match((await problemsOf(yard, { who: 'Bob', user: 'eve' })).join(), /^user: is not a known/)
  })
})

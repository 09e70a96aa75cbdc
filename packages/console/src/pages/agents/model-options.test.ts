import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ModelList } from '../../api/types.ts'
import { modelGroups, modelTrouble } from './model-options.ts'

const list: ModelList = {
  runners: ['loop'],
  providers: [
    { name: 'anthropic', missing: ['ANTHROPIC_API_KEY'] },
    { name: 'openai', missing: [] },
    { name: 'scripted', missing: [] },
  ],
  models: [
    { name: 'anthropic/claude-sonnet-5', provider: 'anthropic' },
    { name: 'openai/gpt-5', provider: 'openai' },
    { name: 'scripted/demo.json', provider: 'scripted' },
  ],
}

describe('models to choose from', () => {
  const shown = (typed: string): string[] =>
    modelGroups(list, typed).map(
      ({ provider, models }) => `${provider}: ${models.map(({ name }) => name).join()}`,
    )

  it('stand in groups, those that can be used first', () => {
    assert.deepEqual(shown(''), [
      'openai: openai/gpt-5',
      'scripted: scripted/demo.json',
      'anthropic: anthropic/claude-sonnet-5',
    ])
  })

  it('are found by any part of their names, and all stand there once one is chosen', () => {
    assert.deepEqual(shown('GPT'), ['openai: openai/gpt-5'])
    assert.deepEqual(shown('sonnet claude'), ['anthropic: anthropic/claude-sonnet-5'])
    assert.equal(shown('openai/gpt-5').length, 3)
    assert.deepEqual(shown('nothing'), [])
  })

  it('have troubles that are named: form, provider, key', () => {
    assert.deepEqual(modelTrouble(list, 'gpt-4o'), { kind: 'form' })
    assert.deepEqual(modelTrouble(list, 'openai/'), { kind: 'form' })
    assert.equal(modelTrouble(list, 'opneai/x')?.kind, 'provider')
    assert.deepEqual(modelTrouble(list, 'anthropic/x'), { kind: 'key', variables: ['ANTHROPIC_API_KEY'] })
    assert.equal(modelTrouble(list, 'openai/a/b'), undefined)
    assert.equal(modelTrouble(undefined, 'gpt-4o'), undefined)
  })
})

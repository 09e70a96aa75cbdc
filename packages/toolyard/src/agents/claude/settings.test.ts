import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkClaudeSettings } from './settings.ts'

describe('the settings of the Claude Agent SDK', () => {
  it('takes a folder, and variables with references to secrets', () => {
    checkClaudeSettings({
      sdkFolder: 'vendor',
      variables: { ANTHROPIC_AUTH_TOKEN: '${MY_TOKEN}', ANTHROPIC_BASE_URL: 'http://localhost:1' },
    })
  })

  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ folder: 'x' }, /folder/],
    [{ sdkFolder: 1 }, /claude\.sdkFolder/],
    [{ variables: ['A'] }, /claude\.variables/],
    [{ variables: { A: 1 } }, /claude\.variables\.A/],
    [{ variables: { ANTHROPIC_API_KEY: 'sk-ant-in-the-open' } }, /not a reference/],
  ]
  for (const [settings, message] of wrong)
    it(`refuses ${JSON.stringify(settings)}, and does not show a key`, () => {
      assert.throws(
        () => checkClaudeSettings(settings),
        (error: Error) => message.test(error.message) && !error.message.includes('sk-ant'),
      )
    })
})

/** The settings of triggers: what is wrong is told with what to write instead. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkOptions } from '../../src/runtime/check-options.ts'
import type { ToolyardOptions } from '../../src/runtime/index.ts'

const good = { tool: 'record', secret: '${S}' }

describe('the settings of triggers', () => {
  it('refuse to go without the journal', () => {
    assert.throws(
      () => checkOptions({ triggers: { hook: good }, journal: false }),
      /triggers need the journal, which journal: false switches off/,
    )
  })

  for (const [title, triggers, says] of [
    [
      'a key that is not known',
      { hook: { ...good, tools: 1 } },
      /triggers\.hook: "tools" is not a setting\. Did you mean "tool"/,
    ],
    ['a name that can not be in an address', { 'a/b': good }, /triggers: "a\/b" can't be a name/],
    ['no object', { hook: 'record' }, /triggers\.hook must be an object/],
    ['nothing to start', { hook: { secret: '${S}' } }, /triggers\.hook must name a tool or an agent$/],
    ['two things to start', { hook: { ...good, agent: 'a' } }, /must name a tool or an agent, not both/],
    [
      'a secret in plain text',
      { hook: { ...good, secret: 'hunter2' } },
      /triggers\.hook\.secret must be a reference/,
    ],
    ['no secret', { hook: { tool: 'record' } }, /triggers\.hook\.secret must be a reference/],
    ['one secret for two', { hook: good, other: good }, /triggers\.other\.secret is that of trigger "hook"/],
    [
      'a form that is not known',
      { hook: { ...good, signature: 'gitub' } },
      /"gitub" is not known\. Did you mean "github"/,
    ],
    ['a schema that is none', { hook: { ...good, schema: { type: 'strin' } } }, /triggers\.hook\.schema/],
    ['a rate of none', { hook: { ...good, perMinute: 0 } }, /perMinute must be a whole number from 1/],
    ['a window of weeks', { hook: { ...good, windowMs: 1e9 } }, /windowMs must be a whole number/],
    ['a prompt for a tool', { hook: { ...good, prompt: 'x' } }, /prompt is for agents/],
    ['arguments for an agent', { hook: { agent: 'a', secret: '${S}', input: {} } }, /input is for tools/],
    [
      'a template of another place',
      { hook: { ...good, input: { a: ['{{headers.x}}'] } } },
      /\{\{headers\.x\}\} is not a place in the body/,
    ],
  ] as const)
    it(`refuse ${title}`, () => {
      assert.throws(() => checkOptions({ triggers } as unknown as ToolyardOptions), says)
    })
})

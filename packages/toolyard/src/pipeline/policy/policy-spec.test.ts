import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPolicy } from './policy.ts'

/** Each slip, and what must be said of it. */
const slips: readonly (readonly [spec: unknown, message: RegExp])[] = [
  [{ denny: ['bash'] }, /policy: "denny" is not a setting\. Did you mean "deny"\?/],
  [{ Deny: ['bash'] }, /"Deny" is not a setting\. Did you mean "deny"\?/],
  [{ mode: 'read_only' }, /"read_only" is not a policy mode\. Did you mean "read-only"\?/],
  [{ mode: null }, /null is not a policy mode/],
  [{ deny: 'bash' }, /policy\.deny must be a list of rules, not "bash"/],
  [{ allow: { rule: 'bash' } }, /policy\.allow must be a list of rules, not an object/],
  [{ ask: null }, /policy\.ask must be a list of rules, not null/],
  [{ deny: ['bash', 5] }, /policy\.deny\[1\] must be a rule, not 5/],
  [{ deny: [['bash']] }, /policy\.deny\[0\] must be a rule, not a list/],
  [{ deny: [null] }, /policy\.deny\[0\] must be a rule, not null/],
  [{ deny: [{ reason: 'because' }] }, /policy\.deny\[0\] must be a rule/],
  [{ deny: [{ rule: 'bash', raeson: 'x' }] }, /policy\.deny\[0\]: "raeson".*Did you mean "reason"\?/],
  [{ deny: [{ rule: 'bash', reason: 1 }] }, /policy\.deny\[0\]\.reason must be a text, not 1/],
  [
    { deny: [{ rule: 'bash', tests: [{ tool: 'bash' }] }] },
    /policy\.deny\[0\]\.tests must be a list of calls/,
  ],
  [{ deny: ['not a rule'] }, /"not a rule" is not a policy rule/],
  [['bash'], /policy must be an object, not a list/],
  ['read-only', /policy must be an object, not "read-only"/],
]

describe('a policy with a slip in it', () => {
  for (const [spec, message] of slips)
    it(`is refused: ${JSON.stringify(spec)}`, () => {
      assert.throws(() => createPolicy(spec as never), { code: 'invalid_config', message, hint: /./ })
    })
})

describe('a policy', () => {
  it('may leave out everything', () => {
    assert.equal(createPolicy().mode, 'default')
    assert.deepEqual(createPolicy({ deny: undefined }).rules, [])
  })

  it('takes rules as text and with reason and tests', () => {
    const tests = [{ tool: 'bash', input: { command: 'ls' }, matches: true }]
    const { rules } = createPolicy({ deny: ['mail_*', { rule: 'bash', reason: 'no', tests }] })
    assert.deepEqual(
      rules.map(({ rule, reason }) => [rule, reason]),
      [
        ['mail_*', undefined],
        ['bash', 'no'],
      ],
    )
  })
})

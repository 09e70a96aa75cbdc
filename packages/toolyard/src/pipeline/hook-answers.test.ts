import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type HookSpec, type ToolResult } from '../index.ts'
import { codeOf, Desk, type Input, probe, textOf } from './support.test.ts'

interface Seen {
  readonly result: ToolResult
  readonly inputs: readonly Input[]
  readonly questions: readonly string[]
}

/** What becomes of a call of `probe` with `{ a: 1 }` where a hook before it answers so. */
async function before(answer: unknown): Promise<Seen> {
  const inputs: Input[] = []
  const desk = new Desk()
  await using yard = await createToolyard({
    tools: [probe((input) => (inputs.push(input), 'done'))],
    hooks: [{ name: 'said', type: 'PRE_TOOL_USE', handler: () => answer }],
    approver: desk,
  })
  const call = yard.call('probe', { a: 1 })
  const asked = desk.asked().then((request) => desk.answer(request, 'approve'))
  asked.catch(() => {})
  const result = await Promise.race([call, asked.then(() => call)])
  return { result, inputs, questions: desk.requests.map(({ reason }) => reason) }
}

async function after(answer: unknown): Promise<ToolResult> {
  await using yard = await createToolyard({
    tools: [probe(() => 'done')],
    hooks: [{ name: 'said', type: 'POST_TOOL_USE', handler: () => answer }],
  })
  return await yard.call('probe', {})
}

const claude = (said: object): object => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })
const claudeAfter = (said: object): object => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', ...said },
})

function allowed(beside: object): object {
  return { ...beside, ...claude({ permissionDecision: 'allow' }) }
}

const goesOn: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['an empty object', {}],
  ['continue', { action: 'continue' }],
  ['{ continue: true }', { continue: true }],
  ['a remark of Claude Code alone', { suppressOutput: true, systemMessage: 'noted' }],
  ['allow', { action: 'allow' }],
  ['ALLOW, as older code writes it', { action: 'ALLOW' }],
  ['approve, as Claude Code once wrote it', { decision: 'approve' }],
  ['Claude Code’s allow', claude({ permissionDecision: 'allow' })],
  ['Claude Code’s additional context alone', claude({ additionalContext: 'note' })],
]

const denies: readonly (readonly [string, unknown, RegExp])[] = [
  ['false', false, /denied/],
  ['deny with a message', { action: 'deny', message: 'not today' }, /not today/],
  ['DENY with a reason', { action: 'DENY', reason: 'not today' }, /not today/],
  ['Claude Code’s block', { decision: 'block', reason: 'not today' }, /not today/],
  [
    'Claude Code’s deny',
    claude({ permissionDecision: 'deny', permissionDecisionReason: 'not today' }),
    /not today/,
  ],
  ['{ continue: false }', { continue: false, stopReason: 'not today' }, /not today/],
  [
    '{ continue: false } beside an allow',
    { continue: false, stopReason: 'not today', ...claude({ permissionDecision: 'allow' }) },
    /not today/,
  ],
  [
    'block beside additional context',
    { decision: 'block', reason: 'not today', ...claude({ additionalContext: 'x' }) },
    /not today/,
  ],
  [
    'deny beside an allow',
    { action: 'deny', message: 'not today', ...claude({ permissionDecision: 'allow' }) },
    /not today/,
  ],
  ['an action that does not exist', { action: 'alow' }, /alow/],
  ['an action that every object has', { action: 'constructor' }, /constructor/],
  ['a decision that every object has', claude({ permissionDecision: 'toString' }), /toString/],
  ['an action that is no text', { action: 7 }, /7/],
  ['a decision of Claude Code that does not exist', claude({ permissionDecision: 'maybe' }), /maybe/],
  ['an object of another kind', { verdict: 'ok' }, /verdict/],
  ['text', 'ok', /string/],
  ['a number', 0, /number/],
  ['a list', [], /a list/],
  ['an error that was returned instead of thrown', new Error('not today'), /object of a class/],
  ['a map', new Map([['action', 'deny']]), /object of a class/],
  ['a continue that is no truth value', { continue: 'false' }, /"false"/],
  ['a decision of Claude Code under a name with a typo', claude({ permissionDecison: 'deny' }), /Decison/],
  ['an action with a typo beside Claude Code’s allow', allowed({ action: 'dney' }), /dney/],
  ['block beside continue', { action: 'continue', decision: 'block', reason: 'not today' }, /not today/],
  ['modify with nothing to modify', { action: 'modify', argumnets: { a: 2 } }, /neither arguments/],
  ['arguments that are no object', { action: 'modify', arguments: 'a' }, /no object/],
  ['a list of arguments beside an allow', { action: 'allow', modified_args: [2] }, /no object/],
  ['an updatedInput that is no object', claude({ updatedInput: 'a' }), /no object/],
]

describe('what a hook before a call answers', () => {
  for (const [title, answer] of goesOn)
    it(`goes on: ${title}`, async () => {
      const { result, inputs, questions } = await before(answer)
      assert.equal(result.status, 'ok', textOf(result))
      assert.deepEqual([inputs, questions], [[{ a: 1 }], []])
    })

  for (const [title, answer, message] of denies)
    it(`denies: ${title}`, async () => {
      const { result, inputs, questions } = await before(answer)
      assert.equal(codeOf(result), 'denied_by_hook')
      assert.equal(result.status, 'denied')
      assert.match(textOf(result), message)
      assert.match(textOf(result), /"said"/)
      assert.deepEqual([inputs, questions], [[], []])
    })

  for (const [title, answer] of [
    ['ask', { action: 'ask', message: 'sure?' }],
    ['Claude Code’s ask', claude({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })],
    ['Claude Code’s defer', claude({ permissionDecision: 'defer', permissionDecisionReason: 'sure?' })],
    ['ask beside Claude Code’s allow', allowed({ action: 'ask', message: 'sure?' })],
  ] as const)
    it(`asks a person: ${title}`, async () => {
      const { result, inputs, questions } = await before(answer)
      assert.equal(result.status, 'ok')
      assert.deepEqual([inputs, questions], [[{ a: 1 }], ['sure?']])
    })

  for (const [title, answer] of [
    ['modify', { action: 'modify', arguments: { b: 2 } }],
    ['allow with arguments', { action: 'allow', arguments: { b: 2 } }],
    ['Claude Code’s updatedInput', claude({ updatedInput: { b: 2 } })],
    [
      'Claude Code’s allow with updatedInput',
      claude({ permissionDecision: 'allow', updatedInput: { b: 2 } }),
    ],
    [
      'modify beside additional context of Claude Code',
      { action: 'modify', arguments: { b: 2 }, ...claude({ additionalContext: 'x' }) },
    ],
  ] as const)
    it(`merges a change into the arguments: ${title}`, async () => {
      assert.deepEqual((await before(answer)).inputs, [{ a: 1, b: 2 }])
    })

  for (const key of ['modified_args', 'modifiedArgs'])
    it(`takes ${key} for all arguments of the call`, async () => {
      assert.deepEqual((await before({ action: 'MODIFY', [key]: { b: 2 } })).inputs, [{ b: 2 }])
    })

  it('keeps the arguments where Claude Code’s updatedInput is empty', async () => {
    assert.deepEqual((await before(claude({ permissionDecision: 'allow', updatedInput: {} }))).inputs, [
      { a: 1 },
    ])
  })

  it('shows the person the changed arguments where the hook changes and asks', async () => {
    const { inputs, questions } = await before(claude({ permissionDecision: 'ask', updatedInput: { a: 9 } }))
    assert.deepEqual([inputs, questions.length], [[{ a: 9 }], 1])
  })

  it('skips with an output, or with a message', async () => {
    const skipped = await before({ action: 'skip', output: { cached: true } })
    assert.equal(skipped.result.status, 'skipped')
    assert.deepEqual(skipped.result.data, { cached: true })
    assert.deepEqual(skipped.inputs, [])
    assert.equal(textOf((await before({ action: 'skip', message: 'from cache' })).result), 'from cache')
  })
})

describe('what a hook after a call answers', () => {
  for (const [title, answer] of [
    ['modify', { action: 'modify', output: 'other' }],
    ['MODIFY_RESULT', { action: 'MODIFY_RESULT', modified_result: 'other' }],
    ['Claude Code’s updatedToolOutput', claudeAfter({ updatedToolOutput: 'other' })],
    ['Claude Code’s updatedMCPToolOutput', claudeAfter({ updatedMCPToolOutput: 'other' })],
  ] as const)
    it(`changes the result: ${title}`, async () => assert.equal(textOf(await after(answer)), 'other'))

  for (const [title, answer] of [
    ['nothing', undefined],
    ['continue', { action: 'continue' }],
    ['additional context', claudeAfter({ additionalContext: 'x' })],
    ['an answer that is none', { verdict: 'x' }],
  ] as const)
    it(`leaves the result: ${title}`, async () => assert.equal(textOf(await after(answer)), 'done'))

  for (const [title, answer] of [
    ['deny', { action: 'deny', message: 'private' }],
    ['Claude Code’s block', { decision: 'block', reason: 'private' }],
    [
      'Claude Code’s block beside context',
      { decision: 'block', reason: 'private', ...claudeAfter({ additionalContext: 'x' }) },
    ],
  ] as const)
    it(`withholds the result: ${title}`, async () => {
      const result = await after(answer)
      assert.equal(codeOf(result), 'denied_by_hook')
      assert.match(textOf(result), /private/)
      assert.doesNotMatch(JSON.stringify(result), /done/)
    })
})

describe('what a hook answers for a tool with an output schema', () => {
  const inform = defineTool({
    name: 'inform',
    description: 'Tells a number.',
    permission: 'read',
    effects: 'none',
    inputSchema: {},
    outputSchema: { n: Number },
    execute: () => ({ n: 1 }),
  })
  const told = async (type: HookSpec['type'], said: object): Promise<ToolResult> => {
    await using yard = await createToolyard({
      tools: [inform],
      hooks: [{ name: 'said', type, handler: () => said }],
    })
    return await yard.call('inform', {})
  }

  it('is handed on as it is, and marked if it is unlike that', async () => {
    const words = await told('POST_TOOL_USE', { action: 'modify', output: 'one' })
    assert.deepEqual([words.status, textOf(words), words.data], ['ok', 'one', 'one'])
    const skipped = await told('PRE_TOOL_USE', { action: 'skip', output: { n: 'one' } })
    assert.deepEqual([skipped.status, skipped.data], ['skipped', { n: 'one' }])
    for (const { mismatch } of [words, skipped]) assert.match(mismatch ?? '', /must be/)
    const same = await told('POST_TOOL_USE', { action: 'modify', output: { n: 2 } })
    assert.deepEqual([same.data, same.mismatch], [{ n: 2 }, undefined])
  })
})

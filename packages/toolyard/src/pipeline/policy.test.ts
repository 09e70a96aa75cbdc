import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, type PolicyMode, type PolicySpec, type Tool, type ToolManifest } from '../index.ts'
import { codeOf, Desk, from, type Input, probe, textOf } from './support.test.ts'

type Verdict = 'allow' | 'ask' | 'deny'
type Facts = Pick<ToolManifest, 'permission' | 'effects'>

/** The table of SECURITY.md, row by row. */
const rows: readonly (readonly [facts: Facts, verdicts: Readonly<Record<PolicyMode, Verdict>>])[] = [
  [
    { permission: 'read', effects: 'none' },
    { default: 'allow', 'read-only': 'allow', 'accept-edits': 'allow', bypass: 'allow' },
  ],
  [
    { permission: 'read', effects: 'local_state' },
    { default: 'allow', 'read-only': 'allow', 'accept-edits': 'allow', bypass: 'allow' },
  ],
  [
    { permission: 'write', effects: 'local_state' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'allow', bypass: 'allow' },
  ],
  [
    { permission: 'write', effects: 'db_write' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'ask', bypass: 'allow' },
  ],
  [
    { permission: 'external', effects: 'none' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'ask', bypass: 'allow' },
  ],
  [
    { permission: 'external', effects: 'network' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'ask', bypass: 'allow' },
  ],
  [
    { permission: 'read', effects: 'network' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'ask', bypass: 'allow' },
  ],
  [
    { permission: 'write', effects: 'network' },
    { default: 'ask', 'read-only': 'deny', 'accept-edits': 'ask', bypass: 'allow' },
  ],
]
const modes: readonly PolicyMode[] = ['default', 'read-only', 'accept-edits', 'bypass']

/** What happens to a call, seen from outside: it runs, somebody is asked, or it is refused. */
async function verdictOf(tool: unknown, policy: PolicySpec, input: Input = {}): Promise<Verdict> {
  const desk = new Desk()
  let runs = 0
  const counted: Tool = { ...(tool as Tool), implementation: { kind: 'function', execute: () => runs++ } }
  await using yard = await createToolyard({ tools: [counted], policy, approver: desk })
  const name = (tool as { manifest: ToolManifest }).manifest.name
  const call = yard.call(name, input)
  const asked = desk.asked().then((request) => desk.answer(request, 'approve'))
  const result = await Promise.race([call, asked.then(() => call)])
  if (desk.requests.length > 0) {
    assert.equal(runs, 1, 'an approved call runs')
    return 'ask'
  }
  asked.catch(() => {})
  assert.equal(runs, result.status === 'ok' ? 1 : 0)
  if (result.status === 'ok') return 'allow'
  assert.equal(codeOf(result), 'denied', textOf(result))
  return 'deny'
}

const permissionFor = ({ action }: Input) => ({
  permission: action === 'look' ? 'read' : 'write',
  effects: 'local_state',
})

const broken = (): never => {
  throw new Error('broken')
}

describe('where no rule matches, the mode decides', () => {
  for (const mode of modes)
    for (const [facts, verdicts] of rows) {
      const tool = probe(() => 1, facts)
      it(`${mode}: ${facts.permission}, ${facts.effects}: ${verdicts[mode]} for a built-in tool`, async () => {
        assert.equal(await verdictOf(from('builtin', tool), { mode }), verdicts[mode])
      })
      it(`${mode}: ${facts.permission}, ${facts.effects}: never asks about the application’s own tool`, async () => {
        assert.equal(await verdictOf(tool, { mode }), verdicts[mode] === 'deny' ? 'deny' : 'allow')
      })
    }

  it('asks about tools of plugins and configurations as about built-in ones', async () => {
    for (const source of ['plugin', 'config'] as const) {
      const tool = from(
        source,
        probe(() => 1, { permission: 'write', effects: 'local_state' }),
      )
      assert.equal(await verdictOf(tool, {}), 'ask', source)
      assert.equal(await verdictOf(tool, { mode: 'read-only' }), 'deny', source)
    }
  })

  it('treats a tool that says nothing of itself as one that reaches outside', async () => {
    const tool = from(
      'builtin',
      probe(() => 1, { permission: undefined, effects: undefined }),
    )
    assert.equal(await verdictOf(tool, { mode: 'accept-edits' }), 'ask')
    assert.equal(await verdictOf(tool, { mode: 'read-only' }), 'deny')
  })

  it('asks where the manifest says confirm, whoever brought the tool, and not in bypass', async () => {
    const tool = probe(() => 1, { confirm: true })
    assert.equal(await verdictOf(tool, {}), 'ask')
    assert.equal(await verdictOf(tool, { mode: 'accept-edits' }), 'ask')
    assert.equal(await verdictOf(tool, { allow: ['probe'] }), 'ask')
    assert.equal(await verdictOf(tool, { mode: 'bypass' }), 'allow')
  })

  it('judges by what the one call needs where the tool can say', async () => {
    const tool = from(
      'builtin',
      probe(() => 1, { permission: 'write', effects: 'local_state', permissionFor }),
    )
    assert.equal(await verdictOf(tool, {}, { action: 'look' }), 'allow')
    assert.equal(await verdictOf(tool, {}, { action: 'change' }), 'ask')
    assert.equal(await verdictOf(tool, { mode: 'read-only' }, { action: 'look' }), 'allow')
    assert.equal(await verdictOf(tool, { mode: 'read-only' }, { action: 'change' }), 'deny')
    assert.equal(await verdictOf(tool, { deny: ['probe'], mode: 'bypass' }, { action: 'look' }), 'deny')
  })

  it('refuses a call whose permission cannot be told', async () => {
    const policy = { mode: 'bypass' } as const
    assert.equal(
      await verdictOf(
        probe(() => 1, { permissionFor: broken }),
        policy,
      ),
      'deny',
    )
    assert.equal(
      await verdictOf(
        probe(() => 1, { resources: broken }),
        { ...policy, deny: ['probe(x)'] },
      ),
      'deny',
    )
  })
})

describe('rules', () => {
  const tool = from(
    'builtin',
    probe(() => 1, { permission: 'write', effects: 'local_state' }),
  )

  it('deny outranks ask, ask outranks allow, and each outranks the mode', async () => {
    const all = ['probe']
    assert.equal(await verdictOf(tool, { deny: all, ask: all, allow: all, mode: 'bypass' }), 'deny')
    assert.equal(await verdictOf(tool, { ask: all, allow: all, mode: 'bypass' }), 'ask')
    assert.equal(await verdictOf(tool, { allow: all, mode: 'read-only' }), 'allow')
    assert.equal(await verdictOf(tool, { allow: all }), 'allow')
  })

  it('a deny rule holds for the application’s own tools, in every mode', async () => {
    const own = probe(() => 1)
    for (const mode of modes) assert.equal(await verdictOf(own, { mode, deny: ['pro*'] }), 'deny', mode)
    for (const mode of modes) assert.equal(await verdictOf(own, { mode, ask: ['*'] }), 'ask', mode)
  })

  it('a tool that is denied whole is not shown to the model', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 1), probe(() => 1, { name: 'other' })],
      policy: { deny: ['probe'] },
    })
    const names = (yard.definitions('anthropic') as readonly { name: string }[]).map(({ name }) => name)
    assert.deepEqual(names, ['other'])
  })

  it('without anybody to ask, ask is deny, and says who asked', async () => {
    await using yard = await createToolyard({ tools: [tool], policy: { ask: ['probe'] } })
    const result = await yard.call('probe', {})
    assert.equal(result.status, 'denied')
    assert.match(textOf(result), /nobody to ask/)
    assert.match(textOf(result), /"probe"/)
  })

  it('a refusal names the rule and its reason', async () => {
    const policy = { deny: [{ rule: 'probe(to=*@evil.example)', reason: 'they phish' }] }
    await using yard = await createToolyard({ tools: [tool], policy })
    const result = await yard.call('probe', { to: 'x@evil.example' })
    assert.match(textOf(result), /they phish/)
    assert.match(textOf(result), /probe\(to=\*@evil\.example\)/)
  })

  for (const rule of ['', 'pro be', 'probe(', 'probe()', 'probe(x', '(x)', 'probe)x(', 'a'.repeat(200)])
    it(`refuses ${JSON.stringify(rule.slice(0, 20))}, which is no rule`, async () => {
      await assert.rejects(createToolyard({ policy: { deny: [rule] } }), { code: 'invalid_config' })
    })

  it('refuses a mode that does not exist, with a suggestion', async () => {
    await assert.rejects(
      createToolyard({ policy: { mode: 'readonly' as never } }),
      /Did you mean "read-only"/,
    )
  })
})

const resources = ({ path }: Input) => [{ kind: 'path', id: String(path), access: 'write' }]

describe('explain', () => {
  it('names the decision, every rule that was looked at, resources and hooks, and runs nothing', async () => {
    let runs = 0
    const tool = probe(() => runs++, { resources, permission: 'write', effects: 'local_state' })
    await using yard = await createToolyard({
      tools: [tool],
      policy: { ask: [{ rule: 'probe(src/**)', reason: 'look first' }], allow: ['probe(docs/**)', 'other'] },
      hooks: [{ name: 'audit', type: 'PRE_TOOL_USE', handler: () => undefined }],
    })
    assert.deepEqual(await yard.explain('probe', { path: 'src/a.ts' }), {
      tool: 'probe',
      fingerprint: tool.manifest.fingerprint,
      mode: 'default',
      input: { path: 'src/a.ts' },
      resources: [{ kind: 'path', id: 'src/a.ts', access: 'write' }],
      hooks: ['audit'],
      decision: { effect: 'ask', rule: 'probe(src/**)', reason: 'look first' },
      considered: [
        { rule: 'probe(src/**)', effect: 'ask', matched: true, reason: 'look first' },
        { rule: 'probe(docs/**)', effect: 'allow', matched: false },
      ],
    })
    assert.equal(runs, 0)
  })

  it('explains a tool that is denied whole', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 1)], policy: { deny: ['probe'] } })
    const explanation = await yard.explain('probe', {})
    assert.ok('decision' in explanation)
    assert.deepEqual(explanation.decision, { effect: 'deny', rule: 'probe', reason: 'a rule says deny' })
  })

  it('answers the fault of a call that would not get so far', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    await using yard = await createToolyard({ tools: [probe(() => 1, { inputSchema })] })
    const unknown = await yard.explain('prob', {})
    assert.ok('error' in unknown && unknown.error?.code === 'tool_not_found')
    const invalid = await yard.explain('probe', {})
    assert.ok('error' in invalid && invalid.error?.code === 'invalid_arguments')
  })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  type ApprovalRequest,
  type CallOptions,
  createToolyard,
  type ToolyardOptions,
  type ToolService,
} from '../index.ts'
import { codeOf, Desk, type Input, probe, soon, textOf, turns } from './support.test.ts'

interface Asking {
  readonly yard: ToolService
  readonly desk: Desk
  readonly runs: Input[]
}

/** A yard whose every call asks. */
async function asking(facts: object = {}, options: ToolyardOptions = {}): Promise<Asking> {
  const desk = new Desk()
  const runs: Input[] = []
  const tool = probe((input) => (runs.push(input), 'ran'), {
    permission: 'write',
    effects: 'local_state',
    confirm: true,
    ...facts,
  })
  return { yard: await createToolyard({ tools: [tool], approver: desk, ...options }), desk, runs }
}

/** The digest of SECURITY.md, worked out by hand from what the person was shown. */
function digestBy(request: ApprovalRequest, workspace: string): string {
  const { input, resources, principal, agent, threadId, expiresAt } = request
  const bound = {
    agent: agent ?? null,
    arguments: input,
    cwd: workspace,
    expiry: expiresAt,
    fingerprint: request.manifest.fingerprint,
    principal,
    resources,
    network: false,
    reach: null,
    sandbox: 'bwrap',
    thread: threadId ?? null,
    tool: request.tool,
  }
  return createHash('sha256').update(sorted(bound)).digest('hex')
}

function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sorted(item)}`).join(',')}}`
}

const resources = ({ path }: Input) => [{ kind: 'path', id: `/real/${String(path)}`, access: 'write' }]

describe('an approval', () => {
  it('is bound to tool, definition, arguments, resources, folder, principal, agent, thread and expiry', async () => {
    const { yard, desk } = await asking({ resources })
    await using _ = yard
    const base = { principal: 'ada', agent: 'coder', threadId: 't1' }
    const variants: readonly (readonly [Input, CallOptions])[] = [
      [{ path: 'a', text: 'x' }, base],
      [{ path: 'a', text: 'y' }, base],
      [{ path: 'b', text: 'x' }, base],
      [
        { path: 'a', text: 'x' },
        { ...base, principal: 'bob' },
      ],
      [
        { path: 'a', text: 'x' },
        { ...base, agent: 'other' },
      ],
      [
        { path: 'a', text: 'x' },
        { ...base, threadId: 't2' },
      ],
    ]
    const calls = variants.map(([input, options]) => yard.call('probe', input, options))
    await desk.asked(variants.length)
    for (const request of desk.requests) {
      assert.equal(request.digest, digestBy(request, yard.workspace))
      desk.answer(request, 'reject')
    }
    assert.equal(new Set(desk.requests.map(({ digest }) => digest)).size, variants.length)
    await Promise.all(calls)
  })

  it('shows the person every character of what will run', async () => {
    const { yard, desk } = await asking()
    await using _ = yard
    const call = yard.call('probe', {
      cmd: 'ls \u202e\u200b\u0007 -la',
      zz: 1,
      aa: 2,
      explanation: 'to look',
    })
    const request = await desk.asked()
    assert.match(request.text, /U\+202E/)
    assert.match(request.text, /U\+200B/)
    for (const hidden of ['\u202e', '\u200b', '\u0007']) assert.ok(!request.text.includes(hidden))
    assert.match(request.text, /^probe \{[\s\S]*"aa": 2[\s\S]*"zz": 1/)
    assert.deepEqual([request.rule, request.principal], ['confirm', 'local'])
    desk.answer(request, 'reject')
    await call
  })

  it('binds and shows dates and other values that a schema makes', async () => {
    const { z } = await import('zod')
    const inputSchema = z.object({
      when: z.string().transform((text) => new Date(text)),
      ids: z.array(z.int()).transform((ids) => new Set(ids)),
      big: z.string().transform((text) => BigInt(text)),
    })
    const { yard, desk } = await asking({ inputSchema })
    await using _ = yard
    const send = (when: string, id: number, big: string) => yard.call('probe', { when, ids: [id], big })
    const calls = [
      send('2026-01-01', 1, '1'),
      send('2027-01-01', 1, '1'),
      send('2026-01-01', 2, '1'),
      send('2026-01-01', 1, '2'),
    ]
    await desk.asked(calls.length)
    assert.equal(new Set(desk.requests.map(({ text }) => text)).size, calls.length)
    assert.match(desk.requests[0]?.text ?? '', /2026-01-01/)
    for (const request of desk.requests) desk.answer(request, 'approve')
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      ['ok', 'ok', 'ok', 'ok'],
    )
  })

  it('runs the very arguments that were shown: nothing can change them while people think', async () => {
    const { yard, desk, runs } = await asking()
    await using _ = yard
    const given = { list: ['a'], deep: { x: 1 } }
    const call = yard.call('probe', given)
    const request = await desk.asked()
    given.list.push('b')
    given.deep.x = 2
    assert.throws(() => void (request.input as { list: string[] }).list.push('c'), TypeError)
    desk.answer(request, 'approve')
    assert.equal((await call).status, 'ok')
    assert.deepEqual(runs, [{ list: ['a'], deep: { x: 1 } }])
  })

  it('says in the journal who gave it', async () => {
    const { yard, desk } = await asking()
    await using _ = yard
    const call = yard.call('probe', {})
    desk.answer(await desk.asked(), 'approve')
    await call
    assert.equal((await yard.calls())[0]?.decision, 'confirm: approved by ada')
  })

  it('is void where the definition was replaced while people thought', async () => {
    const { yard, desk, runs } = await asking()
    await using _ = yard
    const call = yard.call('probe', {})
    const request = await desk.asked()
    yard.registry.register(
      probe(() => 'other', { description: 'Does other things.', permission: 'write', confirm: true }),
      { replace: true },
    )
    desk.answer(request, 'approve')
    assert.equal(codeOf(await call), 'approval_expired')
    assert.deepEqual(runs, [])
  })

  it('is void where the tool was removed, also in a thread that was shown it', async () => {
    for (const options of [{}, { threadId: 't' }]) {
      const { yard, desk, runs } = await asking()
      await using _ = yard
      yard.definitions('openai', { threadId: 't' })
      const call = yard.call('probe', {}, options)
      const request = await desk.asked()
      yard.registry.unregister('probe')
      desk.answer(request, 'approve')
      assert.equal((await call).status, 'denied')
      assert.deepEqual(runs, [])
    }
  })

  it('is void where the call would touch something else by now', async () => {
    let target = '/safe/file'
    const { yard, desk, runs } = await asking({
      resources: () => [{ kind: 'path', id: target, access: 'write' }],
    })
    await using _ = yard
    const call = yard.call('probe', {})
    const request = await desk.asked()
    target = '/etc/passwd'
    desk.answer(request, 'approve')
    assert.equal(codeOf(await call), 'approval_expired')
    assert.deepEqual(runs, [])
  })

  it('expires', async () => {
    const { yard, desk, runs } = await asking({}, { limits: { approvalMs: 30 } })
    await using _ = yard
    const result = await soon(yard.call('probe', {}))
    assert.deepEqual(
      [codeOf(result), result.status, result.error?.retryable],
      ['approval_expired', 'denied', true],
    )
    desk.answer(await desk.asked(), 'approve')
    await turns()
    assert.deepEqual(runs, [])
  })

  it('is refused with the person’s reason', async () => {
    const { yard, desk, runs } = await asking()
    await using _ = yard
    const call = yard.call('probe', {})
    desk.answer(await desk.asked(), 'reject', 'wrong branch')
    const result = await call
    assert.deepEqual([codeOf(result), result.status], ['rejected', 'denied'])
    assert.match(textOf(result), /ada rejected the call: wrong branch/)
    assert.deepEqual(runs, [])
  })

  it('of one call says nothing of another: one rejected, the other still runs', async () => {
    const { yard, desk, runs } = await asking()
    await using _ = yard
    const results = yard.callMany([
      { tool: 'probe', input: { n: 1 } },
      { tool: 'probe', input: { n: 2 } },
    ])
    await desk.asked(2)
    const [first, second] = desk.requests.toSorted(
      (left, right) => Number((left.input as Input)['n']) - Number((right.input as Input)['n']),
    )
    assert.ok(first && second)
    desk.answer(first, 'reject')
    await turns()
    desk.answer(second, 'approve')
    assert.deepEqual(
      (await results).map(({ status }) => status),
      ['denied', 'ok'],
    )
    assert.deepEqual(runs, [{ n: 2 }])
  })

  it('is used once: the same call asks again', async () => {
    const { yard, desk } = await asking()
    await using _ = yard
    for (const count of [1, 2]) {
      const call = yard.call('probe', { same: true })
      desk.answer(await desk.asked(count), 'approve')
      assert.equal((await call).status, 'ok')
    }
    assert.equal(desk.requests.length, 2)
  })

  it('is no longer waited for once the call is cancelled, and the approver is told', async () => {
    const { yard, desk, runs } = await asking()
    await using _ = yard
    const stop = new AbortController()
    const call = yard.call('probe', {}, { signal: stop.signal })
    const request = await desk.asked()
    stop.abort()
    assert.equal((await soon(call)).status, 'cancelled')
    assert.equal(desk.signals[0]?.aborted, true)
    desk.answer(request, 'approve')
    await turns()
    assert.deepEqual(runs, [])
  })

  it('is not asked for where the call was cancelled before', async () => {
    const { yard, desk } = await asking()
    await using _ = yard
    assert.equal((await yard.call('probe', {}, { signal: AbortSignal.abort() })).status, 'cancelled')
    assert.deepEqual(desk.requests, [])
  })

  for (const [title, ask] of [
    [
      'throws',
      () => {
        throw new Error('desk is on fire')
      },
    ],
    ['rejects', () => Promise.reject(new Error('desk is on fire'))],
    ['answers nothing', () => Promise.resolve(undefined)],
    ['answers a word that is none', () => Promise.resolve({ decision: 'yes', by: 'x' })],
    ['answers no promise', () => ({ decision: 'approve', by: 'x' })],
  ] as const)
    it(`is not given by an approver that ${title}`, async () => {
      const { yard, runs } = await asking({}, { approver: { ask: ask as never } })
      await using _ = yard
      assert.equal((await soon(yard.call('probe', {}))).status, 'denied')
      assert.deepEqual(runs, [])
    })
})

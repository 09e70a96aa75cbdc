import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import {
  confirmDangerous,
  createToolyard,
  type HookContext,
  type HookSpec,
  logCalls,
  ToolyardError,
} from '../index.ts'
import { codeOf, Desk, gate, type Input, probe, soon, textOf } from './support.test.ts'

const hook = (handler: HookSpec['handler'], more: Partial<HookSpec> = {}): HookSpec => ({
  name: 'hook',
  type: 'PRE_TOOL_USE',
  handler,
  ...more,
})

const broken = (): never => {
  throw new Error('broken')
}

const never = (): Promise<never> => new Promise(() => {})

const trailOf = ({ trail }: Input): string => (typeof trail === 'string' ? trail : '')

describe('hooks', () => {
  it('run by their order, then as they were added, and see what earlier ones changed', async () => {
    const seen: string[] = []
    const mark = (name: string, order?: number): HookSpec =>
      hook(
        ({ arguments: input }) => {
          seen.push(`${name}:${trailOf(input)}`)
          return { action: 'modify', arguments: { trail: `${trailOf(input)}${name}` } }
        },
        { name, ...(order !== undefined && { order }) },
      )
    const inputs: Input[] = []
    await using yard = await createToolyard({
      tools: [probe((input) => void inputs.push(input))],
      hooks: [mark('c', 5), mark('a', -1), mark('b'), mark('d', 5)],
    })
    await yard.call('probe', { keep: true })
    assert.deepEqual(seen, ['a:', 'b:a', 'c:ab', 'd:abc'])
    assert.deepEqual(inputs, [{ keep: true, trail: 'abcd' }])
  })

  it('keep each other’s changes, also when they answer later', async () => {
    const inputs: Input[] = []
    await using yard = await createToolyard({
      tools: [probe((input) => void inputs.push(input))],
      hooks: [
        hook(async () => ({ action: 'modify', arguments: { x: 1, gone: undefined } })),
        hook(() => ({ action: 'modify', arguments: { y: 2 } })),
        hook(async () => ({ action: 'allow', arguments: { z: 3 } })),
      ],
    })
    await yard.call('probe', { gone: 1, kept: 0 })
    assert.deepEqual(inputs, [{ kept: 0, x: 1, y: 2, z: 3 }])
  })

  it('have their changes validated: a bad one is refused and names the hook’s part in it', async () => {
    const inputSchema = z.strictObject({ n: z.int(), text: z.string().default('d') })
    for (const change of [
      { n: 'x' },
      { n: 1.5 },
      { extra: 1 },
      { n: undefined },
      { text: 'a\0b' },
      { constructor: 1 },
    ]) {
      let runs = 0
      await using yard = await createToolyard({
        tools: [probe(() => runs++, { inputSchema })],
        hooks: [hook(() => ({ action: 'modify', arguments: change }))],
      })
      const result = await yard.call('probe', { n: 1 })
      assert.equal(codeOf(result), 'invalid_arguments', JSON.stringify(change))
      assert.match(textOf(result), /hook/)
      assert.equal(runs, 0)
    }
  })

  it('can change one argument of a tool whose schema transforms another', async () => {
    const inputs: unknown[] = []
    const inputSchema = z.object({ when: z.string().transform((text) => new Date(text)), n: z.int() })
    await using yard = await createToolyard({
      tools: [probe((input) => void inputs.push(input), { inputSchema })],
      hooks: [hook(() => ({ action: 'modify', arguments: { n: 2 } }))],
    })
    const result = await yard.call('probe', { when: '2026-01-01T00:00:00Z', n: 1 })
    assert.equal(result.status, 'ok', textOf(result))
    assert.deepEqual(inputs, [{ when: new Date('2026-01-01T00:00:00Z'), n: 2 }])
  })

  it('stop at the first denial', async () => {
    const seen: string[] = []
    await using yard = await createToolyard({
      tools: [probe(() => seen.push('tool'))],
      hooks: [
        hook(() => void seen.push('first')),
        hook(async () => ({ action: 'deny', message: 'no' })),
        hook(() => void seen.push('third')),
      ],
    })
    assert.equal(codeOf(await yard.call('probe', {})), 'denied_by_hook')
    assert.deepEqual(seen, ['first'])
  })

  it('look only at the tools that they name, by pattern too', async () => {
    const seen: string[] = []
    const note = (name: string, tools: readonly string[] | null): HookSpec =>
      hook(({ tool }) => void seen.push(`${name} ${tool}`), { tools })
    await using yard = await createToolyard({
      tools: [probe(() => 1, { name: 'mail_send' }), probe(() => 1, { name: 'mail' })],
      hooks: [note('all', null), note('exact', ['mail']), note('pattern', ['mail_*']), note('none', [])],
    })
    await yard.call('mail_send', {})
    await yard.call('mail', {})
    assert.deepEqual(seen, ['all mail_send', 'pattern mail_send', 'all mail', 'exact mail'])
  })

  it('can be added and taken away while calls are made', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 'ran')] })
    assert.equal(textOf(await yard.call('probe', {})), 'ran')
    const remove = yard.hooks.add(hook(() => false))
    assert.equal(codeOf(await yard.call('probe', {})), 'denied_by_hook')
    remove()
    remove()
    assert.equal(textOf(await yard.call('probe', {})), 'ran')
  })

  it('that fail before a call deny it, unless they may be ignored', async () => {
    for (const handler of [broken, async () => broken(), () => ({ action: 'nonsense' })]) {
      await using strict = await createToolyard({ tools: [probe(() => 'ran')], hooks: [hook(handler)] })
      assert.equal(codeOf(await strict.call('probe', {})), 'denied_by_hook')
      await using lax = await createToolyard({
        tools: [probe(() => 'ran')],
        hooks: [hook(handler, { onFailure: 'ignore' })],
      })
      assert.equal(textOf(await lax.call('probe', {})), 'ran')
    }
  })

  it('that fail after a call leave its result, unless they must not', async () => {
    await using lax = await createToolyard({
      tools: [probe(() => 'ran')],
      hooks: [hook(broken, { type: 'POST_TOOL_USE' })],
    })
    assert.equal(textOf(await lax.call('probe', {})), 'ran')
    const strict = hook(broken, { type: 'POST_TOOL_USE', onFailure: 'deny' })
    await using yard = await createToolyard({ tools: [probe(() => 'ran')], hooks: [strict] })
    assert.equal(codeOf(await yard.call('probe', {})), 'denied_by_hook')
  })

  it('that never answer are given up after their time', async () => {
    await using strict = await createToolyard({
      tools: [probe(() => 'ran')],
      hooks: [hook(never, { timeoutMs: 20 })],
    })
    const result = await soon(strict.call('probe', {}))
    assert.equal(codeOf(result), 'denied_by_hook')
    assert.match(textOf(result), /20 ms/)
    const after = hook(never, { type: 'POST_TOOL_USE', timeoutMs: 20 })
    await using lax = await createToolyard({ tools: [probe(() => 'ran')], hooks: [after] })
    assert.equal(textOf(await soon(lax.call('probe', {}))), 'ran')
  })

  it('do not hold a cancelled call', async () => {
    const entered = gate()
    let runs = 0
    const slow = hook(() => (entered.open(), new Promise(() => {})), { timeoutMs: 500 })
    await using yard = await createToolyard({ tools: [probe(() => runs++)], hooks: [slow] })
    const stop = new AbortController()
    const call = yard.call('probe', {}, { signal: stop.signal })
    await entered.opened
    stop.abort()
    assert.notEqual((await soon(call)).status, 'ok')
    assert.equal(runs, 0)
  })

  it('are refused at once where they are written wrongly', async () => {
    for (const bad of [
      { name: '', type: 'PRE_TOOL_USE', handler: () => 1 },
      { name: 'x', type: 'PRE', handler: () => 1 },
      { name: 'x', type: 'PRE_TOOL_USE' },
    ])
      await assert.rejects(createToolyard({ hooks: [bad as never] }), { code: 'invalid_config' })
  })
})

const render = (output: unknown): string => `It is ${(output as { degrees: { c: number } }).degrees.c} °C`

describe('hooks after a call', () => {
  it('see result and caller, and TOOL_ERROR may turn a failure into a result', async () => {
    const contexts: HookContext[] = []
    await using yard = await createToolyard({
      tools: [
        probe(() => {
          throw new ToolyardError('not_found', 'lost')
        }),
      ],
      hooks: [
        hook((context) => void contexts.push(context), { type: 'POST_TOOL_USE' }),
        hook((context) => (contexts.push(context), { action: 'modify', output: 'found after all' }), {
          type: 'TOOL_ERROR',
        }),
      ],
    })
    const result = await yard.call(
      'probe',
      { a: 1 },
      { threadId: 't', agent: 'g', principal: 'p', callId: 'c' },
    )
    assert.deepEqual([result.status, textOf(result), result.error], ['ok', 'found after all', undefined])
    const [context, ...others] = contexts
    assert.deepEqual(others, [])
    assert.deepEqual(
      [
        context?.type,
        context?.threadId,
        context?.agent,
        context?.principal,
        context?.callId,
        context?.arguments,
        context?.error?.code,
      ],
      ['TOOL_ERROR', 't', 'g', 'p', 'c', { a: 1 }, 'not_found'],
    )
  })

  it('TOOL_SKIP hooks are told of each skip, and can change nothing', async () => {
    const skips: unknown[] = []
    await using yard = await createToolyard({
      tools: [probe(() => 'ran')],
      hooks: [
        hook(() => ({ action: 'skip', output: 'cached' })),
        hook(({ result }) => (skips.push(result?.status), { action: 'modify', output: 'other' }), {
          type: 'TOOL_SKIP',
        }),
      ],
    })
    assert.equal(textOf(await yard.call('probe', {})), 'cached')
    assert.deepEqual(skips, ['skipped'])
  })

  it('have what they put in shown as they wrote it, also where the tool renders its own output', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => ({ degrees: { c: 21 } }), { render })],
      hooks: [hook(() => ({ action: 'modify', output: 'withheld by law' }), { type: 'POST_TOOL_USE' })],
    })
    const result = await yard.call('probe', {})
    assert.deepEqual([result.status, textOf(result)], ['ok', 'withheld by law'])
  })

  it('confirmDangerous asks before what looks destructive, and lets the rest go', async () => {
    const desk = new Desk()
    let asked = 0
    await using yard = await createToolyard({
      tools: [probe(() => 'ran', { permission: 'write', effects: 'local_state' })],
      hooks: [confirmDangerous({ patterns: ['launch'] })],
      approver: desk,
    })
    assert.equal(textOf(await yard.call('probe', { text: 'git status' })), 'ran')
    for (const text of [
      'sudo rm -rf /',
      'git push origin --force',
      'DROP TABLE users',
      'curl x | sh',
      'launch it',
    ]) {
      const call = yard.call('probe', { deep: [{ text }] })
      desk.answer(await desk.asked(++asked), 'reject')
      assert.equal(codeOf(await call), 'rejected', text)
    }
  })

  it('logCalls writes one line for each call that ended', async () => {
    const lines: string[] = []
    await using yard = await createToolyard({
      tools: [
        probe(({ bad }) => {
          if (bad === true) throw new Error('oh no')
        }),
      ],
      hooks: logCalls((line) => lines.push(line)),
    })
    await yard.call('probe', {}, { threadId: 't1' })
    await yard.call('probe', { bad: true })
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /^probe · ok · .* ms · call_.* · thread t1$/)
    assert.match(lines[1] ?? '', /^probe · error · .* · tool_failed: oh no$/)
  })
})

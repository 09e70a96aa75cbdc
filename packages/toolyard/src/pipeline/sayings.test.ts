import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createToolyard, type ToolResult } from '../index.ts'
import { probe, textOf } from './support.test.ts'

function said({ error }: ToolResult): unknown {
  return error?.says && [error.says.key, ...error.says.values]
}

function fields({ error }: ToolResult): unknown {
  return error?.problems?.map(({ path, says }) => [path.join('.'), says?.key, ...(says?.values ?? [])])
}

const write = { permission: 'write', effects: 'local_state' }

describe('a refusal by name, for readers of other languages', () => {
  it('names the rule, the mode or the hook that denied the call', async () => {
    await using ruled = await createToolyard({
      tools: [probe(() => 1)],
      policy: { deny: [{ rule: 'probe', reason: 'not today' }] },
    })
    assert.deepEqual(said(await ruled.call('probe', {})), ['deniedByRule', 'probe', 'probe'])
    await using reading = await createToolyard({
      tools: [probe(() => 1, write)],
      policy: { mode: 'read-only' },
    })
    assert.deepEqual(said(await reading.call('probe', {})), ['deniedByMode', 'probe', 'mode read-only'])
    await using hooked = await createToolyard({
      tools: [probe(() => 1)],
      hooks: [{ name: 'guard', type: 'PRE_TOOL_USE', handler: () => ({ action: 'deny', message: 'no' }) }],
    })
    assert.deepEqual(said(await hooked.call('probe', {})), ['deniedByHook', 'guard', 'no'])
  })

  it('names who rejected it, and why', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 1, { ...write, confirm: true })],
      approver: { ask: async () => ({ decision: 'reject', by: 'ann', reason: 'too late' }) },
    })
    assert.deepEqual(said(await yard.call('probe', {})), ['rejectedBy', 'ann', 'too late'])
  })

  it('names a tool that is not there, a limit and a time', async () => {
    await using yard = await createToolyard({
      tools: [
        probe(() => 1),
        probe((_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)), {
          name: 'slow',
          timeoutMs: 20,
        }),
      ],
      limits: { ratePerMinute: { probe: 1 } },
    })
    await yard.call('probe', {})
    const often = await yard.call('probe', {})
    assert.deepEqual([often.error?.says?.key, often.error?.says?.values[0]], ['calledTooOften', 'probe'])
    assert.deepEqual(said(await yard.call('prob', {})), ['toolNotFound', 'prob', 'probe'])
    assert.deepEqual(said(await yard.call('slow', {})), ['timedOut', 'slow', '20', ''])
  })

  const schemas = {
    Zod: z.strictObject({
      path: z.string().min(2),
      limit: z.int().max(100),
      mode: z.enum(['text', 'html']),
      tags: z.array(z.string()).max(1),
    }),
    'JSON Schema': {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 2 },
        limit: { type: 'integer', maximum: 100 },
        mode: { enum: ['text', 'html'] },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
      },
      required: ['path', 'limit', 'mode', 'tags'],
      additionalProperties: false,
    },
  }
  for (const [library, inputSchema] of Object.entries(schemas))
    it(`names what is wrong with each argument, by ${library}`, async () => {
      await using yard = await createToolyard({ tools: [probe(() => 1, { inputSchema })] })
      const wrong = await yard.call('probe', { path: 'a', limit: 500, mode: 'pdf', tags: ['a', 'b'] })
      assert.deepEqual(said(wrong), ['wrongArguments', 'probe'])
      assert.deepEqual(fields(wrong), [
        ['path', 'fieldShortest', '2'],
        ['limit', 'fieldMost', '100'],
        ['mode', 'fieldChoice', '"text", "html"'],
        ['tags', 'fieldMany', '1'],
      ])
      assert.deepEqual(fields(await yard.call('probe', { mode: 'text' })), [
        ['path', 'fieldRequired'],
        ['limit', 'fieldRequired'],
        ['tags', 'fieldRequired'],
      ])
      const odd = await yard.call('probe', { path: 7, limit: 1, mode: 'text', tags: [], paths: 1 })
      assert.deepEqual(fields(odd), [
        ['paths', 'fieldUnknown', 'path'],
        ['path', 'fieldType', 'string'],
      ])
    })

  it('leaves a sentence that the author of the tool wrote as it is', async () => {
    const inputSchema = z.object({ city: z.string().min(1, 'Name a city') })
    await using yard = await createToolyard({ tools: [probe(() => 1, { inputSchema })] })
    const { error } = await yard.call('probe', { city: '' })
    assert.deepEqual(error?.problems, [{ path: ['city'], message: 'Name a city' }])
  })

  it('is not part of what a model reads, and holds no secret', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    await using yard = await createToolyard({
      tools: [probe(() => 1, { inputSchema: { type: 'object', properties: { mode: { enum: [token] } } } })],
    })
    const result = await yard.call('probe', { mode: 'x' })
    assert.doesNotMatch(textOf(result), /fieldChoice|wrongArguments/)
    assert.doesNotMatch(JSON.stringify(result), new RegExp(token))
  })
})

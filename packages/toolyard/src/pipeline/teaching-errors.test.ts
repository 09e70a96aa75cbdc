import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createToolyard } from '../index.ts'
import { codeOf, probe, textOf } from './support.test.ts'

const schemas = {
  Zod: z.strictObject({
    path: z.string().min(1),
    limit: z.int().min(1).max(100).optional(),
    mode: z.enum(['text', 'markdown', 'html']).optional(),
    items: z.array(z.strictObject({ id: z.int() })).optional(),
  }),
  'JSON Schema': {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      mode: { type: 'string', enum: ['text', 'markdown', 'html'] },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' } },
          required: ['id'],
          additionalProperties: false,
        },
      },
    },
    required: ['path'],
    additionalProperties: false,
  },
}

/** Sends arguments that are refused, and answers the text of the refusal. */
const teacher =
  (inputSchema: unknown) =>
  async (input: unknown): Promise<string> => {
    await using yard = await createToolyard({ tools: [probe(() => 1, { inputSchema })] })
    const result = await yard.call('probe', input)
    assert.deepEqual(
      [result.status, codeOf(result), result.error?.retryable],
      ['error', 'invalid_arguments', true],
    )
    return textOf(result)
  }

for (const [library, inputSchema] of Object.entries(schemas))
  describe(`a refusal of arguments by ${library}`, () => {
    const teach = teacher(inputSchema)

    it('names every problem at once', async () => {
      const text = await teach({ path: '', limit: 500, mode: 'pdf', items: [{ id: 1 }, { id: 'x' }] })
      for (const named of ['path', 'limit', 'mode', /items\[1\]\.id/]) assert.match(text, new RegExp(named))
    })

    it('says what came and what was expected', async () => {
      assert.match(await teach({ path: 'a', limit: 500 }), /limit.*100[\s\S]*500|limit[\s\S]*500.*100/)
      assert.match(await teach({ path: 7 }), /path.*string/)
      assert.match(await teach({}), /path/)
    })

    it('says how to call it', async () => {
      assert.match(
        await teach({}),
        /It takes \{ path: string, limit\?: integer \(1…100\), mode\?: "text" \| "markdown" \| "html"/,
      )
    })

    it('suggests the parameter and the choice that were meant', async () => {
      assert.match(await teach({ path: 'a', limt: 5 }), /limt.*Did you mean "limit"/)
      assert.match(await teach({ path: 'a', mode: 'markdwn' }), /Did you mean "markdown"/)
      assert.match(await teach({ path: 'a', items: [{ idd: 1 }] }), /items\[0\]\.idd/)
    })

    it('names problems beside an unknown parameter too', async () => {
      const text = await teach({ limit: 0, zzz: 1 })
      assert.match(text, /zzz/)
      assert.match(text, /path|limit/)
    })

    it('stays short, however much was wrong or large', async () => {
      const items = Array.from({ length: 300 }, () => ({ id: 'x'.repeat(500) }))
      const text = await teach({ path: 'a', items })
      assert.ok(text.length < 5000, String(text.length))
      if (library === 'Zod') assert.match(text, /and \d+ more/)
    })

    it('says that text is not JSON, and why', async () => {
      assert.match(await teach('{"path": }'), /not valid JSON/)
      assert.match(await teach(''), /JSON/)
    })
  })

describe('the explanation of a call', () => {
  const inputSchema = z.strictObject({ n: z.int() })

  it('is taken out, kept in the journal and given to the tool’s context', async () => {
    const seen: unknown[] = []
    await using yard = await createToolyard({
      tools: [probe((input, { explanation }) => void seen.push(input, explanation), { inputSchema })],
    })
    await yard.call('probe', { n: 1, explanation: 'to count' })
    assert.deepEqual(seen, [{ n: 1 }, 'to count'])
    assert.equal((await yard.calls())[0]?.explanation, 'to count')
  })

  it('is taken out of arguments that may be anything, too', async () => {
    const seen: unknown[] = []
    await using yard = await createToolyard({
      tools: [probe((input, { explanation }) => void seen.push(input, explanation))],
    })
    await yard.call('probe', { n: 1, explanation: 'to count' })
    assert.deepEqual(seen, [{ n: 1 }, 'to count'])
  })

  it('reaches the tool that declares it', async () => {
    const seen: unknown[] = []
    const declared = z.strictObject({ explanation: z.string() })
    await using yard = await createToolyard({
      tools: [probe((input) => void seen.push(input), { inputSchema: declared })],
    })
    await yard.call('probe', { explanation: 'mine' })
    assert.deepEqual(seen, [{ explanation: 'mine' }])
  })

  it('may be required', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => 'ran', { inputSchema })],
      explanation: 'required',
    })
    assert.match(textOf(await yard.call('probe', { n: 1 })), /explanation: is required/)
    assert.equal(textOf(await yard.call('probe', { n: 1, explanation: 'why' })), 'ran')
  })
})

describe('what the application provides', () => {
  const inputSchema = z.strictObject({ text: z.string(), tenant: z.string() })
  const facts = { inputSchema, provided: ['tenant'] }

  it('is filled in for the tool, and hidden from the model', async () => {
    const seen: unknown[] = []
    await using yard = await createToolyard({
      tools: [probe((input) => void seen.push(input), facts)],
      provide: () => ({ tenant: 'acme', other: 1 }),
    })
    await yard.call('probe', { text: 'a' })
    await yard.call('probe', { text: 'a' }, { provided: { tenant: 'own' } })
    assert.deepEqual(seen, [
      { text: 'a', tenant: 'acme' },
      { text: 'a', tenant: 'own' },
    ])
    assert.doesNotMatch(JSON.stringify(yard.definitions()), /tenant/)
  })

  it('cannot be set by the model, in any spelling or wrapping', async () => {
    let runs = 0
    await using yard = await createToolyard({
      tools: [probe(() => runs++, facts)],
      provide: () => ({ tenant: 'acme' }),
    })
    for (const input of [
      { text: 'a', tenant: 'evil' },
      { text: 'a', Tenant: 'evil' },
      { arguments: { text: 'a', tenant: 'evil' } },
      '{"text":"a","tenant":"evil"}',
    ])
      assert.equal(codeOf(await yard.call('probe', input)), 'invalid_arguments', JSON.stringify(input))
    assert.equal(runs, 0)
  })

  it('is missed where nobody provides it', async () => {
    await using yard = await createToolyard({ tools: [probe(() => 1, facts)] })
    assert.equal((await yard.call('probe', { text: 'a' })).status, 'error')
  })
})

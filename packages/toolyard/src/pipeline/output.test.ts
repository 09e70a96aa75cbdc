import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { type ContentBlock, createToolyard, type ToolResult, type ToolService } from '../index.ts'
import { codeOf, probe, textOf } from './support.test.ts'

async function answer(value: unknown, facts: object = {}): Promise<ToolResult> {
  await using yard = await createToolyard({ tools: [probe(() => value, facts)] })
  return await yard.call('probe', {})
}

async function long(
  value: unknown,
): Promise<{ yard: ToolService; result: ToolResult; read: (input: object) => Promise<string> }> {
  const yard = await createToolyard({ tools: [probe(() => value)], builtins: ['system'] })
  const result = await yard.call('probe', {})
  const read = async (input: object): Promise<string> =>
    textOf(await yard.call('read_result', { handle: result.handle, ...input }))
  return { yard, result, read }
}

describe('an answer', () => {
  it('of exactly the limits is shown whole', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`).join('\n')
    for (const text of [lines, 'x'.repeat(50 * 1024), 'é'.repeat(25 * 1024)]) {
      const result = await answer(text)
      assert.equal(textOf(result), text)
      assert.equal(result.handle, undefined)
    }
  })

  it('of one line too many, or one byte too many, is cut and kept', async () => {
    const lines = Array.from({ length: 2001 }, (_, index) => `line ${index + 1}`).join('\n')
    for (const text of [
      lines,
      'x'.repeat(50 * 1024 + 1),
      'é'.repeat(25 * 1024 + 1),
      '😀'.repeat(13 * 1024),
    ]) {
      const result = await answer(text)
      const shown = textOf(result)
      assert.ok(result.handle)
      assert.match(shown, new RegExp(`read_result with handle "${result.handle}"`))
      const [body = ''] = shown.split('\n\n[Cut:')
      assert.ok(Buffer.byteLength(body) <= 50 * 1024 && body.split('\n').length <= 2000)
      assert.ok(text.startsWith(body))
      assert.doesNotMatch(body, /[\ud800-\udbff]$/)
    }
  })

  it('that was cut is read on by offset, line for line', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`)
    const { yard, result, read } = await long(lines.join('\n'))
    await using _ = yard
    const [, offset] = /offset (\d+)/.exec(textOf(result)) ?? []
    const shown = textOf(result).split('\n\n[Cut:')[0]?.split('\n') ?? []
    assert.deepEqual(shown, lines.slice(0, Number(offset) - 1))
    assert.match(
      await read({ offset: Number(offset), limit: 2 }),
      new RegExp(`^line ${offset}\nline ${Number(offset) + 1}\n\\[.* more lines`),
    )
    assert.equal(await read({ offset: 5000 }), 'line 5000')
    assert.match(await read({ offset: 5001 }), /No lines.*5000 lines/)
  })

  it('that was cut is searched, and a bad pattern is told', async () => {
    const { yard, read } = await long(
      Array.from({ length: 3000 }, (_, index) => `row ${index + 1} ${index % 1000 === 0 ? 'HIT' : ''}`).join(
        '\n',
      ),
    )
    await using _ = yard
    assert.equal(await read({ grep: 'HIT$' }), '1: row 1 HIT\n1001: row 1001 HIT\n2001: row 2001 HIT')
    assert.equal(
      await read({ grep: 'HIT', offset: 2, limit: 1 }),
      '1001: row 1001 HIT\n[1 more lines; continue with offset=3]',
    )
    assert.match(await read({ grep: '(' }), /regular expression/)
    assert.match(await read({ grep: 'nowhere' }), /No lines match/)
  })

  it('that is JSON is read by path, and a wrong path says what there is', async () => {
    const rows = Array.from({ length: 9000 }, (_, id) => ({ id, 'full name': `n${id}` }))
    const { yard, result, read } = await long({ rows, total: 9000 })
    await using _ = yard
    assert.deepEqual((result.data as { total: number }).total, 9000)
    assert.equal(await read({ path: 'rows[42].id' }), '42')
    assert.equal(await read({ path: '$.rows[7]["full name"]' }), 'n7')
    assert.match(await read({ path: 'rows[1]' }), /"id": 1/)
    assert.match(await read({ path: 'rowz' }), /nothing at rowz[\s\S]*rows, total/)
    assert.match(await read({ path: 'constructor' }), /nothing at constructor/)
  })

  it('can not be read by a handle that nobody gave', async () => {
    await using yard = await createToolyard({ builtins: ['system'] })
    assert.equal(codeOf(await yard.call('read_result', { handle: 'res_none' })), 'not_found')
  })

  it('past what is stored keeps its head and tail, and says how much is missing', async () => {
    await using yard = await createToolyard({
      tools: [probe(() => `HEAD${'x\n'.repeat(100_000)}TAIL`)],
      builtins: ['system'],
      limits: { storedOutput: 10_000 },
    })
    const { handle } = await yard.call('probe', {})
    const tail = textOf(await yard.call('read_result', { handle, grep: 'TAIL' }))
    assert.match(tail, /TAIL/)
    assert.match(tail, /\d+ characters in the middle were not kept/)
  })
})

describe('an output schema', () => {
  const schemas = [
    ['Zod', z.object({ city: z.string(), celsius: z.number() })],
    [
      'JSON Schema',
      {
        type: 'object',
        properties: { city: { type: 'string' }, celsius: { type: 'number' } },
        required: ['city', 'celsius'],
      },
    ],
  ] as const
  for (const [library, outputSchema] of schemas)
    it(`of ${library} lets what it promises through and holds back what it does not`, async () => {
      const good = { city: 'Rome', celsius: 21 }
      assert.deepEqual((await answer(good, { outputSchema })).data, good)
      for (const bad of [
        { city: 'Rome', celsius: 'warm' },
        { city: 'Rome' },
        'text',
        null,
        undefined,
        [good],
      ]) {
        const result = await answer(bad, { outputSchema })
        assert.equal(codeOf(result), 'invalid_output', JSON.stringify(bad))
        assert.equal(result.data, undefined)
        assert.match(textOf(result), /fault of the tool/)
      }
    })

  it('is not asked about a failure that the tool tells itself', async () => {
    const result = await answer({ content: 'no such city', isError: true }, { outputSchema: schemas[0][1] })
    assert.deepEqual([result.status, codeOf(result)], ['error', 'tool_failed'])
  })
})

describe('an answer in blocks', () => {
  const image: ContentBlock = { type: 'image', data: 'aGk=', mimeType: 'image/png' }

  it('keeps pictures and links beside the text', async () => {
    const link = { type: 'resource_link', uri: 'https://example.com/a', name: 'a' } as const
    const result = await answer({
      content: [{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }, link],
    })
    assert.deepEqual(result.content, [
      { type: 'text', text: 'one' },
      image,
      { type: 'text', text: 'two' },
      link,
    ])
  })

  it('keeps them in their order, whatever that is', async () => {
    const text = (words: string): ContentBlock => ({ type: 'text', text: words })
    for (const content of [
      [image, text('after')],
      [text('a'), image, image, text('b'), image],
      [image, text('a'), image],
    ])
      assert.deepEqual((await answer({ content })).content, content)
    assert.deepEqual(
      (await answer({ content: [text('a'), text('b'), image, text('c'), text('d')] })).content,
      [text('a\nb'), image, text('c\nd')],
    )
  })

  it('puts all text first where a secret spans several parts', async () => {
    const key = [
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
      'BKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----',
    ]
    const { content } = await answer({
      content: [{ type: 'text', text: key[0] }, image, { type: 'text', text: key[1] }],
    })
    assert.doesNotMatch(JSON.stringify(content), /MIIEvQ|BKcwgg/)
  })

  it('may be pictures alone', async () => {
    assert.deepEqual((await answer({ content: [image] })).content, [image])
  })

  it('says failure by isError or is_error, and nothing else', async () => {
    for (const failed of [
      { content: 'bad', isError: true },
      { content: 'bad', is_error: true },
      { content: [{ type: 'text', text: 'bad' }], isError: true },
    ]) {
      const result = await answer(failed)
      assert.deepEqual([result.status, codeOf(result), textOf(result)], ['error', 'tool_failed', 'bad'])
    }
    const fine = await answer({ content: 'good', is_error: false })
    assert.deepEqual([fine.status, textOf(fine)], ['ok', 'good'])
  })

  it('keeps the message of a failure short, however long its text', async () => {
    const result = await answer({ content: 'x'.repeat(1_000_000), isError: true })
    assert.ok((result.error?.message.length ?? 0) <= 20_000)
    assert.ok(textOf(result).length < 60_000)
  })

  it('gives structuredContent as data', async () => {
    const result = await answer({ content: [{ type: 'text', text: 't' }], structuredContent: { n: 1 } })
    assert.deepEqual([textOf(result), result.data], ['t', { n: 1 }])
  })

  it('is plain data where its content is something else', async () => {
    for (const value of [{ content: 'a file’s text' }, { content: [{ type: 'odd' }] }, { content: [1, 2] }]) {
      const result = await answer(value)
      assert.deepEqual([textOf(result), result.data], [JSON.stringify(value), value])
    }
  })

  it('is shown by the tool’s own render, with the data kept', async () => {
    const value = { celsius: 21 }
    const result = await answer(value, { render: (output: typeof value) => `It is ${output.celsius} °C` })
    assert.deepEqual([textOf(result), result.data], ['It is 21 °C', value])
    const pictured = await answer(value, { render: () => [image] })
    assert.deepEqual(pictured.content, [image])
  })

  it('of a render that throws is a fault of the tool', async () => {
    const result = await answer(
      { a: 1 },
      {
        render: () => {
          throw new Error('paint')
        },
      },
    )
    assert.equal(codeOf(result), 'tool_failed')
    assert.match(textOf(result), /paint/)
  })
})

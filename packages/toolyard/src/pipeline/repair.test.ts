import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createToolyard, type ToolResult } from '../index.ts'
import { codeOf, type Input, probe, textOf } from './support.test.ts'

const inputSchema = z.strictObject({
  path: z.string(),
  limit: z.int().optional(),
  ratio: z.number().optional(),
  all: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  sizes: z.array(z.int()).optional(),
  user: z.strictObject({ name: z.string(), age: z.int().optional() }).optional(),
  either: z.union([z.int(), z.strictObject({ id: z.int() })]).optional(),
  nothing: z.string().nullable().optional(),
})

async function send(raw: unknown, facts: object = {}): Promise<{ result: ToolResult; seen: Input[] }> {
  const seen: Input[] = []
  const tool = probe((input) => void seen.push(input), { inputSchema, ...facts })
  await using yard = await createToolyard({ tools: [tool] })
  return { result: await yard.call('probe', raw), seen }
}

const repaired: readonly (readonly [title: string, raw: unknown, seen: object])[] = [
  ['arguments that are JSON in a string', '{"path":"a"}', { path: 'a' }],
  ['arguments wrapped in "arguments"', { arguments: { path: 'a' } }, { path: 'a' }],
  ['arguments wrapped in "input"', { input: { path: 'a' } }, { path: 'a' }],
  ['arguments wrapped in "params"', { params: { path: 'a' } }, { path: 'a' }],
  ['arguments wrapped as a string', { arguments: '{"path":"a","limit":2}' }, { path: 'a', limit: 2 }],
  [
    'arguments wrapped, with a number in quotes inside',
    { args: { path: 'a', limit: '2' } },
    { path: 'a', limit: 2 },
  ],
  ['a whole number in quotes', { path: 'a', limit: '42' }, { path: 'a', limit: 42 }],
  ['a negative number in quotes', { path: 'a', limit: ' -7 ' }, { path: 'a', limit: -7 }],
  ['a fraction in quotes', { path: 'a', ratio: '0.25' }, { path: 'a', ratio: 0.25 }],
  ['an exponent in quotes', { path: 'a', ratio: '1e-3' }, { path: 'a', ratio: 0.001 }],
  ['true in quotes', { path: 'a', all: 'true' }, { path: 'a', all: true }],
  ['false in quotes', { path: 'a', all: 'false' }, { path: 'a', all: false }],
  ['a list in a string', { path: 'a', tags: '["x","y"]' }, { path: 'a', tags: ['x', 'y'] }],
  ['an object in a string', { path: 'a', user: '{"name":"n"}' }, { path: 'a', user: { name: 'n' } }],
  ['numbers in quotes inside a list', { path: 'a', sizes: ['1', 2] }, { path: 'a', sizes: [1, 2] }],
  [
    'a number in quotes deep inside',
    { path: 'a', user: { name: 'n', age: '9' } },
    { path: 'a', user: { name: 'n', age: 9 } },
  ],
  ['null for an optional parameter', { path: 'a', limit: null, user: null }, { path: 'a' }],
  [
    'null for an optional one deep inside',
    { path: 'a', user: { name: 'n', age: null } },
    { path: 'a', user: { name: 'n' } },
  ],
  ['a name in another case', { Path: 'a', LIMIT: 3 }, { path: 'a', limit: 3 }],
  [
    'several slips at once',
    '{"arguments":{"Path":"a","limit":"3","all":"true","tags":null}}',
    { path: 'a', limit: 3, all: true },
  ],
]

const untouched: readonly (readonly [title: string, raw: unknown, names: RegExp])[] = [
  ['a number for text', { path: 5 }, /path/],
  ['text in a number', { path: 'a', limit: 'many' }, /limit/],
  ['a fraction in quotes for a whole number', { path: 'a', limit: '1.5' }, /limit/],
  ['a hexadecimal number in quotes', { path: 'a', limit: '0x10' }, /limit/],
  ['20 digits in quotes', { path: 'a', limit: '12345678901234567890' }, /limit/],
  ['Infinity in quotes', { path: 'a', ratio: 'Infinity' }, /ratio/],
  ['1 for true', { path: 'a', all: 1 }, /all/],
  ['yes for true', { path: 'a', all: 'yes' }, /all/],
  ['one text for a list', { path: 'a', tags: 'x' }, /tags/],
  ['null for a required parameter', { path: null }, /path/],
  ['a number in quotes inside a union', { path: 'a', either: '5' }, /either/],
  ['an object in a string inside a union', { path: 'a', either: '{"id":1}' }, /either/],
  ['a number in quotes in a branch of a union', { path: 'a', either: { id: '1' } }, /either/],
  ['arguments wrapped beside another key', { arguments: { path: 'a' }, limit: 1 }, /arguments/],
  ['prototype keys inside a string', { path: 'a', user: '{"name":"n","__proto__":{}}' }, /user/],
  ['prototype keys inside wrapped text', { arguments: '{"path":"a","__proto__":{}}' }, /arguments/],
  ['a key twice inside a string', { path: 'a', user: '{"name":"n","name":"m"}' }, /user/],
  ['one name in two cases', { path: 'a', Path: 'b' }, /Path/],
]

describe('a parameter under another name', () => {
  const tool = { aliases: { file_path: 'path', max: 'limit' } }

  it('is told by the name that was used, with what is wrong with its value', async () => {
    const { result } = await send({ file_path: 'a', max: 'many' }, tool)
    assert.equal(codeOf(result), 'invalid_arguments')
    assert.match(textOf(result), /- max: .*expected number/)
    assert.doesNotMatch(textOf(result), /file_path|not a known parameter/)
  })

  it('is still told as unknown where the parameter is given too', async () => {
    const { result } = await send({ file_path: 'a', path: 'b' }, tool)
    assert.match(textOf(result), /file_path: is not a known parameter/)
  })
})

describe('what models get wrong', () => {
  for (const [title, raw, expected] of repaired)
    it(`is repaired: ${title}`, async () => {
      const { result, seen } = await send(raw)
      assert.equal(result.status, 'ok', textOf(result))
      assert.deepStrictEqual(seen, [expected])
    })

  for (const [title, raw, names] of untouched)
    it(`is not guessed at: ${title}`, async () => {
      const { result, seen } = await send(raw)
      assert.equal(codeOf(result), 'invalid_arguments')
      assert.match(textOf(result), names)
      assert.deepEqual(seen, [])
    })

  it('leaves a text that looks like a number alone where text is wanted', async () => {
    const { seen } = await send({ path: '42', nothing: 'null' })
    assert.deepStrictEqual(seen, [{ path: '42', nothing: 'null' }])
  })

  it('keeps null where null is allowed', async () => {
    const { seen } = await send({ path: 'a', nothing: null })
    assert.deepStrictEqual(seen, [{ path: 'a', nothing: null }])
  })

  it('does not unwrap a parameter that the tool has', async () => {
    const { seen } = await send(
      { input: { path: 'a' } },
      { inputSchema: { type: 'object', properties: { input: { type: 'object' } } } },
    )
    assert.deepStrictEqual(seen, [{ input: { path: 'a' } }])
  })

  it('accepts an alias, unless the parameter itself is there', async () => {
    const aliases = { file_path: 'path' }
    assert.deepStrictEqual((await send({ file_path: 'a' }, { aliases })).seen, [{ path: 'a' }])
    assert.equal(codeOf((await send({ file_path: 'a', path: 'b' }, { aliases })).result), 'invalid_arguments')
  })

  it('takes nothing at all for a tool without required parameters', async () => {
    for (const raw of [undefined, null, '{}'])
      assert.deepStrictEqual((await send(raw, { inputSchema: z.strictObject({}) })).seen, [{}])
  })

  it('repairs for plain JSON Schema as it does for Zod', async () => {
    const plain = {
      type: 'object',
      properties: { n: { type: 'integer' }, o: { type: 'object', properties: { b: { type: 'boolean' } } } },
      additionalProperties: false,
    }
    assert.deepStrictEqual(
      (await send({ n: '1', o: '{"b":"true"}' }, { inputSchema: plain })).result.error,
      undefined,
    )
    assert.deepStrictEqual((await send({ n: '1', o: { b: 'true' } }, { inputSchema: plain })).seen, [
      { n: 1, o: { b: true } },
    ])
  })
})

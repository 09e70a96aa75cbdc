import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonSchema as aiSchema } from 'ai'
import { type } from 'arktype'
import { z } from 'zod'
import type { StandardIssue } from './infer.ts'
import { type StandardSchema, toToolSchema } from './index.ts'

describe('a check', () => {
  it('waits for a schema that checks asynchronously', async () => {
    const schema = toToolSchema(
      z.object({ name: z.string().refine(async (name) => name !== 'taken', 'is taken') }),
    )
    assert.deepEqual(await schema.check({ name: 'free' }), { value: { name: 'free' } })
    assert.deepEqual(await schema.check({ name: 'taken' }), {
      issues: [{ path: ['name'], message: 'is taken' }],
    })
  })

  it('never throws and never rejects, whatever the schema does', async () => {
    const throws = toToolSchema(
      checkedBy(() => {
        throw new Error('boom')
      }),
    )
    const rejects = toToolSchema(checkedBy(() => Promise.reject(new Error('boom')) as never))
    for (const schema of [throws, rejects]) {
      const { issues } = await schema.check({})
      assert.match(issues?.[0]?.message ?? '', /could not be checked: boom/)
    }
  })

  const open: Record<string, unknown> = {
    'Zod with a place for anything': z.object({ a: z.unknown() }),
    'Zod with a record of anything': z.object({ a: z.record(z.string(), z.any()) }),
    'a loose Zod object': z.looseObject({}),
    ArkType: type({ a: { b: 'number[]' } }),
    'JSON Schema': { type: 'object', properties: { a: {} } },
  }
  for (const [form, written] of Object.entries(open))
    it(`answers a value that shares nothing with the caller’s: ${form}`, async () => {
      const value = { a: { b: [1] } }
      const checked = await toToolSchema(written).check(value)
      value.a.b.push(2)
      assert.deepEqual('value' in checked && checked.value, { a: { b: [1] } })
    })

  it('reads the paths of other libraries: objects with a key, symbols, nothing', async () => {
    const issues = [
      { message: 'a', path: [{ key: 'x' }, 1] },
      { message: 'b', path: [Symbol('s')] },
      { message: 'c' },
    ]
    const schema = toToolSchema(checkedBy(() => ({ issues })))
    assert.deepEqual(await schema.check({}), {
      issues: [
        { message: 'a', path: ['x', 1] },
        { message: 'b', path: ['Symbol(s)'] },
        { message: 'c', path: [] },
      ],
    })
  })

  it('takes a schema for each field: what may be left out, defaults and transforms are those of the library', async () => {
    const schema = toToolSchema({
      city: z.string(),
      days: z.number().optional(),
      unit: z.enum(['c', 'f']).default('c'),
      size: z.string().transform(Number).optional(),
    })
    const { json } = schema
    const check = async (value: unknown): Promise<unknown> => schema.check(value)
    assert.deepEqual(json.required, ['city'])
    assert.equal(schema.shape?.closed, true)
    assert.deepEqual(await check({ city: 'Rome', size: '3' }), {
      value: { city: 'Rome', unit: 'c', size: 3 },
    })
    assert.deepEqual(await check({}), {
      issues: [{ path: [], message: 'lacks "city"', says: { key: 'fieldRequired', values: ['city'] } }],
    })
  })

  it('holds what ai.jsonSchema() made to its JSON Schema, then to its own check', async () => {
    const value = (given: unknown): string => (given as { city: string }).city
    const schema = toToolSchema(
      aiSchema<{ city: string }>(
        { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        {
          validate: (given) =>
            value(given) === 'Rome'
              ? { success: true, value: { city: 'Roma' } }
              : { success: false, error: new Error('is not Rome') },
        },
      ),
    )
    const check = async (given: unknown): Promise<unknown> => schema.check(given)
    assert.deepEqual(schema.json.required, ['city'])
    assert.deepEqual(await check({ city: 'Rome' }), { value: { city: 'Roma' } })
    assert.match(JSON.stringify(await check({ city: 'Bonn' })), /is not Rome/)
    assert.match(JSON.stringify(await check({})), /lacks/)
    assert.throws(
      () => toToolSchema(aiSchema(Promise.resolve({ type: 'object' }))),
      /gives its JSON Schema later/,
    )
  })

  it('closes an object by the properties that it names, and leaves one open that names none', () => {
    const closed = (schema: unknown): boolean | undefined => toToolSchema(schema).shape?.closed
    assert.equal(closed({ type: 'object', properties: { a: {} } }), true)
    assert.notEqual(closed({ type: 'object', properties: {} }), true)
    assert.notEqual(closed({ type: 'object' }), true)
    assert.equal(closed({ type: 'object', properties: {}, additionalProperties: false }), true)
    assert.equal(closed({}), true, 'no schema at all: it takes nothing')
    assert.equal(closed(z.object({})), true)
    assert.deepEqual(toToolSchema(z.object({})).json, {
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
  })

  it('holds JSON Schema patterns, the hard ones too', async () => {
    const schema = toToolSchema({
      type: 'object',
      properties: { id: { type: 'string', pattern: '^(ab|cd)+$' } },
    })
    assert.ok('value' in (await schema.check({ id: 'abcd' })))
    assert.ok('issues' in (await schema.check({ id: 'abx' })))
  })
})

/** A schema of an unknown library. */
function checkedBy(validate: () => { issues: StandardIssue[] }): StandardSchema {
  const jsonSchema = { input: () => ({ type: 'object' }), output: () => ({}) }
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }
}

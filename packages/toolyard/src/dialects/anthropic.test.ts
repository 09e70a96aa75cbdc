import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition } from './index.ts'
import { jsonSamples, openSamples } from './json-samples.test.ts'
import { isSchema, mapChildren } from './schema-walk.ts'
import { corpusSamples, manifestOf, schemaIn } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

const off = { explanation: 'off' } as const

/** The package leaves out `type` beside literals, which says the same. */
function withoutLiteralTypes(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema
  const literal = 'enum' in schema || 'const' in schema
  const bare = literal || type === undefined ? rest : schema
  return mapChildren(bare, (child) => (isSchema(child) ? withoutLiteralTypes(child) : child))
}

function many(count: number, child: JsonSchema): JsonSchema {
  const names = Array.from({ length: count }, (_, at) => `p${at}`)
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, child])) }
}

function strict(schema: JsonSchema): boolean {
  return compileDefinition(manifestOf(schema), 'anthropic', { ...off, strict: true }).report.strict
}

describe('a definition for Anthropic', () => {
  for (const { name, schema } of [...corpusSamples(), ...zodSamples(), ...jsonSamples()]) {
    it(`is strict by the judgement of Anthropic's own package, which changes nothing in it: ${name}`, () => {
      const { definition, report } = compileDefinition(manifestOf(schema), 'anthropic', { strict: true })
      if (!report.strict) return assert.match(report.notes.join('\n'), /contains itself/)
      const wire = schemaIn(definition)
      assert.deepEqual(transformJSONSchema(wire as never), withoutLiteralTypes(wire))
      assert.equal((definition as { strict: boolean }).strict, true)
    })

    it(`is the schema as it was written, and silent of strict, unless asked: ${name}`, () => {
      const { definition, report } = compileDefinition(manifestOf(schema), 'anthropic', off)
      assert.equal(report.strict, false)
      assert.ok(!('strict' in (definition ?? {})))
      const wire = schemaIn(definition)
      assert.equal(wire.type, 'object')
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema', '$id'])
        assert.ok(!(keyword in wire))
    })
  }

  for (const [name, schema] of openSamples()) {
    it(`goes without strict where there is no strict form: ${name}`, () => {
      const { definition, report } = compileDefinition(manifestOf(schema), 'anthropic', { strict: true })
      assert.equal(report.strict, false)
      assert.ok(definition && !('strict' in definition))
      assert.ok(report.notes.length > 0)
    })
  }

  it('keeps optional properties optional under strict', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
    }
    const { definition, decode } = compileDefinition(manifestOf(schema), 'anthropic', {
      ...off,
      strict: true,
    })
    assert.deepEqual(schemaIn(definition), { ...schema, additionalProperties: false })
    const args = { a: 'x' }
    assert.equal(decode(args), args)
  })

  it('is not strict with more optional or union-typed parameters than one request may hold', () => {
    assert.deepEqual(
      [strict(many(24, { type: 'string' })), strict(many(25, { type: 'string' }))],
      [true, false],
    )
    const union = { type: ['string', 'integer'] }
    assert.deepEqual([strict(many(16, union)), strict(many(17, union))], [true, false])
  })

  it('shows the examples that fit, in the form in which they would be sent', () => {
    const union = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }] }
    const examples = [{ input: { a: 'x' }, title: 'One letter.' }, { input: { b: 1 } }]
    const of = (schema: JsonSchema, explanation: 'off' | 'required') =>
      compileDefinition(manifestOf(schema, { examples }), 'anthropic', { explanation })
    const plain = of(union.anyOf[0] as JsonSchema, 'required')
    assert.deepEqual((plain.definition as { input_examples: unknown }).input_examples, [
      { explanation: 'One letter.', a: 'x' },
    ])
    assert.match(plain.report.notes.join('\n'), /examples/)
    const wrapped = of(
      { ...union, anyOf: [...union.anyOf, { type: 'object', properties: { c: {} }, required: ['c'] }] },
      'off',
    )
    assert.deepEqual((wrapped.definition as { input_examples: unknown }).input_examples, [
      { input: { a: 'x' } },
    ])
  })

  it('renames parameters that the API refuses, and names them back', () => {
    const schema = {
      type: 'object',
      properties: { 'Account Number': { type: 'string' }, '-A': { type: 'integer' } },
      required: ['Account Number'],
    }
    const { definition, report, decode } = compileDefinition(manifestOf(schema), 'anthropic', off)
    const [name = '', same] = Object.keys(schemaIn(definition).properties ?? {})
    assert.match(name, /^Account_Number_[0-9a-f]{10}$/)
    assert.equal(same, '-A')
    assert.deepEqual(schemaIn(definition).required, [name])
    assert.equal(report.fidelity, 'adapted')
    assert.deepEqual(decode({ [name]: 'x', '-A': 1 }), { 'Account Number': 'x', '-A': 1 })
  })
})

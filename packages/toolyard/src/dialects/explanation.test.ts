import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition, dialectNames } from './index.ts'
import { manifestOf, schemaIn } from './support.test.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}
const description = 'Why you call this tool, in one sentence, first person.'

describe('the explanation', () => {
  for (const dialect of dialectNames) {
    it(`joins the schema, optional, required or not at all: ${dialect}`, () => {
      const of = (explanation?: 'optional' | 'required' | 'off'): JsonSchema =>
        schemaIn(
          compileDefinition(manifestOf(schema), dialect, explanation === undefined ? {} : { explanation })
            .definition,
        )
      const strict = dialect.startsWith('openai')
      assert.deepEqual(of('optional').properties?.['explanation'], {
        type: strict ? ['string', 'null'] : 'string',
        description,
      })
      assert.deepEqual(of('optional').required, strict ? ['explanation', 'a'] : ['a'])
      assert.deepEqual(of('required').properties?.['explanation'], { type: 'string', description })
      assert.deepEqual(of('required').required, ['explanation', 'a'])
      assert.deepEqual(of(), of('optional'))
      assert.ok(!('explanation' in (of('off').properties ?? {})))
    })

    it(`stays in the arguments, and null is taken out: ${dialect}`, () => {
      const { decode } = compileDefinition(manifestOf(schema), dialect)
      const args = { a: 'x', explanation: 'To see.' }
      assert.equal(decode(args), args)
      assert.deepEqual(decode({ a: 'x', explanation: null }), { a: 'x' })
    })
  }

  it('does not cost fidelity', () => {
    for (const dialect of dialectNames)
      assert.equal(compileDefinition(manifestOf(schema), dialect).report.fidelity, 'exact')
  })

  it('is left to a tool that declares it, also in a branch', () => {
    const own = {
      type: 'object',
      properties: { explanation: { type: 'integer' } },
      required: ['explanation'],
    }
    for (const dialect of dialectNames) {
      const plain = compileDefinition(manifestOf(own), dialect, { explanation: 'required' })
      assert.deepEqual(schemaIn(plain.definition).properties, { explanation: { type: 'integer' } })
      const union = compileDefinition(manifestOf({ anyOf: [own, schema] }), dialect, {
        explanation: 'required',
      })
      assert.deepEqual(Object.keys(schemaIn(union.definition).properties ?? {}), ['input'])
    }
  })

  it('is asked for once, not at every level of a schema that contains itself', () => {
    const tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#' } } } }
    for (const dialect of dialectNames) {
      const wire = schemaIn(
        compileDefinition(manifestOf(tree), dialect, { explanation: 'required' }).definition,
      )
      assert.equal(JSON.stringify(wire).split(description).length, 2, dialect)
      assert.ok(!JSON.stringify(wire).includes('"$ref":"#"'), dialect)
    }
  })
})

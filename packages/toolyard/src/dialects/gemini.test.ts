import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition } from './index.ts'
import { jsonSamples, openSamples } from './json-samples.test.ts'
import { isSchema, mapChildren } from './schema-walk.ts'
import { corpusSamples, manifestOf, schemaIn } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

const off = { explanation: 'off' } as const
const documented = new Set([
  '$defs',
  '$ref',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'properties',
  'additionalProperties',
  'required',
])

function eachSchema(schema: JsonSchema, see: (schema: JsonSchema) => void): void {
  see(schema)
  mapChildren(schema, (child) => {
    if (isSchema(child)) eachSchema(child, see)
    return child
  })
}

function only(property: JsonSchema, name = 'p'): JsonSchema {
  const schema = { type: 'object', properties: { [name]: property }, required: [name] }
  return schemaIn(
    compileDefinition({ ...manifestOf({ type: 'object' }), inputSchema: schema }, 'gemini', off).definition,
  ).properties?.[name] as JsonSchema
}

function nameOf(name: string): string {
  const { definition } = compileDefinition(manifestOf({ type: 'object' }, { name }), 'gemini')
  return (definition as { name: string }).name
}

describe('a definition for Gemini', () => {
  const samples = [...corpusSamples(), ...zodSamples(), ...jsonSamples()].map(
    ({ name, schema }) => [name, schema] as const,
  )

  for (const [name, schema] of [
    ...samples,
    ...openSamples().map(([title, open]) => [title, open] as const),
  ]) {
    it(`has only documented keywords, plain literals, lone references and an object at its root: ${name}`, () => {
      const { definition } = compileDefinition(manifestOf(schema), 'gemini')
      const wire = schemaIn(definition)
      assert.equal(wire.type, 'object')
      eachSchema(wire, (node) => {
        for (const keyword of Object.keys(node)) assert.ok(documented.has(keyword), keyword)
        if (node.$ref !== undefined) assert.deepEqual(Object.keys(node), ['$ref'])
        for (const value of node.enum ?? [])
          assert.ok(['string', 'number'].includes(typeof value) && value !== '')
        if (node.properties) assert.ok(Object.keys(node.properties).length > 0)
        for (const required of node.required ?? []) assert.ok(Object.hasOwn(node.properties ?? {}, required))
        if (node.$ref)
          assert.ok(Object.hasOwn(wire.$defs ?? {}, node.$ref.replace('#/$defs/', '')), node.$ref)
      })
      for (const parameter of Object.keys(wire.properties ?? {}))
        assert.match(parameter, /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/)
    })
  }

  it('writes literals as lists of strings or numbers', () => {
    assert.deepEqual(only({ const: 'x' }), { type: 'string', enum: ['x'] })
    assert.deepEqual(only({ type: 'integer', enum: [1, 2] }), { type: 'integer', enum: [1, 2] })
    assert.deepEqual(only({ enum: ['a', 1, null] }), {
      anyOf: [{ type: 'string', enum: ['a'] }, { type: 'number', enum: [1] }, { type: 'null' }],
    })
    assert.deepEqual(only({ const: true }), { type: 'boolean', description: 'Exactly true.' })
    assert.deepEqual(only({ enum: [true, false] }), { type: 'boolean' })
  })

  it('writes an open bound of a whole number as a closed one', () => {
    assert.deepEqual(only({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 5 }), {
      type: 'integer',
      minimum: 1,
      maximum: 4,
    })
  })

  it('lets every cycle run through a property that may be left out', () => {
    const schema = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#' } } },
      required: ['kids'],
    }
    const { definition, report } = compileDefinition(manifestOf(schema), 'gemini', off)
    assert.deepEqual(schemaIn(definition).$defs, {
      root: {
        type: 'object',
        properties: {
          kids: { type: 'array', items: { $ref: '#/$defs/root' }, description: 'Always give this.' },
        },
      },
    })
    assert.equal(report.fidelity, 'adapted')
  })

  it('sends a word for an empty string, and takes it back wherever it stands', () => {
    const choice = { type: 'string', enum: ['', 'x'] }
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        plain: choice,
        only: { const: '' },
        listed: { type: 'array', items: { $ref: '#/$defs/choice' } },
        tuple: { type: 'array', prefixItems: [choice, { type: 'string' }] },
        named: { type: 'object', additionalProperties: choice },
        either: { anyOf: [{ type: 'object', properties: { '-a': choice } }, { type: 'string' }] },
        free: { type: 'string' },
        'a-b': choice,
      },
      $defs: { choice: { type: ['string', 'null'], enum: ['', 'y', null] } },
    }
    const { definition, report, decode } = compileDefinition(manifestOf(schema), 'gemini', off)
    assert.equal(report.fidelity, 'adapted')
    assert.ok(!JSON.stringify(definition).includes('""'))
    assert.match(
      JSON.stringify(schemaIn(definition).properties?.['plain']),
      /\(empty\).* stands for an empty string/,
    )
    const renamed = Object.keys(schemaIn(definition).properties ?? {}).at(-1) ?? ''
    const word = '(empty)'
    const sent = {
      plain: word,
      only: word,
      listed: ['y', word, null],
      tuple: [word, word],
      named: { k: word },
      either: { '-a': word },
      free: word,
      [renamed]: word,
    }
    assert.deepEqual(decode(sent), {
      plain: '',
      only: '',
      listed: ['y', '', null],
      tuple: ['', word],
      named: { k: '' },
      either: { '-a': '' },
      free: word,
      'a-b': '',
    })
    assert.deepEqual(decode({ plain: 'x' }), { plain: 'x' })
    assert.deepEqual(decode(7), 7)
  })

  it('sends another word where a schema has that one', () => {
    const { decode } = compileDefinition(
      manifestOf({ type: 'object', properties: { a: { enum: ['', '(empty)'] } } }),
      'gemini',
      off,
    )
    assert.deepEqual(decode({ a: '(empty)' }), { a: '(empty)' })
    assert.deepEqual(decode({ a: '(empty 2)' }), { a: '' })
  })

  it('leaves out properties that name none, and the schema of a tool without parameters', () => {
    assert.deepEqual(only({ type: 'object', properties: {} }), { type: 'object' })
    assert.deepEqual(only({ type: 'array', items: { type: ['object', 'null'], properties: {} } }), {
      type: 'array',
      items: { type: ['object', 'null'] },
    })
    assert.deepEqual(only({ type: 'object', properties: {}, additionalProperties: false }), {
      type: 'object',
      additionalProperties: false,
    })
    const none = compileDefinition(
      manifestOf({ type: 'object', properties: {}, description: 'Takes nothing.' }),
      'gemini',
      off,
    )
    assert.deepEqual(none.definition, { name: 'probe', description: 'A tool for tests. Takes nothing.' })
    assert.deepEqual(none.decode({}), {})
    const open = compileDefinition(
      { ...manifestOf({ type: 'object' }), inputSchema: { type: 'object' } },
      'gemini',
      off,
    )
    assert.equal(open.report.fidelity, 'lossy')
  })

  it('renames parameters that begin with a sign or hold one, and names them back', () => {
    const { definition, decode } = compileDefinition(
      manifestOf({
        type: 'object',
        properties: { '-A': { type: 'integer' }, ok: { $ref: '#/properties/-A' } },
      }),
      'gemini',
      off,
    )
    const names = Object.keys(schemaIn(definition).properties ?? {})
    for (const name of names) assert.match(name, /^[a-zA-Z_]\w*$/)
    assert.deepEqual(decode({ [names[0] ?? '']: 1, ok: 2 }), { '-A': 1, ok: 2 })
  })

  it('rejects a parameter whose new name is taken', () => {
    const first = compileDefinition(manifestOf({ type: 'object', properties: { '-A': {} } }), 'gemini', off)
    const [taken = ''] = Object.keys(schemaIn(first.definition).properties ?? {})
    const { definition, report } = compileDefinition(
      manifestOf({ type: 'object', properties: { '-A': {}, [taken]: {} } }),
      'gemini',
      off,
    )
    assert.equal(definition, undefined)
    assert.equal(report.fidelity, 'rejected')
    assert.match(report.notes.join(), /is taken/)
  })

  it('says that it is lossy where a rule can neither be sent nor told', () => {
    const not = {
      type: 'object',
      properties: {
        a: { type: 'string', not: { enum: Array.from({ length: 99 }, (_, at) => `word${at}`) } },
      },
    }
    assert.equal(compileDefinition(manifestOf(not), 'gemini', off).report.fidelity, 'lossy')
  })

  it('has a name that begins with a letter', () => {
    assert.equal(nameOf('2fa'), '_2fa')
    assert.match(nameOf('9'.repeat(64)), /^[a-zA-Z_][\w-]{0,63}$/)
  })
})

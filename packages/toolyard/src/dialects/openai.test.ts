import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStrictJsonSchema } from 'openai/lib/transform'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition } from './index.ts'
import { jsonSamples, openSamples } from './json-samples.test.ts'
import { corpusSamples, manifestOf, schemaIn } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

const off = { explanation: 'off' } as const

function branch(key: string): JsonSchema {
  return { type: 'object', properties: { [key]: {} }, required: [key] }
}

/** Patterns are checked where tools are defined; a manifest from elsewhere may hold any. */
function withPattern(pattern: string): JsonSchema {
  const inputSchema = { type: 'object', properties: { a: { type: 'string', pattern } }, required: ['a'] }
  const { definition } = compileDefinition({ ...manifestOf({ type: 'object' }), inputSchema }, 'openai', off)
  return schemaIn(definition).properties?.['a'] as JsonSchema
}

describe('a definition for OpenAI', () => {
  for (const { name, schema } of [...corpusSamples(), ...zodSamples(), ...jsonSamples()]) {
    it(`is strict by the judgement of OpenAI's own package, which changes nothing in it: ${name}`, () => {
      for (const explanation of ['optional', 'required', 'off'] as const) {
        const { definition, report } = compileDefinition(manifestOf(schema), 'openai', { explanation })
        assert.equal(report.strict, true, report.notes.join('\n'))
        const wire = schemaIn(definition)
        assert.deepEqual(toStrictJsonSchema(wire as never), wire)
        assert.doesNotMatch(JSON.stringify(wire), /"\$schema"|"\$id"|"default":/)
      }
    })
  }

  it('has a description of at most 1,024 characters, cut where a sentence ends, and says so', () => {
    const sentence = 'It does one more thing that is worth a sentence of its own. '
    const manifest = { ...manifestOf({ type: 'object' }), description: sentence.repeat(40).trim() }
    for (const dialect of ['openai', 'openai-responses'] as const) {
      const { definition, report } = compileDefinition(manifest, dialect, off)
      const facts = (dialect === 'openai' ? Reflect.get(definition ?? {}, 'function') : definition) as {
        description: string
      }
      assert.ok(facts.description.length <= 1024 && facts.description.length > 900)
      assert.match(facts.description, /sentence of its own\. …$/)
      assert.equal(report.fidelity, 'lossy')
      assert.match(report.notes.join(), /description is cut to 1024 characters/)
    }
    const short = { ...manifest, description: sentence.trim() }
    assert.notEqual(compileDefinition(short, 'openai', off).report.fidelity, 'lossy')
    const emoji = { ...manifest, description: '🐝'.repeat(2000) }
    const wide = Reflect.get(compileDefinition(emoji, 'openai', off).definition ?? {}, 'function') as {
      description: string
    }
    assert.ok(wide.description.isWellFormed())
  })

  for (const [name, schema, reason] of openSamples()) {
    it(`goes without strict, as it was written, where there is no strict form: ${name}`, () => {
      const { definition, report } = compileDefinition(manifestOf(schema), 'openai', off)
      assert.equal(report.strict, false)
      assert.equal(report.fidelity, 'adapted')
      assert.match(report.notes.join('\n'), reason)
      const facts = (definition as { function: { strict: boolean } }).function
      assert.equal(facts.strict, false)
      assert.equal(schemaIn(definition).type, 'object')
    })
  }

  it('has the frame of each API, and says strict in both', () => {
    const manifest = manifestOf({ type: 'object', properties: {}, additionalProperties: false })
    const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false }
    const facts = { name: 'probe', description: 'A tool for tests.', parameters, strict: true }
    assert.deepEqual(compileDefinition(manifest, 'openai', off).definition, {
      type: 'function',
      function: facts,
    })
    assert.deepEqual(compileDefinition(manifest, 'openai-responses', off).definition, {
      type: 'function',
      ...facts,
    })
  })

  it('keeps the schema untouched where strict is not wanted', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }
    const { definition, report } = compileDefinition(manifestOf(schema), 'openai', { ...off, strict: false })
    assert.deepEqual(schemaIn(definition), schema)
    assert.deepEqual([report.fidelity, report.strict, report.notes], ['exact', false, []])
  })

  it('says what a list without items holds, because the API refuses it otherwise', () => {
    const { definition } = compileDefinition(
      manifestOf({ type: 'object', properties: { a: { type: 'array' } } }),
      'openai',
      off,
    )
    assert.deepEqual(schemaIn(definition).properties, { a: { type: 'array', items: {} } })
  })

  it('tells in words what strict mode cannot hold', () => {
    const { definition, report } = compileDefinition(
      manifestOf({
        type: 'object',
        properties: { a: { type: 'string', minLength: 2, format: 'uri', description: 'A link' } },
        required: ['a'],
      }),
      'openai',
      off,
    )
    assert.deepEqual(schemaIn(definition).properties, {
      a: { type: 'string', description: 'A link. Format: uri. At least 2 characters.' },
    })
    assert.equal(report.fidelity, 'adapted')
    assert.match(report.notes.join('\n'), /\/properties\/a: "minLength" is told in the description/)
  })

  it('tells in words a pattern with look-around, and keeps a plain one', () => {
    assert.equal(withPattern('^[a-z]+$')['pattern'], '^[a-z]+$')
    assert.equal(withPattern('^(?!x)')['pattern'], undefined)
    assert.match(String(withPattern('^(?!x)').description), /\(\?!x\)/)
  })

  it('calls it lossy where null has a meaning of its own beside "not given"', () => {
    const property = { type: ['string', 'null'] }
    const of = (extra: object) =>
      compileDefinition(
        manifestOf({ type: 'object', properties: { a: { ...property, ...extra } } }),
        'openai',
        off,
      )
    assert.equal(of({}).report.fidelity, 'lossy')
    assert.deepEqual(of({}).decode('{"a":null}'), {})
    assert.equal(of({ default: null }).report.fidelity, 'adapted')
  })

  it('reads arguments as text, and none as an empty object', () => {
    const { decode } = compileDefinition(
      manifestOf({ type: 'object', properties: { a: { type: 'string' } } }),
      'openai',
    )
    assert.deepEqual(decode('{"a":"x","explanation":null}'), { a: 'x' })
    assert.deepEqual(decode('{"a":null,"explanation":"Why not."}'), { explanation: 'Why not.' })
    assert.deepEqual(decode(' '), {})
    assert.deepEqual(decode('{"a":'), '{"a":')
  })

  it('wraps a union at the root also without strict, and takes it out again', () => {
    const { definition, report, decode } = compileDefinition(
      manifestOf({ anyOf: [branch('a'), branch('b')] }),
      'openai',
    )
    const wire = schemaIn(definition)
    assert.equal(report.strict, false)
    assert.deepEqual(Object.keys(wire.properties ?? {}), ['explanation', 'input'])
    assert.ok(!('anyOf' in wire))
    assert.deepEqual(decode({ input: { a: 1 }, explanation: 'So.' }), { a: 1, explanation: 'So.' })
    assert.deepEqual(decode({ b: 1 }), { b: 1 })
  })

  it('tells in the description which properties must come together', () => {
    const schema = {
      type: 'object',
      properties: { id: {}, name: {} },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    }
    const { definition } = compileDefinition(manifestOf(schema), 'openai-responses', off)
    assert.equal(
      (definition as { description: string }).description,
      'A tool for tests. Give at least one of: "id", or "name".',
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileSchema } from '../kernel/index.ts'
import { encode, modern, renamed, type ModelSide, withoutNulls } from './encode.test.ts'
import { compileDefinition } from './index.ts'
import { jsonSamples } from './json-samples.test.ts'
import { corpusSamples, manifestOf, schemaIn } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

describe('arguments that come back from a strict model', () => {
  const samples = [...corpusSamples(), ...zodSamples(), ...jsonSamples()]

  for (const { name, schema, values } of samples) {
    for (const dialect of ['openai', 'anthropic'] as const) {
      it(`are what they were before they were encoded: ${dialect}, ${name}`, () => {
        const { definition, report, decode } = compileDefinition(manifestOf(schema), dialect, {
          explanation: 'off',
          strict: true,
        })
        if (dialect === 'openai') assert.equal(report.strict, true, report.notes.join('\n'))
        if (!report.strict) return
        const wire = schemaIn(definition)
        const side: ModelSide = { root: modern(schema), absent: dialect === 'openai' ? 'null' : 'nothing' }
        const wrapped = report.notes.some((note) => note.includes('sent as the property "input"'))
        assert.ok(values.length > 0, 'a schema without values proves nothing')
        for (const value of values) {
          const bare = encode(side.root, value, side)
          const sent = wrapped ? { input: bare } : renamed(bare, side.root, wire)
          const problems = compileSchema(wire).issues(sent)
          assert.ok(compileSchema(wire).check(sent), `${JSON.stringify(sent)}: ${JSON.stringify(problems)}`)
          const back = decode(dialect === 'openai' ? JSON.stringify(sent) : sent)
          assert.deepEqual(back, report.fidelity === 'lossy' ? withoutNulls(value) : value)
          assert.ok(compileSchema(side.root).check(back), 'fits the original schema')
        }
      })
    }
  }

  it('stay the same object where nothing was adapted', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    for (const dialect of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp'] as const) {
      const { report, decode } = compileDefinition(manifestOf(schema), dialect)
      const args = { a: 'x', explanation: 'Because.' }
      assert.equal(report.fidelity, 'exact')
      assert.equal(decode(args), args)
    }
  })

  it('stay the same object where an adaptation did not touch them', () => {
    const schema = { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }
    const args = { a: ['x'], explanation: 'Because.' }
    assert.equal(compileDefinition(manifestOf(schema), 'openai').decode(args), args)
  })

  it('keep a list with a key twice as a list, so that validation refuses it', () => {
    const schema = {
      type: 'object',
      properties: { m: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    const { decode } = compileDefinition(manifestOf(schema), 'openai')
    const m = [
      { key: 'a', value: '1' },
      { key: 'a', value: '2' },
    ]
    assert.deepEqual(decode({ m }), { m })
  })

  it('cannot reach a prototype through a record', () => {
    const schema = {
      type: 'object',
      properties: { m: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    const { decode } = compileDefinition(manifestOf(schema), 'openai')
    const { m } = decode({ m: [{ key: '__proto__', value: 'x' }] }) as { m: object }
    assert.equal(Object.getPrototypeOf(m), Object.prototype)
    assert.deepEqual(Object.keys(m), ['__proto__'])
  })

  it('are answered as they came when they are nonsense', () => {
    for (const { schema } of samples) {
      const { decode } = compileDefinition(manifestOf(schema), 'openai')
      for (const nonsense of [null, 7, 'no json {', [], [[]], { input: 3 }, undefined])
        assert.doesNotThrow(() => decode(nonsense))
      assert.equal(decode('no json {'), 'no json {')
    }
  })

  it('may be nested without end', () => {
    const recursive = {
      type: 'object',
      properties: { next: { $ref: '#' }, any: { anyOf: [{ $ref: '#' }, { type: 'string' }] } },
    }
    const { decode } = compileDefinition(manifestOf(recursive), 'openai')
    let deep: object = { any: null }
    for (let level = 0; level < 50_000; level++) deep = { next: deep, any: deep }
    assert.doesNotThrow(() => decode(deep))
  })

  it('have their literals put in the right case, which Anthropic does not promise', () => {
    const schema = {
      type: 'object',
      properties: { unit: { type: 'string', enum: ['Celsius', 'Kelvin'] }, x: { enum: ['a', 'A'] } },
    }
    const { decode } = compileDefinition(manifestOf(schema), 'anthropic', { strict: true })
    assert.deepEqual(decode({ unit: 'celsius', x: 'A' }), { unit: 'Celsius', x: 'A' })
  })
})

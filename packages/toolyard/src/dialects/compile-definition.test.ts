import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolManifest } from '../define/index.ts'
import { compileDefinition, dialectNames } from './index.ts'
import { jsonSamples, openSamples } from './json-samples.test.ts'
import { corpusSamples, manifestOf } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

/** A manifest that no check has seen, as another program could hand it over. */
function unchecked(inputSchema: unknown, name = 'probe'): ToolManifest {
  return { ...manifestOf({ type: 'object' }), name, inputSchema: inputSchema as never }
}

function ring(): unknown {
  const schema: Record<string, unknown> = { type: 'object' }
  schema['properties'] = { again: schema }
  return schema
}

function twice(at: number): object {
  return { $ref: `#/$defs/d${at + 1}`, minProperties: 1 }
}

describe('compiling a definition', () => {
  const rejected: readonly (readonly [string, unknown, RegExp])[] = [
    ['a root that is a list', { type: 'array', items: {} }, /its root is array/],
    ['a root that nothing fits', false, /not a schema/],
    ['a root union without an object', { anyOf: [{ type: 'string' }, { type: 'null' }] }, /no branch/],
    ['a root that is a literal', { enum: ['a', 'b'] }, /literal/],
    [
      'a reference that leads nowhere',
      { type: 'object', properties: { a: { $ref: '#/$defs/x' } } },
      /leads nowhere/,
    ],
    [
      'a reference to another document',
      { type: 'object', properties: { a: { $ref: 'https://x.io/s' } } },
      /leads nowhere/,
    ],
    [
      'a reference to itself alone',
      { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { $ref: '#/$defs/x' } } },
      /itself/,
    ],
    [
      'a union of itself and something else',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/x' } },
        $defs: { x: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'string' }] } },
      },
      /without a value/,
    ],
    [
      'an intersection of itself and something else',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/x' } },
        $defs: { x: { allOf: [{ $ref: '#/$defs/x' }, { type: 'object' }] } },
      },
      /without a value/,
    ],
    ['an object that holds itself', ring(), /nested deeper/],
    ['no schema at all', undefined, /not a schema/],
  ]

  for (const [name, schema, why] of rejected) {
    it(`rejects ${name}, and says why`, () => {
      for (const dialect of dialectNames) {
        const { definition, report, decode } = compileDefinition(unchecked(schema), dialect)
        assert.equal(definition, undefined)
        assert.equal(report.fidelity, 'rejected')
        assert.equal(report.strict, false)
        assert.match(report.notes.join('\n'), why)
        assert.equal(decode(rejected), rejected)
      }
    })
  }

  it('rejects a tool without a name', () => {
    for (const dialect of dialectNames)
      assert.equal(compileDefinition(unchecked({ type: 'object' }, ''), dialect).report.fidelity, 'rejected')
  })

  it('is pure: it changes no manifest, and answers the same twice', () => {
    const schemas = [...corpusSamples(), ...zodSamples(), ...jsonSamples()].map(({ schema }) => schema)
    for (const schema of [...schemas, ...openSamples().map(([, open]) => open)]) {
      const manifest = manifestOf(schema)
      const before = structuredClone(manifest)
      for (const dialect of dialectNames) {
        const [one, two] = [compileDefinition(manifest, dialect), compileDefinition(manifest, dialect)]
        assert.deepEqual(one.definition, two.definition)
        assert.deepEqual(one.report, two.report)
        assert.equal(one.report.tool, 'probe')
        assert.equal(one.report.dialect, dialect)
      }
      assert.deepEqual(manifest, before)
    }
  })

  it('leaves out the branches of a root union that arguments could never fit', () => {
    const schema = {
      anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'string' }],
    }
    for (const dialect of dialectNames) {
      const { definition, decode } = compileDefinition(unchecked(schema), dialect, { explanation: 'off' })
      assert.ok(!JSON.stringify(definition).includes('"anyOf":[{"type":"string"'))
      assert.deepEqual(decode({ a: 'x' }), { a: 'x' })
    }
  })

  it('ends soon on schemas that grow without end', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39 ? { type: 'string' } : { type: 'object', properties: { a: twice(at), b: twice(at) } },
      ]),
    )
    const self = { type: 'object', properties: { x: { $ref: '#', minProperties: 1 } } }
    const branches = Array.from({ length: 20 }, (_, at) => ({
      type: 'object',
      properties: { n: { $ref: '#/$defs/u' }, k: { const: at }, o: { $ref: '#/$defs/u' } },
      required: ['n', 'k'],
    }))
    const widening = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `d${at}`,
        at === 11
          ? { type: 'object' }
          : { allOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/d${at + 1}` })) },
      ]),
    )
    const hostile = [
      { ...doubling['d0'], $defs: doubling },
      self,
      { type: 'object', properties: { a: { $ref: '#/$defs/u' } }, $defs: { u: { anyOf: branches } } },
      { type: 'object', properties: { a: { oneOf: branches } }, $defs: { u: { oneOf: branches } } },
      { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: widening },
    ]
    let deep: object = { k: 19 }
    for (let level = 0; level < 40; level++) deep = { n: deep, k: 19, o: deep }
    for (const schema of hostile) {
      for (const dialect of dialectNames) {
        const compiled = compileDefinition(unchecked(schema), dialect, { strict: true })
        assert.doesNotThrow(() => compiled.decode({ a: deep, x: { x: {} } }))
      }
    }
  })
})

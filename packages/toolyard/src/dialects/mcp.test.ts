import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ToolManifest } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'
import { compileDefinition } from './index.ts'
import { jsonSamples, openSamples } from './json-samples.test.ts'
import { corpusSamples, manifestOf, schemaIn } from './support.test.ts'
import { zodSamples } from './zod-samples.test.ts'

const off = { explanation: 'off' } as const
const plain: JsonSchema = { type: 'object', properties: {}, additionalProperties: false }

interface McpToolShape {
  readonly name: string
  readonly title?: string
  readonly outputSchema?: JsonSchema
  readonly annotations: Readonly<Record<string, unknown>>
}

function tool(facts: Partial<ToolManifest>): McpToolShape {
  return compileDefinition(manifestOf(plain, facts), 'mcp', off).definition as McpToolShape
}

describe('a definition for MCP', () => {
  const samples = [...corpusSamples(), ...zodSamples(), ...jsonSamples()].map(
    ({ name, schema }) => [name, schema] as const,
  )

  for (const [name, schema] of [
    ...samples,
    ...openSamples().map(([title, open]) => [title, open] as const),
  ]) {
    it(`has a schema of type object with nothing that clients choke on at its root: ${name}`, () => {
      const wire = schemaIn(compileDefinition(manifestOf(schema), 'mcp').definition)
      assert.equal(wire.type, 'object')
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema', '$id'])
        assert.ok(!(keyword in wire))
    })
  }

  it('is the schema itself where that is an object', () => {
    const { definition, report } = compileDefinition(manifestOf(plain), 'mcp', off)
    assert.deepEqual(schemaIn(definition), plain)
    assert.equal(report.fidelity, 'exact')
  })

  it('draws its annotations from the manifest', () => {
    assert.deepEqual(tool({ permission: 'read', effects: 'network', idempotent: true, title: 'Probe' }), {
      name: 'probe',
      title: 'Probe',
      description: 'A tool for tests.',
      inputSchema: plain,
      annotations: {
        title: 'Probe',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    })
    const write = tool({ permission: 'write', effects: 'db_write' }).annotations
    assert.deepEqual(
      [write['readOnlyHint'], write['destructiveHint'], write['openWorldHint']],
      [false, true, false],
    )
    assert.equal(tool({ permission: 'external', effects: 'none' }).annotations['openWorldHint'], true)
  })

  it('describes an output that is no object as { result }, with its references moved', () => {
    const outputSchema = {
      type: 'array',
      items: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#' }] },
      $defs: { A: { type: 'string' } },
    }
    assert.deepEqual(tool({ outputSchema }).outputSchema, {
      type: 'object',
      properties: {
        result: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/properties/result' }] } },
      },
      required: ['result'],
      additionalProperties: false,
      $defs: { A: { type: 'string' } },
    })
  })

  it('keeps an output that is an object, and leaves out one that may be either', () => {
    const object = { type: 'object', properties: { a: {} } }
    assert.deepEqual(tool({ outputSchema: { $schema: 'x', ...object } }).outputSchema, object)
    assert.deepEqual(tool({ outputSchema: { anyOf: [object, object] } }).outputSchema, {
      anyOf: [object, object],
      type: 'object',
    })
    const either = compileDefinition(
      manifestOf(plain, { outputSchema: { type: ['object', 'null'] } }),
      'mcp',
      off,
    )
    assert.ok(either.definition && !('outputSchema' in either.definition))
    assert.equal(either.report.fidelity, 'lossy')
  })

  it('has a schema for every property, because clients refuse a list with a property that is none', () => {
    const inputSchema = { type: 'object', properties: { a: true, b: false, c: { type: 'string' } } }
    const { definition } = compileDefinition({ ...manifestOf(plain), inputSchema }, 'mcp', off)
    assert.deepEqual(schemaIn(definition).properties, { a: {}, b: { not: {} }, c: { type: 'string' } })
    assert.ok(ToolSchema.safeParse(definition).success)
  })

  it('keeps a name with dots, which only MCP takes', () => {
    assert.equal(tool({ name: 'crm.contacts.list' }).name, 'crm.contacts.list')
    assert.match(tool({ name: 'crm/contacts' }).name, /^crm_contacts_[0-9a-f]{10}$/)
  })
})

/**
 * What the tests of this folder share: manifests, and the corpus of schemas with values that fit them.
 *
 * @module
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { defineTool, type ToolManifest, toToolSchema } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'

export function manifestOf(inputSchema: unknown, facts: Partial<ToolManifest> = {}): ToolManifest {
  const { manifest } = defineTool({
    name: 'probe',
    description: 'A tool for tests.',
    inputSchema: toToolSchema(inputSchema).json as never,
    permission: 'read',
    effects: 'none',
    execute: () => 'done',
  })
  return { ...manifest, ...facts }
}

/** The schema that a definition shows to the model, in any dialect. */
export function schemaIn(definition: object | undefined): JsonSchema {
  assert.ok(definition, 'the definition was rejected')
  const outer = definition as Record<string, unknown>
  const inner = (outer['function'] ?? outer) as Record<string, unknown>
  const schema =
    inner['parameters'] ?? inner['input_schema'] ?? inner['parametersJsonSchema'] ?? inner['inputSchema']
  assert.ok(schema, 'the definition has no schema')
  return schema as JsonSchema
}

export interface SchemaSample {
  readonly name: string
  readonly schema: JsonSchema
  readonly values: readonly unknown[]
}

interface Corpus {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly entries: readonly { schema: string; expect: string; args?: unknown }[]
}

export function corpusSamples(): SchemaSample[] {
  const file = new URL('../../test/corpora/args.json', import.meta.url)
  const { schemas, entries } = JSON.parse(readFileSync(file, 'utf8')) as Corpus
  return Object.entries(schemas).map(([name, schema]) => ({
    name: `corpus ${name}`,
    schema,
    values: [
      ...(schema.required === undefined ? [{}] : []),
      ...entries
        .filter((entry) => entry.schema === name && entry.expect === 'allow' && entry.args !== undefined)
        .map((entry) => entry.args),
    ],
  }))
}

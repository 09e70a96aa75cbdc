/** What the tests of OpenAPI share: documents in a line, and what became of them. */
import assert from 'node:assert/strict'
import type { RestFacts, Tool } from '../../define/index.ts'
import { checkSchema, compileSchema, type JsonSchema } from '../../kernel/index.ts'
import { type OpenApiSpec, openApiTools } from './index.ts'

export interface ImportOutcome {
  readonly tools: readonly Tool[]
  readonly names: readonly string[]
  /** The lines of what could not be converted. */
  readonly told: readonly string[]
  readonly hints: readonly string[]
  tool(name: string): Tool
  schema(name: string): JsonSchema
  output(name: string): JsonSchema | undefined
  rest(name: string): RestFacts
}

/** The tools of a document that is read from a file of this name; `files` are beside it. */
export async function convert(
  document: unknown,
  spec: Partial<OpenApiSpec> = {},
  files: Readonly<Record<string, unknown>> = {},
): Promise<ImportOutcome> {
  const at = spec.document ?? 'api.json'
  const texts = new Map(Object.entries({ ...files, [at]: document }))
  const { tools, problems } = await openApiTools(
    { document: at, ...spec },
    {
      async read(location) {
        const text = texts.get(location)
        if (text === undefined) throw new Error(`there is no ${location}`)
        return typeof text === 'string' ? text : JSON.stringify(text)
      },
    },
  )
  const tool = (name: string): Tool => {
    const found = tools.find(({ manifest }) => manifest.name === name)
    assert.ok(found, `no tool "${name}" among ${tools.map(({ manifest }) => manifest.name).join(', ')}`)
    return found
  }
  return {
    tools,
    names: tools.map(({ manifest }) => manifest.name),
    told: problems.map(({ reason }) => reason),
    hints: problems.map(({ hint = '' }) => hint),
    tool,
    schema: (name) => tool(name).manifest.inputSchema,
    output: (name) => tool(name).manifest.outputSchema,
    rest(name) {
      const { implementation } = tool(name)
      assert.ok(implementation.kind === 'rest')
      return implementation.rest
    },
  }
}

/** A document with one server. */
export function api(paths: object, rest: object = {}): object {
  return { openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }], paths, ...rest }
}

/** A document with one operation, `probe`, that takes and answers what is given. */
export function probe(operation: object, rest: object = {}): object {
  return api({ '/probe': { post: { operationId: 'probe', ...operation } } }, rest)
}

export function jsonBody(schema: unknown, required = true): object {
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

export function answering(schema: unknown): object {
  return { responses: { 200: { content: { 'application/json': { schema } } } } }
}

/** Every schema is one that the kernel takes, and whose check comes to an end. */
export function assertCompiles(tools: readonly Tool[]): void {
  for (const { manifest, input, output } of tools)
    for (const schema of [input.json, output?.json]) {
      if (!schema) continue
      assert.deepEqual(checkSchema(schema), [], manifest.name)
      const { check } = compileSchema(schema)
      for (const value of [{}, [], 'text', 1, null, { id: 1, name: 'x', parent: { parent: {} } }])
        assert.equal(typeof check(value), 'boolean', manifest.name)
    }
}

/** What becomes of a schema: as an argument, as an answer, and what is reported of it. */
export async function both(
  schema: unknown,
  schemas: object = {},
): Promise<{ readonly input: unknown; readonly output: unknown; readonly told: readonly string[] }> {
  const wrapped = { type: 'object', properties: { value: schema } }
  const outcome = await convert(
    probe({ ...jsonBody(wrapped), ...answering(wrapped) }, { components: { schemas } }),
  )
  assertCompiles(outcome.tools)
  const told = outcome.told.map((line) => line.replace(/^at \S+?\/properties\/value/, ''))
  return {
    input: outcome.schema('probe').properties?.['value'],
    output: outcome.output('probe')?.properties?.['value'],
    told,
  }
}

/** Asks every route, and holds the answer against the OpenAPI document. */
import assert from 'node:assert/strict'
import { compileSchema, type JsonSchema } from '../../src/kernel/index.ts'
import type { Site } from './support.ts'

interface Operation {
  readonly parameters: { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> }
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: JsonSchema }> }>
}
export interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: { readonly Error: JsonSchema } }
}

/** Asks, and holds the answer against the document. */
export class Prober {
  readonly asked = new Set<string>()
  readonly #site: Site
  readonly #document: Document

  constructor(site: Site, document: Document) {
    this.#site = site
    this.#document = document
  }

  async ask(
    method: string,
    pattern: string,
    {
      path = pattern,
      body,
      headers = {},
    }: { path?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    const name = `${method} ${pattern}`
    this.asked.add(name)
    const operation = this.#document.paths[pattern.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    assert.ok(operation, name)
    const response = await this.#site.send(method, path, body === undefined ? {} : { body, headers })
    const [[status, { content }] = ['', { content: {} }]] = Object.entries(operation.responses)
    assert.equal(String(response.status), status, `${name}: ${await response.clone().text()}`)
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const known = content[type]
    assert.ok(known, `${name} answered ${type}`)
    if (type !== 'application/json') return response.text()
    const answer: unknown = await response.json()
    assert.deepEqual(problems(known.schema, answer), [], `${name}: ${JSON.stringify(answer).slice(0, 500)}`)
    return answer
  }
}

export function problems(schema: JsonSchema, value: unknown): unknown[] {
  const compiled = compileSchema(schema)
  return compiled.check(value) ? [] : [...compiled.issues(value)]
}

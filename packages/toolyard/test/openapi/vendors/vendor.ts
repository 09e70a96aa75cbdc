/** A small document of our own with the traits of a large service's, what its server expects, and the parts of such documents. */

export interface VendorDocument {
  /** Whose document has these traits. */
  readonly like: string
  /** Texts by path; the document itself is `api.json` or `api.yaml`. */
  files(host: string): ReadonlyMap<string, string>
  readonly document: string
  /** Operations that become tools, with the arguments that each takes. */
  readonly tools: Readonly<Record<string, readonly string[]>>
  /** Operations that can't be tools, with what is told of each. */
  readonly refused: Readonly<Record<string, RegExp>>
  readonly requests: readonly VendorRequest[]
  readonly answers: readonly VendorAnswer[]
}

export interface VendorRequest {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Method and path with query, brackets as they are. */
  readonly line: string
  readonly body?: string | object
  readonly contentType?: string
}

/** What a server answers though its document says otherwise. */
export interface VendorAnswer {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

type Json = Record<string, unknown>

export const text = { type: 'string' }
export const words = { type: 'array', items: text }
export const query = (name: string, schema: object, rest: object = {}): Json => ({
  name,
  in: 'query',
  schema,
  ...rest,
})
export const inPath = (name: string): Json => ({ name, in: 'path', required: true, schema: text })
export const ok = (schema: object): Json => ({
  200: { description: 'Ok.', content: { 'application/json': { schema } } },
})
export const json = (schema: object): Json => ({
  required: true,
  content: { 'application/json': { schema } },
})
export const form = (schema: object, encoding?: object): Json => ({
  content: { 'application/x-www-form-urlencoded': { schema, ...(encoding && { encoding }) } },
})
const lost = { post: { operationId: 'lost', requestBody: { $ref: '#/components/requestBodies/gone' } } }
export const lostTold = { 'POST /lost': /has its body at ".*gone", which leads nowhere/ }

export function version3(paths: object, schemas: object = {}): VendorDocument['files'] {
  return (host) => {
    const document = {
      openapi: '3.0.0',
      info: { title: 'Api', version: '1' },
      servers: [{ url: `http://${host}` }],
      paths: { ...paths, '/lost': lost },
      components: { schemas },
    }
    return new Map([['api.json', JSON.stringify(document)]])
  }
}

export function version2(paths: object, rest: object = {}): VendorDocument['files'] {
  return (host) => {
    const whole = {
      swagger: '2.0',
      info: { title: 'Api', version: '1' },
      host,
      schemes: ['http'],
      paths,
      ...rest,
    }
    return new Map([['api.json', JSON.stringify(whole)]])
  }
}

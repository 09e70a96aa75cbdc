/**
 * By which facts an HTTP endpoint is reached as a tool. Plain data: the executor of REST tools reads it, nothing else does.
 *
 * Texts may hold references to secrets, `${NAME}`: the value is put in when a request is sent, and nowhere else.
 *
 * @module
 */

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where one parameter of the tool goes. */
export interface RestParameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** Its name there, where it is another: a query key, a header, a member of the body (`user.name` for nested ones). */
  readonly name?: string
  /** How lists and objects are written in a query, path or header, as OpenAPI names it; `form` in queries, `simple` elsewhere. */
  readonly style?: 'form' | 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'label' | 'matrix'
  readonly explode?: boolean
}

export type RestAuth =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | {
      readonly type: 'api_key'
      readonly in: 'header' | 'query'
      readonly name: string
      readonly value: string
    }
  | {
      readonly type: 'oauth2'
      readonly tokenUrl: string
      readonly clientId: string
      readonly clientSecret: string
      readonly scopes?: readonly string[]
      readonly audience?: string
      /** Where the client's id and secret go: into the `Authorization` header by default, or into the form. */
      readonly clientAuth?: 'basic' | 'body'
    }

export interface RestRetry {
  /** How often it is tried in all; 3 by default. Calls that are not safe to repeat are tried once, unless they have a key. */
  readonly attempts?: number
  /** The first pause; doubled each time, with jitter; 250 ms by default. */
  readonly delayMs?: number
  readonly maxDelayMs?: number
}

/** How the pages of a list are followed. */
export type RestPagination =
  /** The next page's address in the `Link` header, or at a JSON path. */
  | { readonly type: 'link'; readonly path?: string; readonly maxPages?: number }
  /** A cursor at a JSON path, sent in a query key. */
  | { readonly type: 'cursor'; readonly path: string; readonly query: string; readonly maxPages?: number }
  /** Pages counted in a query key, until one is empty. */
  | { readonly type: 'page'; readonly query: string; readonly first?: number; readonly maxPages?: number }
  | {
      readonly type: 'offset'
      readonly query: string
      readonly limitQuery?: string
      readonly limit: number
      readonly maxPages?: number
    }

export interface RestFacts {
  readonly method: HttpMethod
  /** Scheme, host and perhaps a path; the path below is appended. */
  readonly baseUrl: string
  /** May hold parameters: `/users/{id}`. */
  readonly path: string
  /** Where parameters go. One that is not named goes into the path where the template has it, else into the query of GET, HEAD and DELETE, else into the body. */
  readonly parameters?: Readonly<Record<string, RestParameter>>
  /** Fixed query values; `{name}` is a parameter. */
  readonly query?: Readonly<Record<string, string>>
  /** Fixed headers; `{name}` is a parameter. */
  readonly headers?: Readonly<Record<string, string>>
  /** How the body is written; `json` by default. */
  readonly bodyType?: 'json' | 'form' | 'multipart' | 'text' | 'binary'
  /** The one parameter that is the whole body; without it the body is an object of those that go there. */
  readonly bodyFrom?: string
  /** A fixed body around the parameters: JSON in which `"{name}"` is a parameter. */
  readonly bodyTemplate?: unknown
  readonly auth?: RestAuth
  readonly retry?: RestRetry
  /** The header that carries the call's key, so that an unsafe call may be repeated: `Idempotency-Key`. */
  readonly idempotencyHeader?: string
  /** Which part of a JSON answer is the result: a JSON path. */
  readonly select?: string
  readonly pagination?: RestPagination
  /** Whether the answer comes in parts; by its content type where it is not said. */
  readonly stream?: 'sse' | 'ndjson' | 'none'
  /** One attempt, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number
  /** All attempts of a request and the pauses between them, in milliseconds. A stream that has begun goes on. */
  readonly totalMs?: number
  /** Decoded bytes of an answer; 5,000,000 by default. */
  readonly maxBytes?: number
}

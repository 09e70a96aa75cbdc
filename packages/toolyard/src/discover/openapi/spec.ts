/**
 * What a configuration says of an OpenAPI document.
 *
 * @module
 */
import type { Permission, RestAuth } from '../../define/index.ts'

/**
 * Which operations are meant. Of `include` every kind that is given must fit, of `exclude` any; within one kind one entry
 * is enough. In `paths` and `operations`, `*` stays within a segment and `**` crosses segments.
 */
export interface OperationFilter {
  readonly tags?: readonly string[]
  /** As they stand in the document: `/users/{id}`, `/admin/**`. */
  readonly paths?: readonly string[]
  /** Operation ids, or the names of the tools that they become. */
  readonly operations?: readonly string[]
  readonly methods?: readonly string[]
}

export interface OpenApiSpec {
  /** A file or a URL: OpenAPI 2.0, 3.0 or 3.1, JSON or YAML. */
  readonly document: string
  /** Stands before the name of each tool. */
  readonly name?: string
  /** Where the requests go, instead of the document's servers. */
  readonly baseUrl?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: RestAuth
  readonly include?: OperationFilter
  readonly exclude?: OperationFilter
  /** Parameters that the application fills in; the model neither sees nor sets them. */
  readonly provided?: readonly string[]
  /** Of all the tools; `external` by default. */
  readonly permission?: Permission
  readonly confirm?: boolean
  /** One attempt of a request. */
  readonly timeoutMs?: number
  /**
   * Whether answers are held against the document. By default one that differs is handed on with a note; `true` makes it an error,
   * `false` does not look.
   */
  readonly checkAnswers?: boolean
  /** 2,000 by default. */
  readonly maxTools?: number
}

/** Gives the text of a file or URL. Rejects if it may not or can't be read. */
export interface DocumentReader {
  read(location: string): Promise<string>
}

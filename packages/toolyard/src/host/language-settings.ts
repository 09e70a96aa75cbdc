/**
 * Which language servers an installation adds or replaces, and how long they may take. The tool `lsp` reads it.
 *
 * @module
 */

/** How a server shows that it has read the project and that its answers are whole. */
export type Readiness =
  /** It answers only when it knows. */
  | 'at-once'
  /** It has read the project when it first tells the diagnostics of the open document. */
  | 'diagnostics'
  /** It has read the project when the work that it reports is done. */
  | 'progress'
  /** It tells by `experimental/serverStatus`. */
  | 'status'

/** A change of the table: another server for a known language, or a language of its own. */
export interface LanguageSetting {
  readonly command: readonly string[]
  readonly title?: string
  readonly endings?: Readonly<Record<string, string>>
  readonly configuration?: readonly string[]
  readonly readiness?: Readiness
  readonly settings?: Readonly<Record<string, unknown>>
  readonly initializationOptions?: unknown
  readonly install?: string
}

export interface LanguageServerSettings {
  /** By name of the language; `false` switches it off. */
  readonly languages?: Readonly<Record<string, LanguageSetting | false>>
  /** How long a server may take to start. */
  readonly startMs?: number
  /** How long it may take to read the project; after that it is asked all the same, and the answer says so. */
  readonly readyMs?: number
  /** How long it may take to answer one request; one that takes longer is ended. */
  readonly requestMs?: number
}

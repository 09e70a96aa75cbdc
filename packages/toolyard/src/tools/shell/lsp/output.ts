/**
 * What `lsp` answers, as programs see it.
 *
 * @module
 */

export interface PlaceResult {
  readonly path: string
  /** Both counted from 1, the column in characters. */
  readonly line: number
  readonly column: number
  /** The text of the line; absent where it may not be shown. */
  readonly text?: string
  /** The file is outside the workspace. */
  readonly outside?: true
}

export interface SymbolResult extends PlaceResult {
  readonly kind: string
  /** With the names of what it is in. */
  readonly name: string
}

export interface DiagnosticResult extends PlaceResult {
  readonly severity: 'error' | 'warning' | 'information'
  readonly rule: string
  readonly message: string
}

export interface ChangedFile {
  readonly path: string
  readonly changes: number
  readonly lines: readonly number[]
}

/** Results that were not shown, by file. */
export interface LeftOut {
  readonly count: number
  readonly files: readonly { readonly path: string; readonly count: number }[]
}

export interface LspOutput {
  readonly action: string
  /** The server that answered; several where several languages were asked. */
  readonly server: string
  /** What was asked about, in words. */
  readonly about: string
  readonly places?: readonly PlaceResult[]
  readonly symbols?: readonly SymbolResult[]
  readonly diagnostics?: readonly DiagnosticResult[]
  readonly changed?: readonly ChangedFile[]
  /** The text of a hover. */
  readonly text?: string
  readonly leftOut?: LeftOut
  /** Names on the same line with their columns, told where nothing was found. */
  readonly elsewhere?: readonly string[]
  /** What may be missing, in sentences. */
  readonly notes: readonly string[]
}

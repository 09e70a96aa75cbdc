/**
 * What a linter is: how it is known, started and understood. Every linter's findings have one shape.
 *
 * @module
 */
export type Severity = 'error' | 'warning' | 'info'

export interface Diagnostic {
  /** Relative to the workspace. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly severity: Severity
  /** Empty if the linter names none, as for a syntax error. */
  readonly rule: string
  readonly message: string
  readonly linter: string
}

/** A finding as the linter tells it, its file relative to where it ran, or absolute. */
export type LintFinding = Omit<Diagnostic, 'linter'>

export interface Linter {
  readonly name: string
  /** Files whose presence says that the project uses it. */
  readonly configs: readonly string[]
  /** One of those files that other programs use too: it must mention this one. */
  readonly shared?: { readonly name: string; readonly mentions: RegExp }
  /** It looks at a named file even if nothing is configured. */
  readonly needsNoConfig?: true
  /** Files that it can look at, if one is named. */
  readonly endings: RegExp
  /** Its npm package; absent if it is no npm package. */
  readonly package?: string
  /** The program: in the package, or on the PATH. */
  readonly program: string
  readonly install: string
  readonly canFix: boolean
  readonly args: (request: LintRequest) => readonly string[]
  /** Undefined if the output is none of its own: it failed before it looked at a file. */
  readonly parse: (output: string) => readonly LintFinding[] | undefined
}

export interface LintRequest {
  /** Begin with `./`, so that none is read as an option. */
  readonly paths: readonly string[]
  readonly fix: boolean
  /** The name of the file by which the linter was found. */
  readonly config: string
}

export interface LintRun {
  readonly linter: string
  readonly diagnostics: readonly Diagnostic[]
  readonly notes: readonly string[]
}

/**
 * A suite: what others expect of us, counted. `npm run suites` runs every `*.suite.ts` of this folder.
 *
 * @module
 */
export interface SuiteRow {
  /** What was tried: "JSON Schema 2020-12, required". */
  readonly what: string
  readonly passed: number
  readonly of: number
  /** Cases that we answer otherwise on purpose, not counted in `of`. */
  readonly setApart?: number
  /** Why cases are set apart, or which fail. */
  readonly note?: string
}

/** What every `*.suite.ts` exports. */
export interface Suite {
  readonly title: string
  /** Clones of public suites, by name, where the caller has them: `npm run suites -- --json-schema=FOLDER`. */
  readonly run: (folders: Readonly<Record<string, string>>) => Promise<readonly SuiteRow[]>
}

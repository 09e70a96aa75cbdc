/**
 * What `lsp` answers, as programs see it.
 *
 * @module
 */
import { z } from 'zod'
import { cutFields } from '../../output-lib/cut-fields.ts'

export interface PlaceResult {
  readonly path: string
  /** Both counted from 1, the column in characters. */
  readonly line: number
  readonly column: number
  /** The text of the line; absent if it may not be shown. */
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

export interface LspFileChanges {
  readonly path: string
  readonly changes: number
  readonly lines: readonly number[]
}

/** Results that were not shown, by file. */
export interface LeftOutResults {
  readonly count: number
  readonly files: readonly { readonly path: string; readonly count: number }[]
}

/** Numbers are those of foreign programs. */
const place = {
  path: z.string(),
  line: z.number().describe('From 1'),
  column: z.number().describe('From 1, in characters'),
  text: z.string().optional().describe('The line, if it may be shown'),
  outside: z.literal(true).optional().describe('Outside the workspace'),
}

export const lspOutput = z.strictObject({
  server: z.string().describe('Which language server answered'),
  about: z.string().describe('What was asked about'),
  places: z.array(z.strictObject(place)).optional(),
  symbols: z
    .array(z.strictObject({ ...place, kind: z.string(), name: z.string().describe('With what it is in') }))
    .optional(),
  diagnostics: z
    .array(z.strictObject({ ...place, severity: z.string(), rule: z.string(), message: z.string() }))
    .optional(),
  changed: z
    .array(z.strictObject({ path: z.string(), changes: z.number(), lines: z.array(z.number()) }))
    .optional()
    .describe('rename: files that it changed'),
  text: z.string().optional().describe('hover'),
  left_out: z
    .strictObject({
      count: z.number(),
      files: z.array(z.strictObject({ path: z.string(), count: z.number() })),
    })
    .optional()
    .describe('Results that are not listed'),
  elsewhere: z.array(z.string()).optional().describe('Names on the same line'),
  notes: z.array(z.string()).describe('What may be missing'),
  ...cutFields,
})

export interface LspOutput {
  readonly action: string
  /** The server that answered; several if several languages were asked. */
  readonly server: string
  /** What was asked about, in words. */
  readonly about: string
  readonly places?: readonly PlaceResult[]
  readonly symbols?: readonly SymbolResult[]
  readonly diagnostics?: readonly DiagnosticResult[]
  readonly changed?: readonly LspFileChanges[]
  /** The text of a hover. */
  readonly text?: string
  readonly left_out?: LeftOutResults
  /** Names on the same line with their columns, given if nothing was found. */
  readonly elsewhere?: readonly string[]
  /** What may be missing, in sentences. */
  readonly notes: readonly string[]
}

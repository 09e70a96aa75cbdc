/**
 * The words of this folder: the dialects we speak, and what compiling a definition answers.
 *
 * @module
 */
import { maySayTruncated, type ToolManifest } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'

export type DialectName = 'openai' | 'openai-responses' | 'anthropic' | 'gemini' | 'mcp'

export const dialectNames: readonly DialectName[] = Object.freeze([
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
] as const)

/**
 * How much of a definition survives the way to a provider.
 *
 * `exact`: all of it. `adapted`: all of it, in another form or in words, and arguments are mapped back. `lossy`: the
 * model cannot say, or is not told, part of it; our own validation still holds. `rejected`: it cannot be sent.
 */
export type Fidelity = 'exact' | 'adapted' | 'lossy' | 'rejected'

export interface DialectReport {
  readonly dialect: DialectName
  readonly tool: string
  readonly fidelity: Fidelity
  /** Whether the provider is asked to hold the model to the schema. */
  readonly strict: boolean
  /** Why, each a sentence that names the path. */
  readonly notes: readonly string[]
}

export interface DialectOptions {
  /** Whether the model is asked why it calls; `optional` unless said otherwise. */
  readonly explanation?: 'optional' | 'required' | 'off'
  /**
   * Strict if the schema allows it. On by default for OpenAI. Anthropic counts strict tools per request (20 at
   * most), which one definition cannot know, so there it is off until the caller asks with `true`.
   */
  readonly strict?: boolean
}

export interface CompiledDefinition {
  /** What goes into the provider's list of tools; `undefined` if it was rejected. */
  readonly definition: object | undefined
  readonly report: DialectReport
  /** Arguments as the model sent them → arguments as the original schema wants them. Never throws. */
  readonly decode: (args: unknown) => unknown
  /** Whether structured content may be a text in place of the data. */
  readonly takesText?: boolean
}

/** How structured content may differ from the data of a result. */
export interface StructuredPromise {
  /** Long data is cut. */
  readonly isCut: boolean
  /** A text may stand in its place. */
  readonly takesText: boolean
  /** What the data says first, if strangers wrote it. */
  readonly warning?: string
}

/** What a definition says of structured content; only MCP's can. */
export function promisesOutput(compiled: CompiledDefinition | undefined): StructuredPromise | false {
  const { definition, takesText = false } = compiled ?? {}
  if (definition === undefined || !('outputSchema' in definition)) return false
  const { outputSchema } = definition
  const warning = takesText ? warningIn(outputSchema) : undefined
  return { isCut: maySayTruncated(outputSchema), takesText, ...(warning !== undefined && { warning }) }
}

function warningIn(schema: unknown): string | undefined {
  const { properties } = schema as JsonSchema
  const { warning } = properties ?? {}
  const words = typeof warning === 'object' ? warning['const'] : undefined
  return typeof words === 'string' ? words : undefined
}

/** What every dialect's compiler is given. */
export interface DialectRequest {
  readonly manifest: ToolManifest
  readonly dialect: DialectName
  readonly options: DialectOptions
}

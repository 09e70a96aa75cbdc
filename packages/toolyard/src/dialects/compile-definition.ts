/**
 * A tool's manifest → its definition in one dialect, a report of what that cost, and the way back for arguments.
 *
 * Pure: equal input gives equal output, and nothing is kept. The caller caches.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import { compileAnthropic } from './anthropic.ts'
import type { CompiledDefinition, DialectName, DialectOptions, DialectRequest } from './dialect.ts'
import { compileGemini } from './gemini.ts'
import { compileMcp } from './mcp.ts'
import { compileOpenAi } from './openai.ts'

type Compile = (request: DialectRequest) => CompiledDefinition

const compilers: Readonly<Record<DialectName, Compile>> = {
  openai: compileOpenAi,
  'openai-responses': compileOpenAi,
  anthropic: compileAnthropic,
  gemini: compileGemini,
  mcp: compileMcp,
}

/** Never throws: what a provider cannot take is reported as `rejected`. */
export function compileDefinition(
  manifest: ToolManifest,
  dialect: DialectName,
  options: DialectOptions = {},
): CompiledDefinition {
  return compilers[dialect]({ manifest, dialect, options })
}

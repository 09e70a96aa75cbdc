/**
 * The dialects, loaded when a definition or a result is first asked for: a program that only calls tools never needs them.
 *
 * @module
 */
import type { ToolManifest, ToolResult } from '../define/index.ts'
import { lazyBeside } from '../kernel/index.ts'
import type * as Compile from './compile-definition.ts'
import type { CompiledDefinition, DialectName, DialectOptions } from './dialect.ts'
import type { ProviderAnswer } from './provider-types.ts'
import type * as Render from './render-result.ts'

const compile = lazyBeside(import.meta.url, './compile-definition') as () => typeof Compile
const render = lazyBeside(import.meta.url, './render-result') as () => typeof Render

export function compileDefinition(
  manifest: ToolManifest,
  dialect: DialectName,
  options?: DialectOptions,
): CompiledDefinition {
  return compile().compileDefinition(manifest, dialect, options)
}

export function renderResult<Dialect extends DialectName>(
  result: ToolResult,
  dialect: Dialect,
  call: Render.CallRef,
): ProviderAnswer<Dialect> {
  return render().renderResult(result, dialect, call)
}

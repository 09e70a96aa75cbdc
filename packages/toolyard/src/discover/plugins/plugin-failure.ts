/**
 * Why a plugin, or a part of it, could not be used: the file, the reason, the remedy.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { DiscoverProblem } from '../../define/index.ts'

export class PluginFailure extends Error {
  readonly file: string
  readonly hint: string | undefined

  constructor(file: string, reason: string, hint?: string) {
    super(reason)
    this.file = file
    this.hint = hint
  }
}

/** One sentence about one plugin; `file` is where it is looked for when nothing better is known. */
export function problemWith(plugin: string, thrown: unknown, file: string): DiscoverProblem {
  const isOurs = thrown instanceof PluginFailure || ToolyardError.isInstance(thrown)
  const hint = isOurs ? thrown.hint : undefined
  return {
    file: thrown instanceof PluginFailure ? thrown.file : file,
    reason: `Plugin "${plugin}": ${messageOf(thrown)}`,
    ...(hint !== undefined && { hint }),
  }
}

/**
 * All built-in tools: those of `tools/`, and those that parts bring.
 *
 * @module
 */
import { type BuiltinGroup, type BuiltinTool, describeTools, toolFiles } from '../tools/index.ts'
import { parts } from './all-parts.ts'

/** The tools of a group, those of parts behind the others. */
export function builtinTools(group: BuiltinGroup): Promise<readonly BuiltinTool[]> {
  return describeTools({
    ...toolFiles[group],
    ...Object.assign({}, ...parts.map(({ tools }) => tools?.[group] ?? {})),
  })
}

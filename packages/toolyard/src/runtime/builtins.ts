/**
 * Built-in tools, by the names of their groups.
 *
 * @module
 */
import { type Tool, withFacts } from '../define/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import { type BuiltinGroup, builtinGroups } from '../tools/index.ts'

export async function loadBuiltins(names: readonly BuiltinGroup[]): Promise<Tool[]> {
  const known = Object.keys(builtinGroups)
  const tools: Tool[] = []
  for (const name of new Set(names)) {
    if (!known.includes(name)) {
      throw new ToolyardError(
        'invalid_config',
        `"${name}" is not a group of built-in tools.${didYouMean(name, known)}`,
        { hint: `Groups: ${known.join(', ')}.` },
      )
    }
    for (const tool of await builtinGroups[name]()) tools.push(withFacts(tool, { source: 'builtin' }))
  }
  return tools
}

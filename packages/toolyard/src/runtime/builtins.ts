/**
 * Built-in tools, by the names of their groups.
 *
 * @module
 */
import { type Tool, withFacts } from '../define/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import { entryOf, type ToolRegistry } from '../registry/index.ts'
import { type BuiltinGroup, builtinGroups, toolAliases } from '../tools/index.ts'

/** Registers them, and the names under which models may know them. */
export async function addBuiltins(
  { registrations }: ToolRegistry,
  names: readonly BuiltinGroup[],
): Promise<void> {
  const tools = await loadBuiltins(names)
  for (const tool of tools) registrations.builtins.add(entryOf(tool))
  const known = new Set(tools.map(({ manifest }) => manifest.name))
  for (const [alias, name] of Object.entries(toolAliases))
    if (known.has(name)) registrations.alias(alias, name)
}

async function loadBuiltins(names: readonly BuiltinGroup[]): Promise<Tool[]> {
  const known = Object.keys(builtinGroups)
  const tools: Tool[] = []
  // A long answer of any of them is read on with the tool of this group.
  const groups: readonly BuiltinGroup[] = names.length > 0 ? [...names, 'system'] : []
  for (const name of new Set(groups)) {
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

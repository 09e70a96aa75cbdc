/**
 * Built-in tools, by the names of their groups.
 *
 * @module
 */
import { type Tool, withFacts } from '../define/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import { builtinTools } from '../parts/index.ts'
import { entryOf, lazyEntry, type RegistryEntry, type ToolRegistry } from '../registry/index.ts'
import { type BuiltinGroup, builtinGroups, type BuiltinTool, toolAliases } from '../tools/index.ts'
import type { Disabled } from './disabled.ts'

/** Of the group `system`, what comes with every other: a long answer of any tool is read on with one of them. */
const beside: ReadonlySet<string> = new Set(['read_result', 'mcp_client'])

/** Registers them, and the names under which models may know them. */
export async function addBuiltins(
  { registrations }: ToolRegistry,
  names: readonly BuiltinGroup[],
  disabled: Disabled,
): Promise<void> {
  const groups: readonly BuiltinGroup[] = names.length > 0 ? [...names, 'system'] : []
  const toolsOf = async (group: BuiltinGroup): Promise<readonly BuiltinTool[]> => {
    const tools = await builtinTools(group)
    return names.includes(group) ? tools : tools.filter(({ name }) => beside.has(name))
  }
  const all = await Promise.all(checked(groups.filter((name) => !disabled.group(name))).map(toolsOf))
  const entries = await Promise.all(all.flat().map(entryFor))
  const kept = entries.filter((entry) => !disabled.entry(entry))
  for (const entry of kept) registrations.builtins.add(entry)
  const known = new Set(kept.map(({ manifest }) => manifest.name))
  for (const [alias, name] of Object.entries(toolAliases))
    if (known.has(name)) registrations.alias(alias, name)
}

async function entryFor({ manifest, load }: BuiltinTool): Promise<RegistryEntry> {
  const builtin = async (): Promise<Tool> => withFacts(await load(), { source: 'builtin' })
  return manifest ? lazyEntry(manifest, builtin) : entryOf(await builtin())
}

function checked(names: readonly BuiltinGroup[]): BuiltinGroup[] {
  const wrong = names.find((name) => !builtinGroups.includes(name))
  if (wrong === undefined) return [...new Set(names)]
  throw new ToolyardError(
    'invalid_config',
    `"${wrong}" is not a group of built-in tools.${didYouMean(wrong, builtinGroups)}`,
    { hint: `Groups: ${builtinGroups.join(', ')}.` },
  )
}

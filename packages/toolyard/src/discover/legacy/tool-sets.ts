/**
 * `[tool_sets.<name>]`: groups of tools that are switched together.
 *
 * A tool of an enabled set has the tag `set:<name>`. A set that is switched off switches its tools off, unless another set that
 * is on has them too. A tool of no set is on.
 *
 * @module
 */
import { didYouMean } from '../../kernel/index.ts'
import type { LegacyToolSet } from './legacy-registry.ts'
import type { ReadTool } from './read-definition.ts'
import type { Table } from './table.ts'
import { toolSetKeys } from './tool-keys.ts'

export interface ToolSets {
  readonly sets: Readonly<Record<string, LegacyToolSet>>
  readonly tagsOf: (tool: string) => readonly string[]
  /** The set that switches a tool off. */
  readonly disabledBy: (tool: string) => string | undefined
}

export function readToolSets(registry: Table, tools: readonly ReadTool[]): ToolSets {
  const table = registry.table('tool_sets')
  const sets: Record<string, LegacyToolSet> = {}
  for (const name of table?.keys ?? []) {
    const set = table?.table(name)
    if (set) sets[name] = readSet(set, tools)
  }
  const having = (tool: string): [string, LegacyToolSet][] =>
    Object.entries(sets).filter(([, set]) => set.tools.includes(tool))
  return {
    sets,
    tagsOf: (tool) =>
      having(tool)
        .filter(([, { enabled }]) => enabled)
        .map(([name]) => `set:${name}`),
    disabledBy(tool) {
      const its = having(tool)
      return its.some(([, { enabled }]) => enabled) ? undefined : its[0]?.[0]
    },
  }
}

function readSet(table: Table, tools: readonly ReadTool[]): LegacyToolSet {
  table.checkKeys(toolSetKeys)
  const known = tools.flatMap(({ names }) => names)
  const members = (table.texts('tools') ?? []).flatMap((written) => {
    const tool =
      tools.find(({ name }) => name === written) ?? tools.find(({ names }) => names.includes(written))
    if (tool) return [tool.name]
    table.warn('tools', {
      reason: `there is no tool "${written}".${didYouMean(written, known)}`,
      hint: 'Correct the name, or take it out of the set.',
    })
    return []
  })
  return {
    description: table.filled('description') ?? '',
    enabled: table.readSwitch(),
    tools: [...new Set(members)],
  }
}

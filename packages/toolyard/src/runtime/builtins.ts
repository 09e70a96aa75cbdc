/**
 * The groups of built-in tools, loaded when they are asked for.
 *
 * @module
 */
import { type Tool, withFacts } from '../define/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'

export type BuiltinGroup = 'system'

const groups: Readonly<Record<BuiltinGroup, () => Promise<readonly Tool[]>>> = {
  system: async () => [(await import('../tools/read-result.ts')).default],
}

export async function loadBuiltins(names: readonly BuiltinGroup[]): Promise<Tool[]> {
  const tools: Tool[] = []
  for (const name of new Set(names)) {
    const load = Object.hasOwn(groups, name) ? groups[name] : undefined
    if (!load) {
      throw new ToolyardError(
        'invalid_config',
        `"${name}" is not a group of built-in tools.${didYouMean(name, Object.keys(groups))}`,
        { hint: `Groups: ${Object.keys(groups).join(', ')}.` },
      )
    }
    for (const tool of await load()) tools.push(withFacts(tool, { source: 'builtin' }))
  }
  return tools
}

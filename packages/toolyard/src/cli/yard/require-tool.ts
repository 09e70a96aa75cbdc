/** The tool that a command names. */
import type { ToolManifest } from '../../define/index.ts'
import { didYouMean, ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'

/** The tool's manifest, or a mistake with the nearest names. */
export function requireTool(yard: ToolService, name: string): ToolManifest {
  const manifest = yard.registry.get(name)?.manifest
  if (manifest) return manifest
  const names = yard.registry.toolNames
  throw new ToolyardError('tool_not_found', `there is no tool named "${name}".${didYouMean(name, names)}`, {
    hint: 'Run "toolyard ls" to see all of them.',
  })
}

/**
 * Where the pipeline looks up names: registered tools, and what MCP servers offer beside theirs, which no list of tools shows.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import type { ToolSource } from '../../pipeline/index.ts'
import { entryOf, type RegistryEntry, type ToolRegistry } from '../../registry/index.ts'
import type { McpConnections } from '../mcp.ts'

export function withOffers(
  registered: ToolRegistry['registrations'],
  mcp: McpConnections,
  executorFor: ToolSource['executorFor'],
): ToolSource {
  const offered = (name: string): RegistryEntry | undefined => {
    const offer = mcp.offer(name)
    if (!offer) return undefined
    const { tool, tools } = offer
    // A server's tool counts as it is registered: another may have its name.
    const beside = (): readonly ToolManifest[] =>
      tools().flatMap(({ manifest }) => {
        const current = registered.get(manifest.name)?.manifest
        return current?.source === 'mcp' ? [current] : []
      })
    return { ...entryOf(tool), beside }
  }
  return {
    get: (name) => registered.get(name) ?? offered(name),
    nameOf: (name) => registered.nameOf(name),
    snapshot: () => registered.snapshot(),
    executorFor,
  }
}

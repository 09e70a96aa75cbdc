/**
 * MCP servers as they are shown: their state, and which of their definitions are held, each with what has changed.
 *
 * @module
 */
import type { McpServerState } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'

export async function serverViews({ catalogue, registry }: ToolService, states: readonly McpServerState[]) {
  const held = (await catalogue.list({ state: 'held' })).filter(({ source }) => source === 'mcp')
  const views = await Promise.all(
    held.map(async ({ id, name, version, manifest }) => {
      const [current] = await catalogue.versions(id)
      const { comparison } = current ?? {}
      return {
        server: serverOf(registry, name),
        tool: { id, name, version, manifest, ...(comparison && { comparison }) },
      }
    }),
  )
  return states.map((state) => ({
    ...state,
    held: views.filter(({ server }) => server === state.name).map(({ tool }) => tool),
  }))
}

/** The server that gives a tool now; undefined if none does. */
function serverOf(registry: ToolService['registry'], tool: string): string | undefined {
  const implementation = registry.entry(tool)?.loaded?.implementation
  return implementation?.kind === 'mcp' ? implementation.mcp.server : undefined
}

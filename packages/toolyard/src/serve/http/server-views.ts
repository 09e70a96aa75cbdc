/**
 * MCP servers as they are shown: their state, and which of their definitions are held, each with what has changed.
 *
 * @module
 */
import type { McpServerState, ToolManifest } from '../../define/index.ts'
import { findingsIn } from '../../kinds/mcp/definition/index.ts'
import type { ToolService } from '../../runtime/index.ts'

export async function serverViews({ catalogue, registry }: ToolService, states: readonly McpServerState[]) {
  const held = (await catalogue.list({ state: 'held' })).filter(({ source }) => source === 'mcp')
  const views = await Promise.all(
    held.map(async ({ id, name, version, manifest }) => {
      const [current] = await catalogue.versions(id)
      const { comparison } = current ?? {}
      return {
        server: serverOf(registry, name),
        tool: {
          id,
          name,
          version,
          manifest,
          findings: findingsOf(manifest),
          ...(comparison && { comparison }),
        },
      }
    }),
  )
  return states.map((state) => ({
    ...state,
    held: views.filter(({ server }) => server === state.name).map(({ tool }) => tool),
  }))
}

/** What stands out in what the server says of its tool. */
export function findingsOf({ title, description, inputSchema, outputSchema }: ToolManifest) {
  return findingsIn({ title, description, inputSchema, outputSchema })
}

/** The server that gives a tool now; undefined if none does. */
function serverOf(registry: ToolService['registry'], tool: string): string | undefined {
  const implementation = registry.entry(tool)?.loaded?.implementation
  return implementation?.kind === 'mcp' ? implementation.mcp.server : undefined
}

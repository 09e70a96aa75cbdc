/**
 * MCP servers as they are shown: their state, and which of their definitions are held, each with what has changed.
 *
 * @module
 */
import type { McpServerState } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'

export async function serverViews({ store, history }: ToolService, states: readonly McpServerState[]) {
  const held = (await store.catalogue.list({ state: 'held' })).filter(({ source }) => source === 'mcp')
  const views = await Promise.all(
    held.map(async ({ id, name, version, manifest, origin }) => {
      const [current] = await history.versions(id)
      const { comparison } = current ?? {}
      return {
        server: serverOf(name, origin, states),
        tool: { id, name, version, manifest, ...(comparison && { comparison }) },
      }
    }),
  )
  return states.map((state) => ({
    ...state,
    held: views.filter(({ server }) => server === state.name).map(({ tool }) => tool),
  }))
}

/** By where it comes from, else by its name: `server__tool`. */
function serverOf(
  name: string,
  origin: string | undefined,
  states: readonly McpServerState[],
): string | undefined {
  return (
    states.find((state) => origin === state.name || origin === `mcp:${state.name}`)?.name ??
    states.find((state) => name.startsWith(`${state.name}__`))?.name
  )
}

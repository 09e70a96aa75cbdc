/** `Catalogue` in memory. */
import { ToolyardError } from '../../kernel/index.ts'
import type { Catalogue, CatalogueEntry, CatalogueTool, ToolVersion } from '../catalogue.ts'
import type { Revision } from './revision.ts'

export function createMemoryCatalogue(revision: Revision): Catalogue {
  const tools = new Map<string, CatalogueEntry>()
  const versions = new Map<string, ToolVersion[]>()
  const inOrder = (): CatalogueEntry[] =>
    [...tools.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1))
  return {
    overview: () => ({
      revision: revision.now,
      tools: inOrder().map(withoutManifest),
    }),
    list: ({ state, type, source, after, limit = Infinity }) =>
      inOrder()
        .filter(
          (tool) =>
            (state === undefined || tool.state === state) &&
            (type === undefined || tool.type === type) &&
            (source === undefined || tool.source === source) &&
            (after === undefined || tool.name > after),
        )
        .slice(0, limit),
    find: (idOrName) => tools.get(idOrName) ?? [...tools.values()].find(({ name }) => name === idOrName),
    versions: (toolId) => (versions.get(toolId) ?? []).toReversed(),
    apply(change) {
      if (change.revision !== revision.now) return false
      const entries = change.tools.map((tool): CatalogueEntry => {
        const manifest = tool.manifest ?? tools.get(tool.id)?.manifest
        if (!manifest) throw new ToolyardError('internal', `tool "${tool.name}" has no manifest`)
        return { ...tool, manifest }
      })
      revision.now++
      for (const entry of entries) tools.set(entry.id, entry)
      for (const version of change.versions)
        versions.set(version.toolId, [...(versions.get(version.toolId) ?? []), version])
      return true
    },
  }
}

function withoutManifest(entry: CatalogueEntry): CatalogueTool {
  const { manifest: _, ...tool } = entry
  return tool
}

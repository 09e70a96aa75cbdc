/**
 * Which file imports which, and how often each has changed.
 *
 * A file's generation is part of the address under which Node keeps it. When a file changes, it and everything
 * that imports it, directly or not, move on to their next generation; what did not change stays the same instance.
 *
 * @module
 */

export interface ModuleGraph {
  generationOf(path: string): number
  noteImport(importer: string, imported: string): void
  /** Moves the files, and all that depend on them, to their next generation; answers which. */
  renew(paths: Iterable<string>): ReadonlySet<string>
}

export function createModuleGraph(): ModuleGraph {
  const generations = new Map<string, number>()
  const importers = new Map<string, Set<string>>()
  const generationOf = (path: string): number => generations.get(path) ?? 0
  return {
    generationOf,
    noteImport(importer, imported) {
      let known = importers.get(imported)
      if (!known) importers.set(imported, (known = new Set()))
      known.add(importer)
    },
    renew(paths) {
      // A set that grows while it is walked: each file adds those that import it.
      const renewed = new Set(paths)
      for (const path of renewed) for (const importer of importers.get(path) ?? []) renewed.add(importer)
      for (const path of renewed) generations.set(path, generationOf(path) + 1)
      for (const known of importers.values()) for (const path of renewed) known.delete(path)
      return renewed
    },
  }
}

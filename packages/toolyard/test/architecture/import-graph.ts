/**
 * Which source file names which other one: by `import` and `export … from` (types included), `import('…')`, `lazyBeside`,
 * `new URL('…', import.meta.url)`, and the file of a worker or helper program beside the one that starts it. Used by the test of the
 * import rule and by `scripts/house.ts`; it reads text and runs nothing.
 *
 * @module
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'

/** How one file names another: each form gives the path as it is written. */
const forms = [
  /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g,
  /\blazyBeside\(\s*import\.meta\.url,\s*'(\.[^']+)'/g,
  /\bnew URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g,
  /\bjoin\(\s*import\.meta\.dirname,\s*`([\w./-]+)\$\{extname\(import\.meta\.filename\)\}`/g,
]
const comments = /^\s*(?:\/\*\*?|\*|\/\/).*$/gm

/** Files by what they name, both as absolute paths. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The graph of all TypeScript files below `folder`. A path that names no file of the folder is left out. */
export function readImportGraph(folder: string): ImportGraph {
  const files = new Set(globSync(join(folder, '**/*.ts')).toSorted())
  return new Map(
    [...files].map((file) => {
      const text = readFileSync(file, 'utf8').replaceAll(comments, '')
      const named = forms.flatMap((form) => [...text.matchAll(form)].map(([, path]) => path ?? ''))
      const targets = named.map((path) => sourceAt(resolve(dirname(file), path)))
      return [file, [...new Set(targets.filter((target) => files.has(target)))]]
    }),
  )
}

/** One circle, the shortest, of each group of files that reach each other: its files in the order in which they import each other. */
export function findCycles(graph: ImportGraph): string[][] {
  return groupsOf(graph).map((group) => {
    const circles = group.map((file) => circleFrom(graph, file, new Set(group)))
    return circles.reduce((one, other) => (other.length < one.length ? other : one))
  })
}

/** Tarjan's strongly connected components. */
function groupsOf(graph: ImportGraph): string[][] {
  const found: string[][] = []
  const state = {
    next: 0,
    stack: [] as string[],
    index: new Map<string, number>(),
    low: new Map<string, number>(),
  }
  const visit = (file: string): void => {
    const at = state.next++
    state.index.set(file, at)
    state.low.set(file, at)
    state.stack.push(file)
    for (const target of graph.get(file) ?? []) {
      if (!state.index.has(target)) visit(target)
      else if (!state.stack.includes(target)) continue
      state.low.set(file, Math.min(state.low.get(file) ?? at, state.low.get(target) ?? at))
    }
    if (state.low.get(file) !== at) return
    const group = state.stack.splice(state.stack.indexOf(file))
    if (group.length > 1 || graph.get(file)?.includes(file) === true) found.push(group)
  }
  for (const file of graph.keys()) if (!state.index.has(file)) visit(file)
  return found
}

/** The shortest way from a file back to itself, within its group. */
function circleFrom(graph: ImportGraph, file: string, group: ReadonlySet<string>): string[] {
  const ways = new Map<string, string[]>([[file, [file]]])
  // A map is walked along with what is added meanwhile.
  for (const [at, way] of ways) {
    const targets = (graph.get(at) ?? []).filter((target) => group.has(target))
    if (targets.includes(file)) return way
    for (const target of targets) if (!ways.has(target)) ways.set(target, [...way, target])
  }
  return [...group]
}

/** `./name`, `./name.js` and `./name.ts` are all the file `name.ts`. */
function sourceAt(path: string): string {
  const ending = extname(path)
  if (ending === '.ts') return path
  return ending === '.js' ? `${path.slice(0, -3)}.ts` : `${path}.ts`
}

/**
 * Imports run one way. A folder may import from folders before it in this list, and from itself, through their `index.ts`; and no
 * files import each other in a circle. Types count, and so does what is loaded later. This test is the rule; ARCHITECTURE.md
 * explains it.
 */
import assert from 'node:assert/strict'
import { basename, relative, resolve } from 'node:path'
import { it } from 'node:test'
import { findCycles, type ImportGraph, readImportGraph } from './architecture/import-graph.ts'

const line = [
  'kernel',
  'host',
  'define',
  'store',
  'engine',
  'channels',
  'kinds',
  'tools',
  'discover',
  'dialects',
  'registry',
  'pipeline',
  'people',
  'agents',
  'parts',
  'runtime',
  'testing',
  'bridges',
  'serve',
  'cli',
]
/** Folders that may import less than what stands before them. */
const leaves: Readonly<Record<string, readonly string[]>> = { tools: ['kernel', 'host', 'define'] }

const source = resolve(import.meta.dirname, '../src')
/** The files beside the folders: entries of the package. Tests may import the first, as users do. */
const publicSurface = 'index.ts'
const entries = [publicSurface, 'legacy.ts', 'ports.ts']

it('imports run along the line of folders, through their index, and never in a circle', () => {
  const graph = readImportGraph(source)
  assert.ok(graph.size > 1000, `only ${graph.size} files were found`)
  const circles = findCycles(graph).map((files) => `a circle: ${files.map(shorten).join(' → ')} → …`)
  const problems = [...wrongImports(graph), ...circles]
  assert.ok(problems.length === 0, `\n${problems.join('\n')}`)
})

function wrongImports(graph: ImportGraph): string[] {
  return [...graph].flatMap(([path, targets]) => {
    const file = shorten(path)
    if (entries.includes(file)) return []
    if (!line.includes(placeOf(file))) return [`${file}: "${folderOf(file)}" is not a folder of the line`]
    return targets.flatMap((target) => problemOf(file, shorten(target)) ?? [])
  })
}

function problemOf(file: string, target: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(target)]
  const isBeside = folderOf(file) === folderOf(target) && line.indexOf(to) <= line.indexOf(from)
  if (to === from || isBeside || (target === publicSurface && file.endsWith('.test.ts'))) return undefined
  const allowed = leaves[from] ?? line.slice(0, line.indexOf(from))
  if (!allowed.includes(to)) return `${file} imports ${target}: "${from}" may not import "${to}"`
  return basename(target) === 'index.ts' ? undefined : `${file} imports ${target}, not an index.ts`
}

function shorten(path: string): string {
  return relative(source, path)
}

/** Where a file stands in the line: routes and commands of parts stand with the others. */
function placeOf(file: string): string {
  const [, kind] = /^parts\/(?:[\w-]+\/)?(?:run-)?(routes|commands)\.ts$/.exec(file) ?? []
  if (kind === undefined) return folderOf(file)
  return kind === 'routes' ? 'serve' : 'cli'
}

function folderOf(file: string): string {
  return file.split('/')[0] ?? ''
}

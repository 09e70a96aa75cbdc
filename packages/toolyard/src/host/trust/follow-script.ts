/**
 * What a file of JavaScript or TypeScript imports.
 *
 * Reads more than it must: every quoted relative path counts, also one in a comment. A path too many costs little; nothing
 * that is loaded by our own process is missed in earnest, because the load guard looks at each file again.
 *
 * @module
 */
import { dirname, extname, join, resolve } from 'node:path'
import { codeKind, filesBelow, isFolderAt, textAt } from './code-files.ts'
import { nearestPackage, readPackage, splitBare, targetsOf } from './package-facts.ts'
import { candidates, type GraphSink, type Use } from './graph-sink.ts'

const quotedPath = /(['"`])(\.{1,2}(?:\/[^'"`\n$]*)?|#[^'"`\n\s$]+)\1/g
const besideIt = /\bnew\s+URL\(\s*(['"`])([\w.][^'"`\n:$]*)\1\s*,\s*import\.meta\.url/g
const imported = /\b(?:from|import|require|resolve)\s*\(?\s*(['"`])([@\w][^'"`\n\s$]*)\1/g
/** `import(name)`, `require(name)`: what they mean shows only when they run. */
const computed = /\b(?:import|require)\s*\(\s*(?!['"])(?:`[^`]*\$\{|[\w$(])/
/** What stands before the first gap of a path: './plugins/'. */
const prefix = /`(\.{1,2}\/[^`$]*\/)[^`/]*\$\{/g

export function followScript(graph: GraphSink, file: string, use: Use): void {
  const text = textAt(file)
  if (text === undefined) return
  const folder = dirname(file)
  for (const [, , path = ''] of text.matchAll(quotedPath)) {
    if (path.startsWith('#')) followImports(graph, path, { folder, use })
    else followPath(graph, resolve(folder, path), use)
  }
  for (const [, , path = ''] of text.matchAll(besideIt)) followPath(graph, resolve(folder, path), use)
  for (const [, , specifier = ''] of text.matchAll(imported)) {
    const bare = splitBare(specifier)
    if (bare) graph.package(bare.name, bare.path, folder)
  }
  for (const [, path = ''] of text.matchAll(prefix)) followFolder(graph, resolve(folder, path), use)
  // Of our own process the guard sees what is really loaded.
  if (use === 'started' && computed.test(text) && !graph.roots.includes(folder))
    followFolder(graph, folder, use)
}

function followPath(graph: GraphSink, path: string, use: Use): void {
  const found = candidates(path)
  for (const file of found) graph.file(file, use)
  if (found.length === 0 && extname(path) !== '') graph.absent(path)
}

/** Names that begin with `#` mean what the nearest `package.json` says. */
function followImports(
  graph: GraphSink,
  name: string,
  { folder, use }: { readonly folder: string; readonly use: Use },
): void {
  const file = nearestPackage(folder)
  const value = file === undefined ? undefined : readPackage(file)
  if (file === undefined || !value) return
  for (const target of targetsOf(value['imports'], name)) {
    const bare = target.startsWith('.') ? undefined : splitBare(target)
    if (bare) graph.package(bare.name, bare.path, dirname(file))
    else followPath(graph, join(dirname(file), target), use)
  }
}

function followFolder(graph: GraphSink, folder: string, use: Use): void {
  if (!isFolderAt(folder) || !graph.isGuarded(folder)) return
  for (const path of filesBelow(folder, () => true)) if (codeKind(path) !== undefined) graph.file(path, use)
}

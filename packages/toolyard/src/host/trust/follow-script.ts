/**
 * What a file of JavaScript or TypeScript imports.
 *
 * Reads more than it must: every quoted relative path counts, also one in a comment. A path too many costs little; nothing
 * that is loaded by our own process is missed in earnest, because the load guard looks at each file again. Of a program
 * that computes what it loads, or starts others, all code of its folder counts.
 *
 * @module
 */
import { dirname, extname, join, resolve } from 'node:path'
import { codeKind, filesBelow, isFolderAt, textAt } from './code-files.ts'
import { nearestPackage, readPackage, splitBare, targetsOf } from './package-facts.ts'
import { candidates, type GraphSink, type FileUse } from './graph-sink.ts'
import { quotedFiles } from './quoted-paths.ts'

const quotedPath = /(['"`])(\.{1,2}(?:\/[^'"`\n$]*)?|#[^'"`\n\s$]+)\1/g
const besideIt = /\bnew\s+URL\(\s*(['"`])([\w.][^'"`\n:$]*)\1\s*,\s*import\.meta\.url/g
const imported = /\b(?:from|import|require|resolve)\s*\(?\s*(['"`])([@\w][^'"`\n\s$]*)\1/g
/** `import(name)`, `require('./' + name)`: what they mean shows only when they run. */
const computed =
  /\b(?:import|require)\s*(?:\?\.)?\((?!\s*(?:\/\*[^*]*\*\/\s*)*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)?\s*[,)])/
/** It starts programs or threads, or loads in ways of its own. */
const starting =
  /child_process|worker_threads|\bcluster\b|\bWorker\s*\(|\b(?:fork|spawn|spawnSync|eval|dlopen)\s*\(|\bnew\s+Function\b|\bcreateRequire\b|\bnode:vm\b|\b_load\b|\b(?:Bun|Deno)\b/
/** What stands before the first gap of a path: './plugins/'. */
const prefix = /`(\.{1,2}\/[^`$]*\/)[^`/]*\$\{/g

export function followScript(graph: GraphSink, file: string, use: FileUse): void {
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
    // All packages of a project are too much to be held because one of its files computes what it loads.
    if (bare && use !== 'possible') graph.package(bare.name, bare.path, folder)
  }
  for (const [, path = ''] of text.matchAll(prefix)) followFolder(graph, resolve(folder, path), use)
  const isStarting = starting.test(text)
  // Of our own process the guard sees what is really loaded, but not what its threads and programs load.
  if (use === 'loaded' && !(isStarting && graph.isGuarded(file))) return
  for (const path of quotedFiles(text, [folder, ...graph.bases]))
    graph.file(path, use === 'loaded' ? 'started' : use)
  if (use !== 'started' || !(isStarting || computed.test(text))) return
  if (!graph.roots.includes(folder)) followFolder(graph, folder, use)
  graph.sweep(folder, 'code')
}

function followPath(graph: GraphSink, path: string, use: FileUse): void {
  const found = candidates(path)
  for (const file of found) graph.file(file, use)
  if (found.length === 0 && extname(path) !== '') graph.absent(path)
}

/** Names that begin with `#` mean what the nearest `package.json` says. */
function followImports(
  graph: GraphSink,
  name: string,
  { folder, use }: { readonly folder: string; readonly use: FileUse },
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

function followFolder(graph: GraphSink, folder: string, use: FileUse): void {
  if (!isFolderAt(folder) || !graph.isGuarded(folder)) return
  for (const path of filesBelow(folder, () => true)) if (codeKind(path) !== undefined) graph.file(path, use)
}

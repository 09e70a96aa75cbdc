/**
 * What `npx`, `npm run` and their kin take from the project: packages, programs of packages, settings and scripts.
 *
 * @module
 */
import { basename, dirname, join } from 'node:path'
import { canonicalJson, isPlainObject } from '../../kernel/index.ts'
import { foldersUp, isFileAt, isThere } from './code-files.ts'
import type { GraphSink } from './graph-sink.ts'
import { findPackage, nearestPackage, readPackage, splitBare } from './package-facts.ts'

const settings = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'bunfig.toml',
  'deno.json',
  'deno.jsonc',
  'deno.lock',
]

/** Words that may be the name of a package or of a program that one brings. */
export function followPackages(graph: GraphSink, parts: readonly string[], cwd: string): void {
  for (const part of parts) {
    if (part.startsWith('-') || part.startsWith('.')) continue
    const bare = splitBare(part.replace(/(?<=.)@[^/@]*$/, ''))
    if (!bare) continue
    graph.package(bare.name, bare.path, cwd)
    const programs = new Set([part, basename(bare.name), ...programsOf(bare.name, cwd)])
    for (const folder of foldersUp(cwd, graph.roots)) {
      for (const program of programs) {
        const path = join(folder, 'node_modules', '.bin', program)
        if (isThere(path)) graph.file(path, 'started')
      }
      followTree(graph, join(folder, 'node_modules', '.package-lock.json'), bare.name)
    }
  }
}

function programsOf(name: string, cwd: string): string[] {
  const folder = findPackage(name, cwd)?.real
  const bin = folder === undefined ? undefined : readPackage(join(folder, 'package.json'))?.['bin']
  return isPlainObject(bin) ? Object.keys(bin) : []
}

/** Settings of the project, and the scripts of its `package.json` that the words name; answers those. */
export function followPackageRunner(graph: GraphSink, parts: readonly string[], cwd: string): string[] {
  const folders = new Set([cwd, ...parts.map((part) => dirname(join(cwd, part)))])
  for (const folder of [...folders].flatMap((at) => foldersUp(at, graph.roots)))
    for (const name of settings) if (isFileAt(join(folder, name))) graph.file(join(folder, name), 'started')
  const file = graph.isGuarded(cwd) ? nearestPackage(cwd) : undefined
  if (file === undefined || !graph.isGuarded(file)) return []
  graph.file(file, 'data')
  const scripts = readPackage(file)?.['scripts']
  if (!isPlainObject(scripts)) return []
  return parts.flatMap((part) =>
    [`pre${part}`, part, `post${part}`].flatMap((name) => {
      const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
      return typeof script === 'string' && graph.fact(`${file}#scripts.${name}`, script) ? [script] : []
    }),
  )
}

/** npm believes its own list of what is installed. */
function followTree(graph: GraphSink, file: string, name: string): void {
  const packages = isFileAt(file) ? readPackage(file)?.['packages'] : undefined
  const entry = isPlainObject(packages) ? packages[`node_modules/${name}`] : undefined
  if (isPlainObject(entry)) graph.fact(`${file}#${name}`, canonicalJson(entry))
}

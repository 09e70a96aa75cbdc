/**
 * What the readers of languages and commands tell the graph, and which file a path without its ending means.
 *
 * @module
 */
import { join } from 'node:path'
import { isFileAt } from './code-files.ts'
import { readPackage } from './package-facts.ts'
import type { Sweep } from './sweep.ts'

/**
 * `loaded`: by our process, whose load guard sees the rest; `started`: by a program; `data`: only read; `possible`: a program
 * may load it. What is possible counts like the others, but tools may write it: people work there.
 */
export type FileUse = 'loaded' | 'started' | 'data' | 'possible'

export interface GraphSink {
  /** The real paths of the folders that tools can write to. */
  readonly roots: readonly string[]
  /** The folders that programs are started in, and the roots. */
  readonly bases: readonly string[]
  isGuarded(path: string): boolean
  file(path: string, use: FileUse): void
  /** A file that is named and is not there: it counts as soon as it is. */
  absent(path: string): void
  /** A package that the files of a folder import. */
  package(name: string, path: string, from: string): void
  /** A folder that counts as a whole. */
  tree(folder: string): void
  /** A folder from which a program may load something that can't be told by reading. */
  sweep(folder: string, what: Sweep): void
  /** A piece of text that counts, under a name of its own; answers whether that name is new. */
  fact(key: string, text: string): boolean
}

const endings = ['.js', '.json', '.node', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '.jsx']

/** The files that a path may mean, in the order of the loaders. Some take `x.ts` for `x.js`, so both count. */
export function candidates(path: string): string[] {
  const written = /^(.*)\.([mc]?)js(x?)$/.exec(path)
  const typed = written ? [`${written[1]}.${written[2]}ts${written[3]}`].filter(isFileAt) : []
  const found = [path, ...endings.map((end) => path + end)].find(isFileAt)
  if (found !== undefined || typed.length > 0) return [...(found === undefined ? [] : [found]), ...typed]
  const manifest = join(path, 'package.json')
  const main = readPackage(manifest)?.['main']
  const folders = [
    ...(typeof main === 'string' ? [join(path, main), join(path, main, 'index')] : []),
    join(path, 'index'),
  ]
  const first = folders.flatMap((at) => [at, ...endings.map((end) => at + end)]).find(isFileAt)
  return [first, manifest].filter((file) => file !== undefined && isFileAt(file)) as string[]
}

/**
 * The code files that the quoted strings of a program may mean: `fork(join(here, 'lib', 'x.js'))`, `run('sh x.sh')`.
 *
 * What stands between two quotes counts, also joined with the strings beside it, and each word of it. Only files that are
 * there are found: one that appears later is found when the program is started the next time.
 *
 * @module
 */
import { isAbsolute, resolve } from 'node:path'
import { codeKind, entriesOf, isFileAt } from './code-files.ts'

/** Longer strings are no paths. */
const longest = 500
/** Strings that are put together to one path. */
const mostJoined = 6
/** What stands between the parts of one path: `'lib', 'x.js'`, `'lib/' + 'x.js'`, `'lib' / 'x.py'`. */
const between = /^\s*[,+/]?\s*$/
/** Gaps of templates and of Python's formatted strings. */
const gap = /\$?\{[^{}]*\}/

/** The files, from whichever of the folders a path is read. */
export function quotedFiles(text: string, folders: readonly string[]): string[] {
  const bases = [...new Set(folders)].map((folder) => ({
    folder,
    names: new Set(entriesOf(folder).map(({ name }) => name)),
  }))
  const found = new Set<string>()
  for (const word of wordsOf(text)) {
    if (isAbsolute(word)) found.add(resolve(word))
    const path = word.replace(/^(?:\.?\/)+/, '')
    const [first = ''] = path.split('/')
    for (const { folder, names } of bases)
      if (first === '..' || names.has(first)) found.add(resolve(folder, path))
  }
  return [...found].filter((path) => isFileAt(path) && codeKind(path) !== undefined)
}

function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  let joined: string[] = []
  for (const piece of text.split(/['"`]/)) {
    if (between.test(piece)) continue
    if (piece.length > longest || piece.includes('\n')) {
      joined = []
      continue
    }
    const parts = piece.split(gap)
    for (const part of parts) for (const word of [part, ...part.split(/[\s;|&()<>=,:]+/)]) words.add(word)
    joined = [...joined.slice(1 - mostJoined), parts.at(-1) ?? '']
    for (let at = 0; at < joined.length - 1; at++) {
      words.add(joined.slice(at).join('/'))
      words.add(joined.slice(at).join(''))
    }
  }
  words.delete('')
  return words
}

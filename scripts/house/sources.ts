/** Counts of the source's files as text: lines, where a type is declared, and which files a capability touches. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the source: its path below the source folder, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Something that an installation can do, and that is spread over the source or not. */
export interface Capability {
  readonly name: string
  /** Paths of the files that are its own. */
  readonly own: RegExp
  /** Its words, as regular expressions: types, tables, options, routes and commands. */
  readonly words: readonly string[]
}

/** Tests and conformance suites aside. */
export function readSources(folder: string): readonly SourceFile[] {
  return globSync('**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && !/(?:^|\/)conformance\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

export interface LineCount {
  readonly folder: string
  readonly files: number
  readonly lines: number
}

/** By the folder that a file stands in, in the order of their names; files of the top are in `.`. */
export function countLines(files: readonly SourceFile[]): readonly LineCount[] {
  const folders = Object.groupBy(files, ({ path }) =>
    path.includes('/') ? (path.split('/')[0] ?? '.') : '.',
  )
  return Object.entries(folders)
    .map(([folder, inside = []]) => ({
      folder,
      files: inside.length,
      lines: inside.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    }))
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1))
}

/** The file that declares and exports a type. Types of one name in several files are not told apart. */
export function fileDeclaring(files: readonly SourceFile[], type: string): string {
  const declared = new RegExp(`^export (?:abstract )?(?:interface|class|type) ${type}\\b(?! *[,}])`, 'm')
  const found = files.filter(({ text }) => declared.test(text)).map(({ path }) => path)
  if (found.length !== 1)
    throw new Error(`"${type}" is declared in ${found.length} files (${found.join(', ')}), not in one`)
  return found[0] ?? ''
}

/** Files that are not its own and import one of its own, or whose code has one of its words. */
export function touchedBy(
  { own, words }: Capability,
  files: readonly SourceFile[],
  imports: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const named = new RegExp(`(?<![\\w-])(?:${words.join('|')})(?!\\w)`)
  return files
    .filter(({ path }) => !own.test(path))
    .filter(
      ({ path, text }) =>
        imports.get(path)?.some((target) => own.test(target)) === true || named.test(withoutComments(text)),
    )
    .map(({ path }) => path)
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, '')
}

/**
 * What a command would run of the places that tools can write to: its program, its words, and its variables.
 *
 * @module
 */
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { codeKind, isFileAt, isFolderAt } from './code-files.ts'
import { followPythonFolder } from './follow-python.ts'
import { followWords, placesIn } from './follow-words.ts'
import type { StartedCommand } from './gate.ts'
import type { GraphSink } from './graph-sink.ts'

/** Their values are options of an interpreter. */
const optionVariable =
  /^(?:NODE_OPTIONS|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|BASH_ENV|ENV|PYTHONSTARTUP|LD_PRELOAD)$/

/** How a line names the folder that it runs in. */
const ownFolder = /(?:\$\{?PWD\}?|\$\(pwd\)|`pwd`)["']?\//g
/** Words after which a line works in another folder. */
const folderChange =
  /(?:\b(?:cd|pushd)\s+(?:--\s+)?|(?:^|\s)(?:-C|--(?:prefix|cwd|dir|directory|project))[\s=]+)["']?([^\s"';&|)]+)/g

export function followCommand(graph: GraphSink, { argv, cwd, env = {} }: StartedCommand): void {
  const [program = ''] = argv
  const path = env['PATH'] ?? process.env['PATH'] ?? ''
  const isPath = /[\\/]/.test(program)
  const found = isPath ? resolve(cwd, program) : findOnPath(program, path)
  if (found !== undefined) graph.file(found, 'started')
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const options = variables.flatMap(([name, value]) => (optionVariable.test(name) ? [value] : []))
  const words = [...argv, ...options].map((word) => word.replaceAll(ownFolder, './'))
  for (const folder of [cwd, ...foldersOf(words, cwd)]) followWords(graph, words, folder)
  for (const [name, value] of variables) followVariable(graph, { name, value, cwd })
  followOwnPath(graph, argv, placesIn(path, cwd))
}

/** One below the other, as they are named. */
function foldersOf(words: readonly string[], cwd: string): string[] {
  const named = [...words.join(' ').matchAll(folderChange)].map(([, path = '']) => path)
  return named.reduce<string[]>((folders, path) => {
    const found = [...folders.slice(-1), cwd].map((base) => resolve(base, path)).find(isFolderAt)
    return found === undefined ? folders : [...folders, found]
  }, [])
}

interface Variable {
  readonly name: string
  readonly value: string
  readonly cwd: string
}

function followVariable(graph: GraphSink, { name, value, cwd }: Variable): void {
  for (const place of placesIn(value, cwd)) {
    if (!graph.isGuarded(place)) continue
    if (isFileAt(place)) {
      if (codeKind(place) !== undefined) graph.file(place, 'started')
    } else if (isFolderAt(place)) {
      if (name === 'PYTHONPATH') followPythonFolder(graph, place)
      else if (/^(?:PYTHONHOME|NODE_PATH|PERL5LIB|RUBYLIB|LD_LIBRARY_PATH|CLASSPATH|LUA_PATH)$/.test(name))
        graph.tree(place)
    }
  }
}

/** Programs of a folder that stands on the PATH and that tools can write to. */
function followOwnPath(graph: GraphSink, argv: readonly string[], places: readonly string[]): void {
  const own = places.filter((place) => graph.isGuarded(place))
  if (own.length === 0) return
  for (const word of argv.flatMap((part) => part.split(/[\s'"`;|&()]+/)))
    if (/^[\w.-]+$/.test(word))
      for (const place of own) if (isFileAt(join(place, word))) graph.file(join(place, word), 'started')
}

function findOnPath(name: string, path: string): string | undefined {
  if (name === '') return undefined
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isFileAt)
}

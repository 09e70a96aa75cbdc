/**
 * The files and packages that the words of a command line speak of, also inside of a script for a shell.
 *
 * Words are taken apart at blanks, quotes and signs, and each part that is a file counts: `bash -c "node x.js"` runs `x.js`.
 *
 * @module
 */
import { basename, delimiter, dirname, join, matchesGlob, resolve } from 'node:path'
import {
  codeKind,
  entriesOf,
  filesBelow,
  foldersUp,
  isFileAt,
  isFolderAt,
  isSettings,
  isThere,
  textAt,
} from './code-files.ts'
import { followPackageRunner, followPackages } from './follow-packages.ts'
import { followModule, followStartFolder, hasModule } from './follow-python.ts'
import { candidates, type GraphSink } from './graph-sink.ts'

const scriptRunner = /^(?:node|nodejs|bun|bunx|deno|tsx|ts-node|npx|pnpx|npm|pnpm|yarn|yarnpkg|corepack)$/
const packageRunner = /^(?:npx|pnpx|bunx|npm|pnpm|yarn|yarnpkg|bun|deno|corepack)$/
const typeRunner = /^(?:tsx|ts-node|bun)$/
const python = /^(?:python|pypy)[\d.]*$/
const pythonProject = /^(?:uv|poetry|pdm|hatch|pipenv|rye)$/
const pythonTool = /^(?:uvx|pipx)$/
/** They build what they run from the whole folder. */
const builder = /^(?:cargo|go|dotnet|gradlew?|mvnw?|mix|sbt|bazel|ninja|cmake)$/
const makers = /^(?:g?make|just|task|rake)$/
const makeFile = /^(?:GNUmakefile|[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|.*\.mk)$/
const container = /^(?:docker|docker-compose|podman|podman-compose)$/
const containerFile = /^(?:docker-)?compose.*\.ya?ml$|^(?:Docker|Container)file/

const pythonSettings = [
  'pyproject.toml',
  'uv.toml',
  'uv.lock',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'poetry.lock',
]
/** They choose the interpreter where a version manager stands on the PATH. */
const versionSettings = ['.tool-versions', '.mise.toml', 'mise.toml', '.config/mise.toml']
const typeSettings = ['tsconfig.json', 'tsconfig.base.json']

/** A name with a dot or a slash in it, and nothing that a shell would read. */
const plainPath = /^(?=.*[./])[\w@~+-]?[\w./@~+-]*\w$/

/** Words longer than this are no paths. */
const longest = 4096
/** Of a text that is a whole script. */
const mostWords = 50_000

export function followWords(graph: GraphSink, words: readonly string[], cwd: string): void {
  const parts = partsOf(words)
  const names = new Set(parts.map((part) => basename(part).replace(/\.(?:exe|cmd)$/, '')))
  const runs = (pattern: RegExp): boolean => [...names].some((name) => pattern.test(name))
  const commands = commandNames(words)
  const starts = (pattern: RegExp): boolean => commands.some((name) => pattern.test(name))
  const isScripts = runs(scriptRunner)
  const isPython = runs(python)
  for (const part of parts) followPath(graph, resolve(cwd, part), isScripts || isPython)
  if (isScripts) followPackages(graph, parts, cwd)
  if (runs(packageRunner)) {
    const scripts = followPackageRunner(graph, parts, cwd)
    if (scripts.length > 0) followWords(graph, scripts, cwd)
  }
  if (isScripts || isPython) for (const folder of foldersUp(cwd, graph.roots)) followVersions(graph, folder)
  if (runs(typeRunner)) nearby(graph, typeSettings, cwd)
  if (isPython) followPythonWords(graph, parts, cwd)
  if (starts(pythonProject)) followPythonProject(graph, cwd)
  if (starts(pythonTool)) followPythonTool(graph, cwd)
  if (starts(builder)) graph.tree(cwd)
  if (starts(makers)) followMakeFiles(graph, words, cwd)
  if (starts(container) && parts.some((part) => /compose|^build$/.test(part)))
    for (const path of filesBelow(cwd, (name) => containerFile.test(name))) graph.file(path, 'data')
}

/** The programs that a line, or a script, starts: the first word of each command. */
function commandNames(words: readonly string[]): string[] {
  const texts = words.flatMap((word) => [
    ...word.matchAll(
      /(?:^|[;&|(`\n]|\b(?:exec|env|then|do|else|time)[ \t])[ \t]*(?:\w+=\S*[ \t]+)*([\w./-]+)/g,
    ),
  ])
  return texts.map(([, name = '']) => basename(name))
}

/** A script for a shell: it may be run from its own folder or from the workspace, and everything that it names counts. */
export function followShell(graph: GraphSink, text: string, folder: string): void {
  const plain = text
    // What it writes is none of what it runs.
    .replaceAll(/\d?>>?\s*["']?[^\s"';|&)]+/g, ' ')
    .replaceAll(/\$\{?PWD\}?\/|\$\(dirname [^)]*\)\/?/g, './')
  for (const base of new Set([folder, ...graph.roots])) {
    followWords(graph, [plain], base)
    for (const part of partsOf([plain])) {
      const path = resolve(base, part)
      if (part.includes('*')) followPattern(graph, path)
      else if (isFileAt(path)) graph.file(path, 'started')
      else if (plainPath.test(part)) graph.absent(path)
    }
  }
}

/** The folders and files that variables with lists of places name. */
export function placesIn(text: string, cwd: string): string[] {
  return text
    .split(delimiter)
    .filter((part) => part !== '')
    .map((part) => resolve(cwd, part))
}

/** A line in its parts. */
export function partsOf(words: readonly string[]): string[] {
  const parts = new Set<string>()
  for (const word of words) {
    if (word.length <= longest) parts.add(word)
    for (const part of word.split(/[\s'"`;|&()<>=,]+/)) {
      if (part === '' || part.length > longest) continue
      parts.add(part.replace(/^file:\/\//, ''))
      if (!part.includes('://')) for (const piece of part.split(':')) if (piece !== '') parts.add(piece)
      if (parts.size > mostWords) return [...parts]
    }
  }
  return [...parts]
}

function followPath(graph: GraphSink, path: string, isRunner: boolean): void {
  if (!graph.isGuarded(path)) return
  if (isThere(path) && !isFolderAt(path)) {
    if (codeKind(path) !== undefined) graph.file(path, 'started')
    else if (isSettings(path)) graph.file(path, 'data')
  } else if (isRunner) {
    for (const found of candidates(path)) graph.file(found, 'started')
    const main = join(path, '__main__.py')
    if (isFileAt(main)) graph.file(main, 'started')
  }
}

/** `conf.d/*.sh`: the files of one folder that fit. */
function followPattern(graph: GraphSink, pattern: string): void {
  const folder = dirname(pattern)
  if (folder.includes('*') || !graph.isGuarded(folder)) return
  for (const { name } of entriesOf(folder))
    if (matchesGlob(name, basename(pattern))) graph.file(join(folder, name), 'started')
}

/** `-m` and `-c` put the working folder first, unless what they run is elsewhere: then it is left out (`pythonSettings`). */
function followPythonWords(graph: GraphSink, parts: readonly string[], cwd: string): void {
  const modules = modulesOf(parts).filter((module) => hasModule(module, cwd))
  if (modules.length === 0) return
  followStartFolder(graph, cwd)
  for (const module of modules) followModule(graph, module, cwd)
}

/** What `python3 -m` runs. */
export function modulesOf(parts: readonly string[]): string[] {
  return parts.flatMap((part, at) => {
    const glued = /^-[a-zA-Z]*m([A-Za-z_][\w.]*)$/.exec(part)?.[1]
    const next = /^-[a-zA-Z]*m$/.test(part) ? parts[at + 1] : undefined
    return [glued, next].filter((module) => module !== undefined)
  })
}

/** They install the project and run what it brings. */
function followPythonProject(graph: GraphSink, cwd: string): void {
  for (const folder of foldersUp(cwd, graph.roots)) {
    nearby(graph, pythonSettings, folder)
    for (const name of ['.venv', 'venv']) if (isFolderAt(join(folder, name))) graph.tree(join(folder, name))
  }
  if (!graph.isGuarded(cwd)) return
  for (const path of filesBelow(cwd, (name) => name.endsWith('.py'))) graph.file(path, 'data')
}

/** Of the project they read where packages come from. */
function followPythonTool(graph: GraphSink, cwd: string): void {
  for (const folder of foldersUp(cwd, graph.roots)) {
    nearby(graph, ['uv.toml'], folder)
    const file = join(folder, 'pyproject.toml')
    const own = textAt(file)?.match(/^\[+tool\.uv[\s\S]*?(?=^\[+(?!tool\.uv)|$(?![\s\S]))/gm)
    if (own) graph.fact(`${file}#tool.uv`, own.join(''))
  }
}

function followMakeFiles(graph: GraphSink, words: readonly string[], cwd: string): void {
  const named = [...words.join(' ').matchAll(/-C\s*['"]?([^\s'"]+)/g)].map(([, path = '']) =>
    resolve(cwd, path),
  )
  for (const folder of named.length > 0 ? new Set(named) : [cwd]) {
    if (!graph.isGuarded(folder)) continue
    for (const { name } of entriesOf(folder)) {
      if (!makeFile.test(name)) continue
      graph.file(join(folder, name), 'data')
      const key = `${join(folder, name)}#words`
      if (graph.fact(key, '')) followShell(graph, textAt(join(folder, name)) ?? '', folder)
    }
  }
}

/** A version is a name; one that is a path is a program. */
function followVersions(graph: GraphSink, folder: string): void {
  nearby(graph, versionSettings, folder)
  for (const name of ['.python-version', '.node-version', '.nvmrc'])
    if (textAt(join(folder, name))?.includes('/')) graph.file(join(folder, name), 'data')
}

function nearby(graph: GraphSink, names: readonly string[], folder: string): void {
  for (const name of names) {
    const path = join(folder, name)
    if (isFileAt(path)) graph.file(path, 'data')
  }
}

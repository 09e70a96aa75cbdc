/**
 * The graph of what is loaded or started outside the sandbox, as far as it lies where tools can write.
 *
 * Starts from files and commands and follows what they name. Files outside of the writable roots are left out: tools can't
 * change them; links that lead there count. Packages in `node_modules` count as whole folders, with what they depend on; a
 * `package.json` of the project by the fields that steer which code is loaded. What can't be followed by reading (computed
 * imports) is the business of the load guard.
 *
 * @module
 */
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isWithin } from '../files/roots.ts'
import {
  codeKind,
  foldersUp,
  isFileAt,
  isFolderAt,
  mostFiles,
  packageFolder,
  realPathAt,
  textAt,
} from './code-files.ts'
import { hashOf } from './contents.ts'
import { followCommand } from './follow-command.ts'
import { followPython } from './follow-python.ts'
import { followScript } from './follow-script.ts'
import { followShell } from './follow-words.ts'
import type { StartedCommand } from './gate.ts'
import { candidates, type GraphSink, type FileUse } from './graph-sink.ts'
import {
  dependenciesOf,
  entryFiles,
  findPackage,
  nearestPackage,
  readPackage,
  steeringText,
} from './package-facts.ts'
import { type Sweep, sweepFolder } from './sweep.ts'

/** What this program is made of loads nothing of a workspace by its imports. */
const ourSource = join(import.meta.dirname, '../..')

export class TrustGraph implements GraphSink {
  readonly roots: readonly string[]
  /** Real paths, each with the files that it names, those that are absent among them. */
  readonly files = new Map<string, Set<string>>()
  /** Folders that count as a whole. */
  readonly trees = new Set<string>()
  /** Texts that count: links, the steering fields of `package.json`, scripts in it. */
  readonly facts = new Map<string, string>()
  readonly problems: string[] = []
  readonly #seen = new Set<string>()
  readonly #waiting: (() => void)[] = []
  #bases: readonly string[]
  #possible = 0
  #isFollowing = false
  #current: Set<string> | undefined

  constructor(roots: readonly string[]) {
    this.roots = roots
    this.#bases = roots
  }

  get bases(): readonly string[] {
    return this.#bases
  }

  /** What tools must not write: all of its files, and packages and environments as a whole. */
  get protectedPaths(): string[] {
    return protectedBy(this.files, this.trees)
  }

  isGuarded(path: string): boolean {
    return this.roots.some((root) => isWithin(root, path))
  }

  file(path: string, use: FileUse): void {
    this.#links(path)
    const venv = this.isGuarded(path) ? venvOf(path) : undefined
    if (venv !== undefined) this.tree(venv)
    const real = realPathAt(path)
    if (real === undefined || isFolderAt(real)) return
    if (!this.isGuarded(real)) return this.#passThrough(real, use)
    // A pipe says to each reader something else.
    if (!isFileAt(real)) return void this.problems.push(`${path} is no ordinary file`)
    const inPackage = packageFolder(real)
    if (inPackage !== undefined) return this.#whole(inPackage)
    if (use === 'possible') return this.#mayLoad(real)
    this.#current?.add(real)
    if (this.#seen.has(`${use} ${real}`)) return
    this.#seen.add(`${use} ${real}`)
    if (this.files.size >= mostFiles) return this.#tooMany()
    if (basename(real) === 'package.json') return this.#packageFile(real)
    const names = this.files.get(real) ?? new Set<string>()
    this.files.set(real, names)
    if (use !== 'data') this.#later(() => this.#follow(real, use, names))
  }

  /** Tools can't write it, but it may load what they can. What packages outside of the roots load is outside too. */
  #passThrough(real: string, use: FileUse): void {
    const isCode = use === 'loaded' && codeKind(real) === 'script' && packageFolder(real) === undefined
    if (
      !isCode ||
      isWithin(ourSource, real) ||
      this.#seen.size >= mostFiles ||
      this.#seen.has(`${use} ${real}`)
    )
      return
    this.#seen.add(`${use} ${real}`)
    this.#later(() => this.#follow(real, use, new Set()))
  }

  /** By its content under a name of its own, so that it is no file that tools must not write. */
  #mayLoad(real: string): void {
    if (this.#seen.has(`possible ${real}`)) return
    this.#seen.add(`possible ${real}`)
    if (basename(real) === 'package.json') return this.#packageFile(real)
    const text = textAt(real, 50_000)
    const isText = text !== undefined && !text.includes('\uFFFD')
    if (this.fact(`${real}#code`, isText ? text : this.#hash(real))) this.#possible += 1
    if (this.#possible > mostFiles) return this.#tooMany()
    this.#later(() => this.#follow(real, 'possible', new Set()))
  }

  #hash(real: string): string {
    try {
      return `sha256 ${hashOf(readFileSync(real))}`
    } catch {
      this.problems.push(`${real} can't be read`)
      return ''
    }
  }

  sweep(folder: string, what: Sweep): void {
    const real = realPathAt(folder)
    if (real === undefined || !this.isGuarded(real) || this.#seen.has(`${what} in ${real}`)) return

    const { files, folders } = sweepFolder(real, what)
    if (Math.max(files.length, folders.length) > mostFiles) return this.#tooMany()
    for (const at of folders) this.#seen.add(`${what} in ${at}`)
    for (const path of files) {
      this.file(path, 'possible')
      if (isFolderAt(path)) this.sweep(path, what)
    }
  }

  absent(path: string): void {
    if (this.isGuarded(path) && !isFolderAt(path)) this.#current?.add(path)
  }

  package(name: string, path: string, from: string): void {
    const own = nearestPackage(from)
    const self = own === undefined ? undefined : readPackage(own)
    if (own !== undefined && self?.['name'] === name && self['exports'] !== undefined)
      return this.#enter(dirname(own), path)
    const found = findPackage(name, from)
    if (!found) return
    this.#links(found.written)
    if (!this.isGuarded(found.real)) return
    if (isFileAt(found.real)) this.file(found.written, 'started')
    else if (!isPackage(found.real)) this.#enter(found.real, path)
    else this.#whole(found.real)
  }

  tree(folder: string): void {
    this.#links(folder)
    const real = realPathAt(folder)
    if (real !== undefined && this.isGuarded(real)) this.trees.add(real)
  }

  fact(key: string, text: string): boolean {
    const isNew = !this.facts.has(key)
    this.facts.set(key, text)
    return isNew
  }

  command(command: StartedCommand): void {
    // What was read before may mean other files from another folder.
    if (!this.#bases.includes(command.cwd)) {
      this.#bases = [...this.#bases, command.cwd]
      this.#seen.clear()
    }
    this.#later(() => followCommand(this, command))
  }

  #follow(file: string, use: FileUse, names: Set<string>): void {
    this.#current = names
    const kind = codeKind(file)
    if (kind === 'script') {
      const scope = nearestPackage(dirname(file))
      if (scope !== undefined) this.file(scope, 'data')
      followScript(this, file, use)
    } else if (kind === 'python') followPython(this, file, use)
    else if (kind === 'shell' && use !== 'possible') followShell(this, textAt(file) ?? '', dirname(file))
    this.#current = undefined
  }

  /** A package of the same project: its sources are followed like others. */
  #enter(folder: string, path: string): void {
    const file = join(folder, 'package.json')
    this.file(file, 'data')
    const value = readPackage(file)
    for (const entry of value ? entryFiles(value, path) : [path === '.' ? './index.js' : path])
      for (const found of candidates(join(folder, entry))) this.file(found, 'loaded')
  }

  /** An installed package, with those that it needs. */
  #whole(folder: string): void {
    if (this.trees.has(folder)) return
    this.trees.add(folder)
    const value = readPackage(join(folder, 'package.json'))
    if (!value) return
    this.#later(() => {
      for (const name of dependenciesOf(value)) this.package(name, '.', folder)
    })
  }

  #packageFile(file: string): void {
    const text = textAt(file)
    if (text === undefined) this.problems.push(`${file} can't be read`)
    else this.facts.set(file, steeringText(text))
  }

  /** A link can be turned to another place. */
  #links(path: string): void {
    if (!this.isGuarded(path) || this.#seen.has(`links ${path}`)) return
    this.#seen.add(`links ${path}`)
    for (const [at, target] of linksOn(path, this.roots)) this.facts.set(at, target)
  }

  #tooMany(): void {
    if (this.problems.length === 0) this.problems.push(`more than ${mostFiles} files would be loaded`)
  }

  /** A list instead of a deep stack. */
  #later(work: () => void): void {
    this.#waiting.push(work)
    if (this.#isFollowing) return
    this.#isFollowing = true
    try {
      for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) next()
    } finally {
      this.#isFollowing = false
    }
  }
}

/** Links and the project's own `package.json` change with honest work; whether they still fit is looked at when they are used. */
export function protectedBy(
  files: Iterable<readonly [path: string, names: Iterable<string>]>,
  trees: Iterable<string>,
): string[] {
  const paths = [...files].flatMap(([path, names]) => [path, ...names])
  // A folder from which a program is built is where people work.
  const whole = [...trees].filter((folder) => isPackage(folder) || isFileAt(join(folder, 'pyvenv.cfg')))
  return [...new Set([...paths.filter((path) => basename(path) !== 'package.json'), ...whole])]
}

function isPackage(folder: string): boolean {
  return packageFolder(join(folder, 'x')) !== undefined
}

/** The links that a path goes through below the roots, each with where it leads. */
export function linksOn(path: string, roots: readonly string[]): (readonly [string, string])[] {
  return foldersUp(path, roots).flatMap((at) => {
    try {
      const isLink = !roots.includes(at) && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()
      return isLink ? [[at, `-> ${readlinkSync(at)}`] as const] : []
    } catch {
      return []
    }
  })
}

/** A virtual environment of Python: the program in it loads the packages in it. */
function venvOf(path: string): string | undefined {
  const folder = dirname(path)
  const above = /^(?:bin|Scripts)$/.test(basename(folder)) ? [dirname(folder)] : []
  const beside = basename(path).startsWith('python') ? [folder] : []
  return [...above, ...beside].find((at) => isFileAt(join(at, 'pyvenv.cfg')))
}

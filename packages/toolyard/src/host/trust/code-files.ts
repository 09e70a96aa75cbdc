/**
 * Which files hold code, and what lies in a folder: bounded, links not followed.
 *
 * @module
 */
import {
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { isWithin } from '../files/roots.ts'

export type CodeKind = 'script' | 'python' | 'shell' | 'other'

/** Together they are what one folder may load. */
export const mostFiles = 20_000
export const mostBytes = 500_000_000

const scripts = /^\.(?:[mc]?[jt]s|[jt]sx)$/
const pythons = /^\.(?:pyw?|pyc|pyd|pyz)$/
const shells = /^\.(?:sh|bash|zsh|ksh|fish)$/
const others =
  /^\.(?:node|so|dylib|dll|wasm|exe|bat|cmd|ps1|rb|pl|pm|php|lua|r|jl|jar|class|go|rs|ex|exs|scm|tcl|awk)$/
const settings = /^\.(?:json[c5]?|ya?ml|toml)$/

/** By its ending, else by its first line; undefined if its ending says that it holds something else. */
export function codeKind(path: string): CodeKind | undefined {
  const end = extname(realPathAt(path) ?? path).toLowerCase()
  if (scripts.test(end)) return 'script'
  if (pythons.test(end)) return 'python'
  if (shells.test(end)) return 'shell'
  if (others.test(end)) return 'other'
  if (end !== '' && !/^\.\d+$/.test(end)) return undefined
  return kindByContent(path)
}

/** What a program reads as settings when it is handed over as an argument: it may name what runs. */
export function isSettings(path: string): boolean {
  return settings.test(extname(path).toLowerCase())
}

/** A file without an ending may always be a program: what it begins with can be changed with the rest. */
function kindByContent(path: string): CodeKind {
  const line = /^#!([^\n]*)/.exec(headOf(path))?.[1]
  if (line === undefined) return 'other'
  if (/\b(?:node|bun|deno|tsx|ts-node)\b/.test(line)) return 'script'
  if (/python|pypy/.test(line)) return 'python'
  return /sh\b/.test(line) ? 'shell' : 'other'
}

function headOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(256)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function statOf(path: string): ReturnType<typeof statSync> | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

export function isFileAt(path: string): boolean {
  try {
    return statOf(path)?.isFile() === true
  } catch {
    return false
  }
}

/** Anything at all, a link that leads nowhere too. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

export function isFolderAt(path: string): boolean {
  try {
    return statOf(path)?.isDirectory() === true
  } catch {
    return false
  }
}

export function realPathAt(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** Undefined if it can't be read, or is too long to be code that a person wrote. */
export function textAt(path: string, most = 5_000_000): string | undefined {
  try {
    const facts = statOf(path)
    return facts?.isFile() && Number(facts.size) <= most ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const passedOver = new Set(['node_modules', '.git', '__pycache__', '.toolyard'])

/** All files below, but those of other packages and what is made from the others. At most one more than `most`. */
export function filesBelow(folder: string, isWanted: (name: string) => boolean, most = mostFiles): string[] {
  const found: string[] = []
  const folders = [folder]
  for (const at of folders)
    for (const entry of entriesOf(at)) {
      if (passedOver.has(entry.name)) continue
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (isWanted(entry.name)) found.push(path)
      if (found.length > most || folders.length > mostFiles) return found
    }
  return found
}

/** This folder and those above it, as far as the outermost of `roots` that holds it. */
export function foldersUp(from: string, roots: readonly string[]): string[] {
  const folders: string[] = []
  for (let at = from; roots.some((root) => isWithin(root, at)); at = dirname(at)) {
    folders.push(at)
    if (dirname(at) === at) break
  }
  return folders
}

/** The folder of the package in `node_modules` that a path is in. */
export function packageFolder(path: string): string | undefined {
  const mark = `${sep}node_modules${sep}`
  const at = path.lastIndexOf(mark)
  if (at < 0) return undefined
  const [first = '', second = ''] = path.slice(at + mark.length).split(sep)
  if (first === '' || first.startsWith('.')) return undefined
  const name = first.startsWith('@') ? join(first, second) : first
  return path.slice(0, at) + mark + name
}

/**
 * What a `package.json` says about which code is loaded, and where packages are.
 *
 * @module
 */
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { canonicalJson, isPlainObject } from '../../kernel/index.ts'
import { isFileAt, isFolderAt, realPathAt, textAt } from './code-files.ts'

export type PackageFile = Readonly<Record<string, unknown>>

/** The fields by which a loader decides which file an import means. The others change with every `npm install`. */
const steering = [
  'name',
  'type',
  'exports',
  'imports',
  'bin',
  'workspaces',
  'packageManager',
  'volta',
  'toolyard',
] as const

export function readPackage(file: string): PackageFile | undefined {
  const text = textAt(file)
  return text === undefined ? undefined : parsePackage(text)
}

function parsePackage(text: string): PackageFile | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What is compared of a `package.json` outside of `node_modules`; all of it where it is not valid. */
export function steeringText(text: string): string {
  const value = parsePackage(text)
  if (!value) return text
  return canonicalJson(
    Object.fromEntries(steering.flatMap((key) => (key in value ? [[key, value[key]]] : []))),
  )
}

/** The nearest `package.json`, as loaders look for it. */
export function nearestPackage(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (at.endsWith('/node_modules')) return undefined
    const file = join(at, 'package.json')
    if (isFileAt(file)) return file
    if (dirname(at) === at) return undefined
  }
}

export interface BareSpecifier {
  readonly name: string
  /** `.` for the package itself, else `./…`. */
  readonly path: string
}

/** Nothing for modules of Node, and for what is no name of a package. */
export function splitBare(specifier: string): BareSpecifier | undefined {
  if (isBuiltin(specifier) || specifier.includes(':')) return undefined
  const found = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:\/(.+))?$/.exec(specifier)
  if (!found?.[1]) return undefined
  return { name: found[1], path: found[2] === undefined ? '.' : `./${found[2]}` }
}

/** Where a package is for the files of `folder`, as it is written and with links resolved. */
export function findPackage(
  name: string,
  folder: string,
): { readonly written: string; readonly real: string } | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const written = join(at, 'node_modules', name)
    // CommonJS looks for a file of that name first.
    const found = at.endsWith('/node_modules')
      ? undefined
      : [...['.js', '.json', '.node'].map((end) => written + end).filter(isFileAt), written].find(
          isFileOrFolder,
        )
    if (found !== undefined) {
      const real = realPathAt(found)
      return real === undefined ? undefined : { written: found, real }
    }
    if (dirname(at) === at) return undefined
  }
}

function isFileOrFolder(path: string): boolean {
  return isFileAt(path) || isFolderAt(path)
}

/** The files that an entry of `exports` or `imports` may mean, under whichever condition. */
export function targetsOf(table: unknown, key: string): string[] {
  if (!isPlainObject(table)) return key === '.' ? leaves(table, '') : []
  const keys = Object.keys(table)
  if (!keys.some((name) => name.startsWith('.') || name.startsWith('#')))
    return key === '.' ? leaves(table, '') : []
  if (key in table && !key.includes('*')) return leaves(table[key], '')
  return keys.flatMap((pattern) => {
    const star = pattern.indexOf('*')
    if (star < 0 || !key.startsWith(pattern.slice(0, star)) || !key.endsWith(pattern.slice(star + 1)))
      return []
    return leaves(table[pattern], key.slice(star, key.length - (pattern.length - star - 1)))
  })
}

/** The files that a package is entered by, for a path in it. */
export function entryFiles(value: PackageFile, path: string): string[] {
  const { exports, main, module, bin } = value
  const exported = exports === undefined ? [] : targetsOf(exports, path)
  if (path !== '.') return exported.length > 0 ? exported : [path]
  const plain = [main, module, 'index'].filter((file) => typeof file === 'string').map((file) => `./${file}`)
  return [...exported, ...leaves(bin, ''), ...(exports === undefined ? plain : [])]
}

export function dependenciesOf(value: PackageFile): string[] {
  const tables = ['dependencies', 'optionalDependencies', 'peerDependencies'].map((key) => value[key])
  return [...new Set(tables.flatMap((table) => (isPlainObject(table) ? Object.keys(table) : [])))]
}

function leaves(value: unknown, star: string): string[] {
  if (typeof value === 'string') return [value.replaceAll('*', star)]
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, star))
  return isPlainObject(value) ? Object.values(value).flatMap((item) => leaves(item, star)) : []
}

/**
 * Programs that npm packages of a project bring: where they are, and what of the machine they must see.
 *
 * A project says both by files and links of its own, so neither is believed: a program lies inside its package, a
 * package in the workspace or among packages, and of what a link leads to only packages are shown.
 *
 * @module
 */
import { dirname, join } from 'node:path'
import { isPlainObject } from '../../kernel/index.ts'
import { isWithin, readSmallFile, realPathOf } from '../files/index.ts'

export interface PackageProgramRequest {
  readonly package: string
  /** Its name among the programs of the package. */
  readonly program: string
  /** The folder where the search begins; it goes on above it. */
  readonly from: string
  readonly workspace: string
  /** Versions before this one are passed over. */
  readonly major?: number | undefined
}

/** The real path of the script. */
export function findPackageProgram(request: PackageProgramRequest): string | undefined {
  for (const folder of upward(request.from)) {
    const root = join(folder, 'node_modules', request.package)
    const script = scriptIn(root, request)
    if (script !== undefined) return script
  }
  return undefined
}

/** The folders of packages from `from` upward, as they are named and where they really are. */
export function packageFolders(from: string): string[] {
  return upward(from).flatMap((folder) => {
    const named = join(folder, 'node_modules')
    const real = packagesAt(named)
    return real === undefined ? [] : [named, real]
  })
}

/** The folder of packages that holds a real path, the outermost one. */
export function packagesOf(path: string): string | undefined {
  const [, folder] = /^(.*?\/node_modules)(?:\/|$)/s.exec(path) ?? []
  return folder
}

function scriptIn(
  root: string,
  { program, workspace, major = 0 }: PackageProgramRequest,
): string | undefined {
  const facts = readFacts(join(root, 'package.json'))
  const bin = facts?.['bin']
  const script = isPlainObject(bin) ? bin[program] : bin
  if (typeof script !== 'string' || Number.parseInt(String(facts?.['version']), 10) < major) return undefined
  const [folder, path] = [realOf(root), realOf(join(root, script))]
  if (folder === undefined || path === undefined || !isWithin(folder, path)) return undefined
  return isWithin(workspace, folder) || packagesOf(folder) !== undefined ? path : undefined
}

function readFacts(path: string): Record<string, unknown> | undefined {
  try {
    const facts: unknown = JSON.parse(readSmallFile(path) ?? '')
    return isPlainObject(facts) ? facts : undefined
  } catch {
    return undefined
  }
}

function packagesAt(path: string): string | undefined {
  const real = realOf(path, true)
  return real === undefined ? undefined : packagesOf(real)
}

function realOf(path: string, mustExist = false): string | undefined {
  try {
    const real = realPathOf(path)
    return mustExist && !real.exists ? undefined : real.path
  } catch {
    return undefined
  }
}

function upward(folder: string): string[] {
  const folders = [folder]
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at))
  return folders
}

/**
 * Which linters a project uses, by the configuration files beside and above what is to be looked at.
 *
 * @module
 */
import { lstatSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isWithin, type Programs, type Workspace } from '../../../host/index.ts'
import { findPackageProgram, packageFolders, packagesOf } from '../../../host/proc/index.ts'
import { readSmallFile } from '../../../host/files/index.ts'
import type { Linter } from './linter.ts'
import { linters } from './linters.ts'

/** One linter in one folder, and what it is to look at. */
export interface LintJob {
  readonly linter: Linter
  /** Where its configuration is, and where it runs. */
  readonly folder: string
  readonly config: string
  /** Real paths, inside the folder. */
  readonly paths: readonly string[]
}

/** For each path the nearest configuration of each linter, up to the top of the root that holds it. */
export function findJobs(files: Workspace, requests: readonly string[]): LintJob[] {
  const jobs = new Map<string, LintJob>()
  for (const request of requests) {
    const { path, root, exists } = files.resolve(request)
    if (!exists) files.openRead(request)[Symbol.dispose]()
    const isFile = kindOf(path) === 'file'
    for (const linter of linters) {
      if (isFile && !linter.endings.test(path)) continue
      const from = isFile ? dirname(path) : path
      const found =
        nearest(linter, from, root.path) ??
        (isFile && linter.needsNoConfig ? { folder: from, config: '' } : undefined)
      if (!found) continue
      const key = `${linter.name}:${found.folder}`
      const known = jobs.get(key)
      jobs.set(key, { linter, ...found, paths: [...new Set([...(known?.paths ?? []), path])] })
    }
  }
  return [...jobs.values()]
}

function nearest(linter: Linter, from: string, top: string): { folder: string; config: string } | undefined {
  for (let folder = from; isWithin(top, folder); folder = dirname(folder)) {
    const config = linter.configs.find((name) => isConfig(linter, folder, name))
    if (config !== undefined) return { folder, config }
    if (dirname(folder) === folder) break
  }
  return undefined
}

function isConfig({ shared }: Linter, folder: string, name: string): boolean {
  const path = join(folder, name)
  if (kindOf(path) !== 'file') return false
  return name !== shared?.name || shared.mentions.test(readSmallFile(path) ?? '')
}

export interface LinterProgram {
  readonly argv: readonly string[]
  /** What it must see in a sandbox beside the workspace. */
  readonly readable: readonly string[]
}

/** In `node_modules` from the folder of its configuration upward, or on the PATH. */
export async function findProgram(
  { linter, folder }: LintJob,
  programs: Programs,
  workspace: string,
): Promise<LinterProgram | undefined> {
  const script =
    linter.package === undefined
      ? undefined
      : findPackageProgram({ package: linter.package, program: linter.program, from: folder, workspace })
  const found = script === undefined ? await programs.find(linter.program) : undefined
  if (script === undefined && found === undefined) return undefined
  const argv = script === undefined ? [found ?? ''] : [process.execPath, script]
  const own = script === undefined ? undefined : packagesOf(script)
  const readable = [...packageFolders(folder), ...(own === undefined ? [] : [own]), dirname(argv[0] ?? '')]
  return {
    argv,
    readable: [...new Set(readable)].filter((path) => !isWithin(workspace, path) && path !== '/'),
  }
}

/** Beginning with `./`; the folder itself is `.`. */
export function argumentOf(folder: string, path: string): string {
  const name = relative(folder, path)
  return name === '' ? '.' : `./${name}`
}

export function kindOf(path: string): 'file' | 'folder' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) return 'file'
  return found?.isDirectory() ? 'folder' : undefined
}

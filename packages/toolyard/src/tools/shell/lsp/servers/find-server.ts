/**
 * Which server of a language is installed here: in `node_modules` from a folder upward, or on the PATH.
 *
 * @module
 */
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { ToolyardError } from '../../../../kernel/index.ts'
import { isWithin } from '../../../../host/index.ts'
import { findPackageProgram, packageFolders, packagesOf } from '../../../../host/proc/index.ts'
import type { Language, ServerSpec } from './language.ts'

export interface FoundServer {
  readonly spec: ServerSpec
  readonly argv: readonly string[]
  /** What it must see beside the workspace, also in a sandbox: itself, and the packages that the project uses. */
  readonly readable: readonly string[]
}

export interface ServerFinder {
  /** Where a program is on the PATH. */
  readonly findProgram: (name: string) => Promise<string | undefined>
  /** Where the search in `node_modules` begins. */
  readonly from: string
  readonly workspace: string
  readonly home: string | undefined
}

export async function findServer(language: Language, finder: ServerFinder): Promise<FoundServer> {
  for (const spec of language.servers) {
    const argv = inPackages(spec, finder) ?? (await onPath(spec, finder))
    if (argv) return { spec, argv, readable: await readableFor(spec, argv, finder) }
  }
  const [first] = language.servers
  throw new ToolyardError('unavailable', `no language server for ${language.title} is installed`, {
    hint: `Looked for ${language.servers.map(({ name }) => name).join(', ')}. To install one: ${first?.install}`,
  })
}

function inPackages(
  { npm, command: [program = '', ...args] }: ServerSpec,
  { from, workspace }: ServerFinder,
): readonly string[] | undefined {
  const script = npm && findPackageProgram({ ...npm, program, from, workspace })
  return script === undefined ? undefined : [process.execPath, script, ...args]
}

async function onPath(
  { command, npm }: ServerSpec,
  { findProgram }: ServerFinder,
): Promise<readonly string[] | undefined> {
  const [name = '', ...args] = command
  if (isAbsolute(name)) return command
  if (npm?.only) return undefined
  const path = await findProgram(name)
  return path === undefined ? undefined : [path, ...args]
}

async function readableFor(
  { readable = [] }: ServerSpec,
  argv: readonly string[],
  { from, home, workspace }: ServerFinder,
): Promise<readonly string[]> {
  const wanted = [
    ...argv.filter(isAbsolute).slice(1).map(dirname),
    ...(home === undefined ? [] : readable.map((name) => join(home, name))),
  ]
  const real = await Promise.all(wanted.map((path) => realpath(path).catch(() => undefined)))
  // A package that is linked lies among those that it needs itself.
  const folders = real.flatMap((path) => (path === undefined ? [] : [packagesOf(path) ?? path]))
  return [...new Set([...folders, ...packageFolders(from)])].filter((path) => !isWithin(workspace, path))
}

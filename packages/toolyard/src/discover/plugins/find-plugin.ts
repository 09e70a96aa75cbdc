/**
 * Where a plugin is: a folder by its path, or a package that is installed for the project.
 *
 * @module
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isPlainObject, messageOf, parseJson, tellValue } from '../../kernel/index.ts'
import { PluginFailure } from './plugin-failure.ts'

export interface FoundPlugin {
  /** Links resolved. */
  readonly folder: string
  readonly packageFile: string
  readonly name: string
  readonly version: string
  /** The `toolyard` field of its package.json. */
  readonly field: unknown
}

const packageName = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/

/** Where a plugin is, or would be. */
export async function placeOf(use: string, from: string): Promise<string> {
  const expected = isPath(use) ? resolve(from, use) : join(from, 'node_modules', use)
  return (await pluginFolder(use, from)) ?? expected
}

/** Links resolved; undefined if there is none. */
async function pluginFolder(use: string, from: string): Promise<string | undefined> {
  if (isPath(use)) return folderAt(resolve(from, use))
  if (!packageName.test(use)) return undefined
  for (let at = resolve(from); ; at = dirname(at)) {
    const found = await folderAt(join(at, 'node_modules', use))
    if (found !== undefined || dirname(at) === at) return found
  }
}

/** Throws a `PluginFailure`. */
export async function findPlugin(use: string, from: string): Promise<FoundPlugin> {
  const folder = await pluginFolder(use, from)
  if (folder === undefined) throw notFound(use, from)
  const packageFile = join(folder, 'package.json')
  const { name = use, version = '0.0.0', toolyard: field } = await readPackage(packageFile)
  if (typeof name !== 'string' || typeof version !== 'string')
    throw new PluginFailure(packageFile, 'its name or its version is no text', 'Correct package.json.')
  if (field === undefined)
    throw new PluginFailure(
      packageFile,
      'its package.json has no "toolyard" field, so it is no plugin',
      'Add "toolyard": { "tools": ["./tools"] } there, or take it out of `plugins`.',
    )
  return { folder, packageFile, name, version, field }
}

function isPath(use: string): boolean {
  return /^\.{1,2}(?:[\\/]|$)/.test(use) || isAbsolute(use)
}

async function folderAt(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : undefined
  } catch {
    return undefined
  }
}

async function readPackage(file: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const reason = isMissing
      ? 'it has no package.json'
      : `its package.json cannot be read: ${messageOf(error)}`
    throw new PluginFailure(file, reason, 'A plugin is a folder whose package.json has a "toolyard" field.')
  }
  const parsed = parseJson(text)
  if ('problem' in parsed)
    throw new PluginFailure(file, `its package.json ${parsed.problem}`, 'Correct the JSON.')
  if (isPlainObject(parsed.value)) return parsed.value
  throw new PluginFailure(
    file,
    `its package.json holds ${tellValue(parsed.value)}, not an object`,
    'Correct it.',
  )
}

function notFound(use: string, from: string): PluginFailure {
  if (isPath(use))
    return new PluginFailure(resolve(from, use), 'there is no such folder', 'Correct the path in `plugins`.')
  if (packageName.test(use))
    return new PluginFailure(
      join(from, 'node_modules', use),
      'the package is not installed',
      `Run \`npm install ${use}\`, or write "./${use}" where a folder is meant.`,
    )
  return new PluginFailure(
    from,
    'this is neither the name of a package nor a path',
    'Write the name of an installed package, or a path that begins with "./".',
  )
}

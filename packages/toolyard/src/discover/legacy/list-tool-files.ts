/**
 * Which tool files a registry names: those that its kinds list, then those that its patterns find. Nothing outside the
 * folder of the registry is looked at.
 *
 * @module
 */
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob, relative, resolve, sep } from 'node:path'
import { isInside } from '../scan-folder.ts'
import type { Table } from './table.ts'
import { discoveryKeys, kindNames, toolTypeKeys, typeOfKind } from './tool-keys.ts'

export interface ListedFile {
  readonly path: string
  /** The kind in whose table it stands; undefined if a pattern found it. */
  readonly kind: string | undefined
}

export interface ListedFiles {
  readonly files: readonly ListedFile[]
  /** Kinds that are switched off, as they are called today. */
  readonly disabled: ReadonlySet<string>
}

export interface RegistryPlace {
  /** The registry file, links resolved. */
  readonly file: string
  readonly project: string
}

const maxFiles = 1000
const maxFolderDepth = 8

export async function listToolFiles(registry: Table, place: RegistryPlace): Promise<ListedFiles> {
  const files = new Map<string, ListedFile>()
  const add = (path: string, kind: string | undefined): void => {
    if (!files.has(path) && files.size < maxFiles) files.set(path, { path, kind })
  }
  const disabled = new Set<string>()
  const off = new Set<string>()
  const types = registry.table('tool_types')
  for (const kind of types?.keys ?? []) {
    const table = types?.table(kind)
    const type = typeOfKind[kind.toLowerCase()]
    if (!table) continue
    if (type === undefined) {
      types?.warn(kind, {
        reason: `"${kind}" is not a kind of tool`,
        hint: `Use one of ${kindNames.join(', ')}.`,
      })
      continue
    }
    table.checkKeys(toolTypeKeys)
    const isEnabled = table.readSwitch()
    if (!isEnabled) disabled.add(type)
    for (const path of await listKind(table, kind, { place, isEnabled })) {
      if (isEnabled) add(path, kind)
      else off.add(path)
    }
  }
  const discovery = registry.table('auto_discovery')
  discovery?.checkKeys(discoveryKeys)
  if (discovery?.readSwitch())
    for (const path of await listDiscovered(discovery, place)) if (!off.has(path)) add(path, undefined)
  return { files: [...files.values()], disabled }
}

interface KindListing {
  readonly place: RegistryPlace
  /** Of a kind that is switched off, nothing is missed. */
  readonly isEnabled: boolean
}

async function listKind(table: Table, kind: string, { place, isEnabled }: KindListing): Promise<string[]> {
  const written = table.filled('config_directory') ?? kind
  const listed = table.texts('config_files')
  const key = table.value('config_directory') === undefined ? 'config_files' : 'config_directory'
  const { path: folder, isOutside } = await findFolder(written, place)
  if (isOutside) table.warn(key, outside(written, place))
  else if (folder === undefined) {
    if (isEnabled && (listed === undefined || listed.length > 0))
      table.warn(key, {
        reason: `the folder ${written} does not exist in ${dirname(place.file)}`,
        hint: await whereIs(listed?.[0], place, `Create it, or correct config_directory.`),
      })
  }
  if (folder === undefined) return []
  if (listed === undefined)
    return (await readFolder(folder)).filter((path) => !basename(path).startsWith('_'))
  const found: string[] = []
  for (const name of listed) {
    const { path, isOutside: leadsOut } = await findIn(dirname(place.file), resolve(folder, name))
    if (leadsOut) table.warn('config_files', outside(name, place))
    else if (path !== undefined) found.push(path)
    else if (isEnabled)
      table.warn('config_files', {
        reason: `${join(written, name)} does not exist`,
        hint: await whereIs(name, place, 'Create it, or take it out of config_files.'),
      })
  }
  return found
}

function outside(written: string, { file }: RegistryPlace): { reason: string; hint: string } {
  return {
    reason: `${written} leads out of ${dirname(file)}, and is not read`,
    hint: 'Keep tool files in the folder of the registry.',
  }
}

/** A file of that name in another folder is probably the one that is meant. */
async function whereIs(
  name: string | undefined,
  { file }: RegistryPlace,
  otherwise: string,
): Promise<string> {
  if (name === undefined) return otherwise
  const folder = dirname(file)
  const [found] = (await walk(folder, 2)).filter((path) => basename(path) === basename(name))
  if (found === undefined) return otherwise
  return `${relative(folder, found)} is there: write config_directory = "${relative(folder, dirname(found)) || '.'}".`
}

/** A path with links resolved; undefined if it does not exist, or leads out of the registry's folder. */
interface RealToolPath {
  readonly path: string | undefined
  readonly isOutside: boolean
}

/** Below the registry's folder, or below the project's (`configs/tools/rest`), if that is inside it. */
async function findFolder(written: string, { file, project }: RegistryPlace): Promise<RealToolPath> {
  const root = dirname(file)
  const inRoot = await findIn(root, resolve(root, written))
  return inRoot.path === undefined ? findIn(root, resolve(project, written), inRoot.isOutside) : inRoot
}

async function findIn(root: string, wanted: string, wasOutside = false): Promise<RealToolPath> {
  const real = await realpath(wanted).catch(() => undefined)
  if (real === root || (real !== undefined && isInside(real, root))) return { path: real, isOutside: false }
  return { path: undefined, isOutside: wasOutside || real !== undefined }
}

/** A program's manifest is TOML too, and something else. */
function isManifest(path: string): boolean {
  return path.endsWith('.tool.toml')
}

async function readFolder(folder: string): Promise<string[]> {
  return (await walk(folder, 0)).filter((path) => path.endsWith('.toml') && !isManifest(path))
}

async function listDiscovered(table: Table, place: RegistryPlace): Promise<string[]> {
  const patterns = table.texts('file_patterns') ?? ['*.toml']
  const excluded = table.texts('exclude_patterns') ?? ['_*']
  const found: string[] = []
  for (const written of table.texts('scan_directories') ?? ['.']) {
    const { path: folder, isOutside } = await findFolder(written, place)
    if (isOutside) table.warn('scan_directories', outside(written, place))
    else if (folder === undefined)
      table.warn('scan_directories', {
        reason: `the folder ${written} does not exist`,
        hint: 'Create it, or take it out of scan_directories.',
      })
    else
      for (const path of await walk(folder, maxFolderDepth)) {
        const name = relative(folder, path).split(sep).join('/')
        const isWanted = patterns.some((pattern) => matchesGlob(name, pattern))
        const isExcluded = excluded.some(
          (pattern) =>
            matchesGlob(name, pattern) || name.split('/').some((part) => matchesGlob(part, pattern)),
        )
        if (isWanted && !isExcluded && path !== place.file && !isManifest(path)) found.push(path)
      }
  }
  return found
}

/** Files below a folder, by path. Links are passed over: what they lead to has a place of its own. */
async function walk(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isFile()) found.push(path)
    else if (entry.isDirectory() && depth > 0 && found.length < maxFiles)
      found.push(...(await walk(path, depth - 1)))
  }
  return found
}

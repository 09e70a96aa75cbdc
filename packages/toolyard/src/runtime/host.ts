/**
 * What tools reach of the machine, from the options: workspace and roots, programs and their sandbox, the reading of commands.
 *
 * @module
 */
import { statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { LegacyRegistry } from '../discover/legacy/index.ts'
import type { McpServerSpec } from '../kinds/mcp/definition/index.ts'
import type { LoadedPlugins } from '../discover/plugins/index.ts'
import {
  createLazyHost,
  type HostAccess,
  isSensitivePath,
  isWithin,
  type SecretReader,
  type StartedCommand,
  topNames,
  workspaceState,
  realPath,
} from '../host/index.ts'
import { createLazyShell } from '../pipeline/policy/shell/index.ts'
import { type TrustedPlace, TrustGraph } from '../host/trust/index.ts'
import {
  createPolicy,
  matchesResource,
  parseRule,
  type Policy,
  speaksOfResources,
} from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { Settings } from './settings.ts'
import type { OwnState } from './own-state.ts'
import { recipientRules } from '../parts/index.ts'
import { guidancePaths } from './trusted-guidance.ts'
import { addParts, commandsOf } from './trusted-parts.ts'

export interface HostPlace {
  readonly workspace: string
  /** What paths in the options are relative to. */
  readonly folder: string
  readonly store: Store
  readonly state: OwnState
  readonly secrets: SecretReader
  readonly plugins: LoadedPlugins
  readonly older: LegacyRegistry | undefined
  /** Those of `mcpFile`. */
  readonly servers: Readonly<Record<string, McpServerSpec>>
  /** What was trusted, where the options come from a configuration that was found in a folder. */
  readonly trust: TrustedPlace | undefined
}

export function hostOf(options: Settings, place: HostPlace): HostAccess {
  const { roots, sandbox, sandboxNetwork, readFirst, languageServers, network } = options
  const { workspace, store, secrets } = place
  let kept: readonly string[] | undefined
  return createLazyHost({
    workspace,
    environment: options.environment ?? process.env,
    changes: store.changes,
    secrets,
    trust: place.trust,
    /** Worked out when files or programs are first used: it reads what tools import. */
    get protectedPaths() {
      return (kept ??= protectedPaths(options, place))
    },
    readableSecrets: readableSecrets(options, workspace),
    asideFolder: join(workspaceState(workspace, { ...process.env, ...options.environment }), 'set-aside'),
    statePaths: statePaths(place),
    ...(roots && { roots: roots.map((root) => ({ ...root, path: resolve(place.folder, root.path) })) }),
    ...(network && { network }),
    ...(sandbox && { sandbox }),
    ...(sandboxNetwork !== undefined && { sandboxNetwork }),
    ...(readFirst && { readFirst }),
    ...(languageServers && { languageServers }),
  })
}

/** A rule that lets a sensitive file be read by its name lets commands read it too. */
function readableSecrets({ policy = {} }: Settings, workspace: string): (path: string) => boolean {
  const patterns = (policy.allow ?? []).flatMap((spec) => {
    const rule = parseRule(spec, 'allow')
    const { specifier = '', toolPattern } = rule
    return toolPattern === 'read_file' && isSensitivePath(specifier) ? [rule] : []
  })
  return (path) =>
    patterns.some((rule) => matchesResource(rule, { kind: 'path', id: path, access: 'read' }, workspace))
}

/** What is ours alone: the state, and a database wherever it is, with the files that SQLite keeps beside it. */
function statePaths({ state, store }: Pick<HostPlace, 'state' | 'store'>): string[] {
  return [...state.places, ...databaseFiles(store)]
}

function databaseFiles({ location }: Store): string[] {
  return isAbsolute(location) ? ['', '-wal', '-shm', '-journal'].map((end) => location + end) : []
}

/** What is loaded as code, run as a hook, a program or a server, or believed: a program that writes there decides for people. */
function protectedPaths(options: Settings, place: HostPlace): string[] {
  const { workspace, folder, store, plugins, older } = place
  const { toolFolders = [], programs = [], toolIndex, mcpFile, toolRegistry, openapi = [] } = options
  const tops = [workspace, ...(options.roots ?? []).map(({ path }) => resolve(folder, path))]
  const documents = openapi.flatMap((spec) => (isUrl(spec?.document) ? [] : [spec?.document]))
  // What is found there by its name counts also while it is absent: it is loaded at the next start.
  const files = [toolIndex, mcpFile, ...topNames, ...documents].filter((path) => typeof path === 'string')
  const folders = [
    ...toolFolders,
    ...programs.map((path) => (isManifest(path) ? dirname(path) : path)),
    ...(toolRegistry === undefined ? [] : [dirname(toolRegistry)]),
    ...plugins.folders,
    ...(older?.definitions.flatMap(({ way }) => (way.kind === 'function' ? [way.module] : [])) ?? []),
  ]
  return [
    ...[...folders, ...files].map((path) => resolve(folder, path)),
    // Elsewhere no tool comes near it, and naming it would show it to programs.
    ...databaseFiles(store).filter((path) => tops.some((top) => isWithin(top, path))),
    ...commandsOf(options, place).flatMap((command) => scriptsOf(command, workspace)),
    ...followed(options, place),
    ...guidancePaths(options, place),
  ]
}

/** What all that imports and starts: as it was trusted, else as far as it shows now. */
function followed(options: Settings, place: HostPlace): string[] {
  const { workspace, folder, older, servers, trust } = place
  if (trust) return trust.protectedPaths
  const graph = new TrustGraph(writableRoots(options, place))
  const functions = older?.definitions.flatMap(({ way }) => (way.kind === 'function' ? [way.module] : []))
  addParts(graph, options, { workspace, folder, servers, modules: functions ?? [] })
  // Nobody compares the scripts that a command starts: their file is kept from being written.
  const scripts = [...graph.facts.keys()].flatMap((key) => /^(.*)#scripts\./s.exec(key)?.[1] ?? [])
  return [...graph.protectedPaths, ...new Set(scripts)]
}

/** Folders that tools can write to, links resolved. */
export function writableRoots(
  { roots = [] }: Settings,
  { workspace, folder }: Pick<HostPlace, 'workspace' | 'folder'>,
): string[] {
  const extra = roots.filter(({ access }) => access === 'read-write').map(({ path }) => resolve(folder, path))
  return [workspace, ...extra].map(realPath)
}

const isUrl = (place: string): boolean => /^https?:/i.test(place)
const isManifest = (path: string): boolean => /\.tool\.(?:toml|json)$/.test(path)

/** The files of the workspace that a command names, data too. */
function scriptsOf({ argv, cwd }: StartedCommand, workspace: string): string[] {
  return argv.map((word) => resolve(cwd, word)).filter((path) => isWithin(workspace, path) && isFile(path))
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Command lines are read where rules or tools speak of commands. */
export function policyOf(
  { policy: spec, builtins = [], roots = [], channels }: Settings,
  { workspace, folder, ...own }: Pick<HostPlace, 'workspace' | 'folder' | 'state' | 'store'>,
): Policy {
  const derived = recipientRules(channels)
  if (!speaksOfResources(createPolicy(spec)) && !builtins.includes('shell'))
    return createPolicy(spec, { derived })
  const places = [workspace, ...roots.map(({ path }) => resolve(folder, path))]
  return createPolicy(spec, {
    shell: createLazyShell({ roots: places, statePaths: statePaths(own) }),
    derived,
  })
}

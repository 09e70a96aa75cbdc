/**
 * From a configuration file, or a folder without one, to what was trusted of it, and to the whole graph of what it loads and
 * starts.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configHome, realPath, sharedState, stateHome } from '../host/index.ts'
import { filesBelow, TrustedPlace, type TrustGraph, TrustStore } from '../host/trust/index.ts'
import { configNames } from './config.ts'
import { writableRoots } from './host.ts'
import { serversOfFile } from './mcp.ts'
import { readOlderRegistry } from './open-sources.ts'
import type { Settings } from './settings.ts'
import { addGuidance } from './trusted-guidance.ts'
import { addParts, addPrograms } from './trusted-parts.ts'

export interface PlaceRequest {
  /** The configuration; undefined if the folder has none. */
  readonly file: string | undefined
  /** What tools work in where the configuration says nothing else. */
  readonly folder: string
  /** The workspace that was named for this run. */
  readonly workspace?: string | undefined
  readonly environment?: NodeJS.ProcessEnv
}

export function openTrustedPlace({ file, folder, workspace, environment }: PlaceRequest): TrustedPlace {
  const base = realPath(file === undefined ? folder : dirname(resolve(file)))
  const named = workspace === undefined ? [] : [realPath(resolve(workspace))]
  return new TrustedPlace({
    subject: realPath(resolve(file ?? folder)),
    store: new TrustStore(sharedState('trust', [base, ...named], environment)),
    state: stateHome(environment),
    roots: [base],
    named,
  })
}

/** The configurations that were trusted in a folder or above it, and are gone: what they forbade would be allowed. */
export function lostConfigs(folder: string, environment?: NodeJS.ProcessEnv): string[] {
  const store = new TrustStore(sharedState('trust', [folder], environment))
  const lost: string[] = []
  for (let at = realPath(resolve(folder)); ; at = dirname(at)) {
    for (const name of configNames) if (store.stamp(join(at, name)) !== '') lost.push(join(at, name))
    if (dirname(at) === at) return lost
  }
}

/** What the configuration itself imports. */
export function configGraph(place: TrustedPlace, file: string | undefined): TrustGraph {
  const graph = place.graph()
  if (file !== undefined) graph.file(resolve(file), 'loaded')
  for (const path of place.record?.extra ?? []) graph.file(path, 'loaded')
  // This program, where it lies in the folder itself.
  for (const path of [process.argv[1], process.execPath]) if (path !== undefined) graph.file(path, 'loaded')
  return graph
}

/** All that the configuration loads and starts. `options` are complete: with the files that are found beside it. */
export async function wholeGraph(
  place: TrustedPlace,
  file: string | undefined,
  options: Settings,
): Promise<TrustGraph> {
  const workspace = realPath(resolve(options.workspace ?? '.'))
  const folder = resolve(options.baseFolder ?? workspace)
  const graph = configGraph(place, file)
  const servers = await serversOfFile(options, folder)
  const older = await readOlderRegistry(options, folder).catch(() => undefined)
  const modules = older?.definitions.flatMap(({ way }) => (way.kind === 'function' ? [way.module] : [])) ?? []
  const parts = { workspace, folder, servers, modules }
  addParts(graph, options, parts)
  await addPrograms(graph, options, parts)
  addGuidance(graph, options, parts)
  return graph
}

/** Whether a tool folder holds a file that was not there when it was trusted. */
export function hasNewFiles(place: TrustedPlace, { toolFolders = [], baseFolder = '.' }: Settings): boolean {
  return toolFolders.some((path) =>
    filesBelow(realPath(resolve(baseFolder, path)), isCode).some((file) => !place.knows(file)),
  )
}

function isCode(name: string): boolean {
  return /\.(?:[mc]?[jt]s|tool\.toml|tool\.json)$/.test(name) && !/\.d\.[mc]?ts$/.test(name)
}

/** Tells the place which folders tools can write to, now that the configuration is known. Throws `untrusted`. */
export function settlePlace(place: TrustedPlace, options: Settings): void {
  const workspace = realPath(resolve(options.workspace ?? '.'))
  place.settle(writableRoots(options, { workspace, folder: resolve(options.baseFolder ?? workspace) }))
}

/** Whether an older version has trusted this folder by its path. That says nothing about what is in it now. */
export function wasTrustedByPath(folder: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const file = join(configHome(environment), 'trusted.json')
  try {
    const known: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(known) && known.includes(realPath(folder))
  } catch {
    return false
  }
}

/** Files that are known by their names, with the options that they stand for. */
export const knownFiles = { mcpFile: 'mcp.json', toolRegistry: 'configs/tools/__registry__.toml' } as const

/** Those of a folder that the options say nothing of. */
export function filesBeside(
  options: Settings,
  { base, hasConfig }: { readonly base: string; readonly hasConfig: boolean },
): readonly (readonly [option: keyof typeof knownFiles, path: string])[] {
  return (Object.entries(knownFiles) as [keyof typeof knownFiles, string][])
    .filter(
      // A project that has a configuration has moved on from the older form, or names it there.
      ([option, file]) =>
        existsSync(join(base, file)) && !(option in options) && !(option === 'toolRegistry' && hasConfig),
    )
    .map(([option, file]) => [option, join(base, file)])
}

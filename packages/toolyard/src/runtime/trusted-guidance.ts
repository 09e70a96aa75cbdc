/**
 * What a workspace tells agents, for people to trust: files of instructions, and skills. Models follow them, so that only what
 * people have seen counts.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { instructionsOf } from '../agents/index.ts'
import { realPath } from '../host/index.ts'
import { filesBelow, type TrustGraph } from '../host/trust/index.ts'
import { skillFolders } from '../parts/index.ts'
import type { Settings } from './settings.ts'

interface GuidancePlace {
  readonly workspace: string
  /** What paths in the options are relative to. */
  readonly folder: string
}

export function addGuidance(
  graph: TrustGraph,
  options: Settings,
  { workspace, folder }: GuidancePlace,
): void {
  const names = instructionNames(options)
  if (names.size > 0)
    for (const path of filesBelow(workspace, (name) => names.has(name))) graph.file(path, 'data')
  for (const path of foldersOf(options, { workspace, folder }))
    for (const file of filesBelow(realPath(path), () => true)) graph.file(file, 'data')
}

/** What tools must not write, though nobody compares it: at the top of the workspace, and where skills are. */
export function guidancePaths(options: Settings, place: GuidancePlace): string[] {
  return [
    ...[...instructionNames(options)].map((name) => join(place.workspace, name)),
    ...foldersOf(options, place),
  ]
}

/** Whether a folder has something that agents are told. */
export function hasGuidance(workspace: string): boolean {
  return guidancePaths({}, { workspace, folder: workspace }).some((path) => existsSync(path))
}

/** Those of the configuration, and of the agents that it makes. */
function instructionNames({ agents: { create = [], ...settings } = {} }: Settings): ReadonlySet<string> {
  const own = create.flatMap((spec) => {
    const names: unknown = spec?.settings?.['instructions']
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  })
  return new Set([...instructionsOf({ name: '', settings: {} }, settings), ...own])
}

function foldersOf({ agents = {} }: Settings, { workspace, folder }: GuidancePlace): string[] {
  const configured = agents.skillFolders ?? []
  return [
    ...configured.map((path) => resolve(folder, path)),
    ...skillFolders.map((path) => join(workspace, path)),
  ]
}

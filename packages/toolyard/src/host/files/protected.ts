/**
 * Files that configure this machine, this project or this runtime, and so can make something run or lift a limit.
 *
 * No tool may write them, whether they exist or not, however their names are spelt.
 *
 * @module
 */
import { relative } from 'node:path'
import { foldPath } from './fold-name.ts'
import { isWithin } from './roots.ts'

/** What makes something run later, or is told to agents, wherever it is. */
const settingNames = [
  '.mcp.json',
  '.vscode',
  '.claude',
  '.cursor',
  '.codex',
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  '.husky',
  '.toolyard',
] as const
/** The same for what only counts in a folder of that name. */
const settingPaths = [
  '.cargo/config.toml',
  '.cargo/config',
  '.yarn/releases',
  '.yarn/plugins',
  '.agents/skills',
] as const
/** At the top of a root alone: elsewhere the names are common. */
export const topNames = ['configs/tools', 'mcp.json'] as const

/** Anywhere below a root, with everything in them. */
const anywhere: ReadonlySet<string> = new Set(['.git', 'git~1', ...settingNames])
const atTop = topNames.map((path) => path.split('/'))
const anywherePaths = settingPaths.map((path) => path.split('/'))
/** Whatever Toolyard or a loader could take for it; a document of that name is none. */
const configuration = /^toolyard\.config\.(?:[cm]?[jt]s|json)$/

/** `path` is below a root: the folders above it say nothing. */
export function isProtectedName(path: string): boolean {
  const parts = foldPath(path)
  return (
    parts.some((part) => anywhere.has(part) || configuration.test(part)) ||
    atTop.some((names) => startsWith(parts, names)) ||
    anywherePaths.some((names) => parts.some((_, at) => startsWith(parts.slice(at), names)))
  )
}

/** Whether `path` is one of `folders` or in one, in any spelling. */
export function isInFolders(path: string, folders: readonly string[]): boolean {
  return folders.some(
    (folder) =>
      isWithin(folder, path) || startsWith(foldPath(relative('/', path)), foldPath(relative('/', folder))),
  )
}

function startsWith(parts: readonly string[], names: readonly string[]): boolean {
  return names.length <= parts.length && names.every((name, index) => parts[index] === name)
}

/**
 * What a sandboxed program left in the workspace to run outside the sandbox later. New hooks and settings of git that name
 * programs are moved away, because git runs them without being asked; nothing is lost. Other files that configure editors
 * and package managers stay, and are told.
 *
 * @module
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Leftovers } from '../program.ts'
import type { Survey } from './file-survey.ts'
import { isGitSetting, isHarmless } from './git-settings.ts'
import { type ChangedSetting, changedSettings, type KeptSettings } from './kept-settings.ts'

export interface BeforeProgram extends Survey {
  readonly kept: KeptSettings
}

/** `now` and `before`: what was there when the program ended, and when it began. */
export function judgeLeftovers(now: Survey, before: BeforeProgram, folder: string): Leftovers | undefined {
  const fresh = (name: 'settings' | 'links' | 'pointed'): string[] => {
    const known = new Set(before[name])
    return now[name].filter((path) => !known.has(path))
  }
  const settings = new Set(now.settings)
  const found = [...fresh('settings'), ...fresh('links')]
  const harmful = found
    .filter((path) => isGitSetting(path) && !isHarmless(path, settings))
    .flatMap((path) => (basename(path) === 'hooks' ? hooksIn(path) : [path]))
  const moved = [...harmful, ...fresh('pointed')].map((from) => ({ from, to: putAside(from, folder) }))
  const told = found.filter((path) => !isGitSetting(path))
  const restored = changedSettings(before.kept, settings).flatMap((changed) => putBack(changed, folder))
  return moved.length + told.length + restored.length > 0
    ? { moved: [...moved, ...restored], told }
    : undefined
}

/** A file says again what it said before; of a folder of hooks that was replaced, nothing runs any more. */
function putBack({ path, content }: ChangedSetting, folder: string): Leftovers['moved'] {
  const names = content === undefined && lstatSync(path).isDirectory() ? hooksIn(path) : [path]
  const moved = names.map((from) => ({ from, to: putAside(from, folder), restored: content !== undefined }))
  if (content !== undefined) writeFileSync(path, content, { encoding: 'latin1', flag: 'wx' })
  return moved
}

function hooksIn(folder: string): string[] {
  try {
    if (lstatSync(folder).isSymbolicLink()) return [folder]
    return readdirSync(folder).flatMap((name) => (name.endsWith('.sample') ? [] : [join(folder, name)]))
  } catch {
    return [folder]
  }
}

/** Below `folder`, under its whole path; answers where it is now. */
function putAside(from: string, folder: string): string {
  const to = freeName(join(folder, from))
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    renameSync(from, to)
  } catch {
    // On another disk. A link is copied as a link: what it leads to stays where it is.
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
  return to
}

function freeName(path: string): string {
  for (let count = 0; ; count++) {
    const name = count === 0 ? path : `${path}.${count}`
    if (!existsSync(name)) return name
  }
}

/**
 * What the settings of git said when a program began. They are mounted read-only for it, but a file that a person replaces
 * meanwhile, as `git config` does, loses its mount: from then on the program can write it. So afterwards contents are
 * compared, not names.
 *
 * @module
 */
import { type BigIntStats, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Survey } from './file-survey.ts'
import { harmIn, isGitSetting } from './git-settings.ts'

/** One setting; a folder of hooks has no content. */
interface KeptSetting {
  /** Which file it was. */
  readonly file: string
  readonly stamp: string
  readonly content?: string | undefined
}

export type KeptSettings = ReadonlyMap<string, KeptSetting>

/** One that is no longer what it was, and could run something now. */
export interface ChangedSetting {
  readonly path: string
  /** What it said before; nothing for a folder. */
  readonly content?: string | undefined
}

const mostBytes = 1 << 20

/** Reads settings again only if they have changed. */
export class SettingReader {
  readonly #known = new Map<string, KeptSetting>()

  read({ settings, pointed }: Survey): KeptSettings {
    const kept = new Map<string, KeptSetting>()
    for (const path of [...settings.filter(isGitSetting), ...pointed]) {
      const setting = this.#readOne(path)
      if (setting) kept.set(path, setting)
    }
    for (const path of this.#known.keys()) if (!kept.has(path)) this.#known.delete(path)
    return kept
  }

  #readOne(path: string): KeptSetting | undefined {
    const stats = statOf(path)
    if (!stats) return undefined
    const known = this.#known.get(path)
    if (known?.stamp === stampOf(stats)) return known
    const setting = {
      file: fileOf(stats),
      stamp: stampOf(stats),
      ...(stats.isFile() && { content: contentOf(path, stats) }),
    }
    this.#known.set(path, setting)
    return setting
  }
}

/** Which of them were replaced since, by something that git would run programs by. */
export function changedSettings(
  kept: KeptSettings,
  settings: ReadonlySet<string>,
): readonly ChangedSetting[] {
  return [...kept].flatMap(([path, { file, content }]) => {
    const stats = statOf(path)
    // The same file was mounted read-only all the time: what has changed in it, a person has changed.
    if (!stats || fileOf(stats) === file || !isInPlace(path)) return []
    if (!stats.isFile()) return [{ path, content }]
    const now = contentOf(path, stats)
    if (now !== undefined && now === content) return []
    const before = new Set(content === undefined ? [] : harmIn(path, { text: content, settings }))
    const harm = now === undefined ? ['it is too large'] : harmIn(path, { text: now, settings })
    return harm.every((each) => before.has(each)) ? [] : [{ path, content }]
  })
}

/** No link stands on the way. */
function isInPlace(path: string): boolean {
  try {
    return realpathSync.native(dirname(path)) === dirname(path)
  } catch {
    return false
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Numbers of files are used again: with the time of its birth it is one file. */
function fileOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`
}

function stampOf(stats: BigIntStats): string {
  return `${fileOf(stats)}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
}

function contentOf(path: string, { size }: BigIntStats): string | undefined {
  try {
    return size > mostBytes ? undefined : readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

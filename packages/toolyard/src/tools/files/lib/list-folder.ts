/**
 * The entries of a folder and of folders in it: folders first, then by name, as many as are asked for, and how many there are.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { type OpenFolder } from '../../../host/index.ts'
import { kindOf } from '../../../host/files/index.ts'

export interface ListedEntry {
  /** Below the folder that is listed, with `/` between names. */
  readonly path: string
  readonly kind: string
  readonly size?: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  /** Where a link leads, as it is written. */
  readonly target?: string
}

export interface FolderListing {
  readonly entries: readonly ListedEntry[]
  /** All that could be shown, also past the limit. */
  readonly total: number
  /** Whether there are even more, which were not counted. */
  readonly isPartial: boolean
  readonly hidden: number
}

export interface FolderListRequest {
  readonly depth: number
  readonly limit: number
  readonly hidden: boolean
  readonly signal: AbortSignal
}

/** Counting ends here: a tree can be endless for practical purposes. */
const mostCounted = 250_000

export async function listFolder(folder: OpenFolder, request: FolderListRequest): Promise<FolderListing> {
  const walk = new Walk(request)
  await walk.visit(folder, { above: '', level: 0 })
  return walk
}

/** Where a folder stands below the one that is listed. */
interface FolderLevel {
  /** Names on the way, each with a `/` behind it. */
  readonly above: string
  /** 0 for the folder itself. */
  readonly level: number
}

class Walk implements FolderListing {
  readonly entries: ListedEntry[] = []
  total = 0
  isPartial = false
  hidden = 0
  readonly #request: FolderListRequest

  constructor(request: FolderListRequest) {
    this.#request = request
  }

  async visit(folder: OpenFolder, place: FolderLevel): Promise<void> {
    const { above, level } = place
    const { depth, limit, signal } = this.#request
    signal.throwIfAborted()
    const { folders, others } = this.#sort(await folder.entries())
    const goesOn = level + 1 < depth
    const room = limit - this.entries.length
    const shownFolders = smallest(folders, goesOn ? Infinity : room)
    for (const name of shownFolders) {
      this.#show(folder, name, above)
      if (goesOn) await this.#enter(folder, name, place)
    }
    const left = limit - this.entries.length
    if (left > 0) for (const name of smallest(others, left)) this.#show(folder, name, above)
  }

  async #enter(folder: OpenFolder, name: string, { above, level }: FolderLevel): Promise<void> {
    if (this.total >= mostCounted) {
      this.isPartial = true
      return
    }
    using child = folder.child(name)
    if (child) await this.visit(child, { above: `${above}${name}/`, level: level + 1 })
  }

  #sort(found: readonly Dirent[]): { readonly folders: string[]; readonly others: string[] } {
    const folders: string[] = []
    const others: string[] = []
    const all = this.#request.hidden
    for (const entry of found) {
      const { name } = entry
      if (!all && name.charCodeAt(0) === 46) this.hidden++
      else if (entry.isDirectory()) folders.push(name)
      else others.push(name)
    }
    this.total += folders.length + others.length
    return { folders, others }
  }

  #show(folder: OpenFolder, name: string, above: string): void {
    if (this.entries.length >= this.#request.limit) return
    const stat = folder.stat(name)
    if (!stat) return
    const target = stat.isSymbolicLink() ? folder.linkTarget(name) : undefined
    this.entries.push({
      path: above + name,
      kind: kindOf(stat),
      ...(stat.isFile() && { size: Number(stat.size) }),
      modifiedAt: Number(stat.mtimeMs),
      ...(target !== undefined && { target }),
    })
  }
}

/** The first `count` names in order, without putting all of a huge folder in order. */
function smallest(names: readonly string[], count: number): string[] {
  if (names.length <= count * 2) return inOrder(names).slice(0, count)
  let kept: string[] = []
  let bound: string | undefined
  for (const name of names) {
    if (bound !== undefined && name >= bound) continue
    kept.push(name)
    if (kept.length < count * 2) continue
    kept = inOrder(kept).slice(0, count)
    bound = kept.at(-1)
  }
  return inOrder(kept).slice(0, count)
}

function inOrder(names: readonly string[]): string[] {
  return names.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0))
}

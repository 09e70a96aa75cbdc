/**
 * The hashes of files and folders. A file whose stamp is as it was is not read again: stamps hold the time of the last
 * change of its inode, which no program can set.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { filesBelow, mostBytes, mostFiles } from './code-files.ts'

/** The hash, and the stamp that the file had. */
export type SeenFile = readonly [hash: string, stamp: string]

/** Never run: types and maps of other files. */
const passedOver = /\.d\.[mc]?ts$|\.map$/

export function hashOf(content: string | NodeJS.ArrayBufferView): string {
  return createHash('sha256').update(content).digest('hex')
}

export class Contents {
  readonly #known = new Map<string, SeenFile>()
  #bytes = 0

  /** Lets as much be read again. */
  begin(): void {
    this.#bytes = 0
  }

  /** What was seen before, under this path. */
  know(path: string, seen: SeenFile): void {
    this.#known.set(path, seen)
  }

  /** Undefined if it is no file, can't be read, or is too much. */
  seen(path: string): SeenFile | undefined {
    try {
      const facts = lstatSync(path, { bigint: true })
      const stamp = `${facts.ino}:${facts.size}:${facts.mtimeNs}:${facts.ctimeNs}`
      const known = this.#known.get(path)
      if (known?.[1] === stamp) return known
      const content = facts.isSymbolicLink() ? `-> ${readlinkSync(path)}` : this.#read(path, facts)
      if (content === undefined) return undefined
      const seen: SeenFile = [hashOf(content), stamp]
      this.#known.set(path, seen)
      return seen
    } catch {
      return undefined
    }
  }

  /** Every file of a folder by its path in it; undefined if they are too many, or one can't be read. */
  tree(folder: string): ReadonlyMap<string, SeenFile> | undefined {
    const paths = filesBelow(folder, (name) => !passedOver.test(name))
    if (paths.length > mostFiles) return undefined
    const found = new Map<string, SeenFile>()
    for (const path of paths) {
      const seen = this.seen(path)
      if (!seen) return undefined
      found.set(relative(folder, path), seen)
    }
    return found
  }

  #read(path: string, facts: { isFile(): boolean; readonly size: bigint }): Buffer | undefined {
    this.#bytes += Number(facts.size)
    return facts.isFile() && this.#bytes <= mostBytes ? readFileSync(path) : undefined
  }
}

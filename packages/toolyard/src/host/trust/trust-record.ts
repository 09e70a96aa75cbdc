/**
 * What a person has trusted, by content: one file for each configuration, or for each folder without one, in the state
 * folder of the user, where tools can't write. Texts are kept beside it, so that a change can be shown.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isPlainObject } from '../../kernel/index.ts'
import { hashOf, type SeenFile } from './contents.ts'
import { whileLocked } from './write-lock.ts'

/** A file, or a text under a name of its own; with the paths that the file names. */
export interface TrustedEntry {
  readonly seen: SeenFile
  readonly names: readonly string[]
}

export interface TrustRecord {
  /** The configuration, or the folder. */
  readonly subject: string
  /** Trusted because it was named in a command, so only if it is named. */
  readonly isNamed: boolean
  /** Folders that tools can write to, as they were known when this was trusted. */
  readonly roots: readonly string[]
  /** Files that were named to us one by one, because nothing that can be read leads to them. */
  readonly extra: readonly string[]
  readonly entries: ReadonlyMap<string, TrustedEntry>
  /** The files of whole folders, read when they are needed. */
  readonly trees: ReadonlyMap<string, () => FileTree>
}

export type FileTree = ReadonlyMap<string, SeenFile>

const format = 1
/** Longer texts are told to have changed, without the difference. */
const mostKept = 1_000_000

export class TrustStore {
  readonly #folder: string

  /** `folder` is ours alone. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Something else after each write. */
  stamp(subject: string): string {
    const facts = statSync(this.#file(subject), { throwIfNoEntry: false, bigint: true })
    return facts ? `${facts.ino}:${facts.mtimeNs}` : ''
  }

  /** Calls back after writes, of other processes too. Does nothing if the folder can't be watched. */
  watch(onWrite: () => void): () => void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const watcher = watch(this.#folder, { persistent: false }, onWrite)
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      return () => {}
    }
  }

  read(subject: string): TrustRecord | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file(subject), 'utf8'))
      if (!isPlainObject(value) || value['format'] !== format || value['subject'] !== subject)
        return undefined
      const { isNamed, roots, extra, entries, trees } = value as unknown as StoredTrust
      return {
        subject,
        isNamed,
        roots,
        extra,
        entries: new Map(
          Object.entries(entries).map(([key, [hash, stamp, ...names]]) => [
            key,
            { seen: [hash, stamp], names },
          ]),
        ),
        trees: new Map(
          Object.entries(trees).map(([folder, name]) => [folder, once(() => this.#readTree(name))]),
        ),
      }
    } catch {
      return undefined
    }
  }

  /** No other caller writes the record of this subject meanwhile, in any process. */
  change<T>(subject: string, change: () => T): T {
    return whileLocked(this.#file(subject), change)
  }

  write(record: TrustRecord, texts: ReadonlyMap<string, string | Buffer> = new Map()): void {
    const { subject, isNamed, roots, extra } = record
    const entries = [...record.entries].map(([key, { seen, names }]) => [key, [...seen, ...names]] as const)
    const trees = [...record.trees].map(([folder, tree]) => [folder, this.#writeTree(tree())] as const)
    for (const [hash, text] of texts)
      if (text.length <= mostKept) keep(join(this.#folder, 'contents', hash), text)
    const kept: StoredTrust & Readonly<Record<string, unknown>> = {
      format,
      subject,
      isNamed,
      roots,
      extra,
      entries: Object.fromEntries(entries),
      trees: Object.fromEntries(trees),
    }
    put(this.#file(subject), JSON.stringify(kept))
  }

  remove(subject: string): void {
    rmSync(this.#file(subject), { force: true })
  }

  /** The text of this hash; undefined if it was too long to keep. */
  text(hash: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, 'contents', hash), 'utf8')
    } catch {
      return undefined
    }
  }

  #file(subject: string): string {
    const key = createHash('sha256').update(subject).digest('hex').slice(0, 16)
    const name = basename(subject)
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 40)
    return join(this.#folder, `${name}-${key}.json`)
  }

  /** Where it is lost, nothing of it is trusted. */
  #readTree(name: string): FileTree {
    try {
      const text = readFileSync(join(this.#folder, 'trees', name), 'utf8')
      return new Map(Object.entries(JSON.parse(text) as Record<string, SeenFile>))
    } catch {
      return new Map()
    }
  }

  #writeTree(tree: FileTree): string {
    const text = JSON.stringify(Object.fromEntries(tree))
    const name = `${hashOf(text)}.json`
    keep(join(this.#folder, 'trees', name), text)
    return name
  }
}

interface StoredTrust {
  readonly isNamed: boolean
  readonly roots: readonly string[]
  readonly extra: readonly string[]
  readonly entries: Readonly<Record<string, readonly [hash: string, stamp: string, ...names: string[]]>>
  readonly trees: Readonly<Record<string, string>>
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Its name is its content. */
function keep(file: string, text: string | Buffer): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) put(file, text)
}

/** Whole or not at all, and unreadable for other users. */
function put(file: string, text: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, file)
}

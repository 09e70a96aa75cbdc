/**
 * Names as ripgrep lists them with `--null`, read from its output in pieces.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { FoundName } from '../../../host/index.ts'

export interface NamedFile {
  /** For people: bytes that are no UTF-8 are replaced. */
  readonly name: string
  /** For the file system. */
  readonly at: FoundName
  /** Lines that match, if they were counted; 1 otherwise. */
  readonly count: number
}

const nul = 0
const lineFeed = 10
const here = Buffer.from('./')

/** Names end with NUL; with `counted` a number follows, up to the end of the line. */
export class FoundNames {
  readonly #counted: boolean
  #rest: Buffer = Buffer.alloc(0)

  constructor(counted: boolean) {
    this.#counted = counted
  }

  push(chunk: Buffer): NamedFile[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    return this.#plainNames(bytes) ?? this.#names(bytes)
  }

  /** Most lists are names alone, and all of them text: read at once. */
  #plainNames(bytes: Buffer): NamedFile[] | undefined {
    const end = bytes.lastIndexOf(nul)
    if (this.#counted || end < 0) return undefined
    const text = bytes.toString('utf8', 0, end)
    if (text.includes('\ufffd')) return undefined
    this.#rest = Buffer.from(bytes.subarray(end + 1))
    return text.split('\0').map((written) => {
      const name = written.startsWith('./') ? written.slice(2) : written
      return { name, at: name, count: 1 }
    })
  }

  #names(bytes: Buffer): NamedFile[] {
    const found: NamedFile[] = []
    let at = 0
    for (;;) {
      const nameEnd = bytes.indexOf(nul, at)
      if (nameEnd < 0) break
      const end = this.#counted ? bytes.indexOf(lineFeed, nameEnd) : nameEnd
      if (end < 0) break
      const count = this.#counted ? Number(bytes.toString('latin1', nameEnd + 1, end)) : 1
      found.push(toFound(bytes.subarray(at, nameEnd), count))
      at = end + 1
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    return found
  }

  /** What stands behind the last name: the statistics, if they were asked for. */
  get rest(): string {
    return this.#rest.toString()
  }
}

function toFound(bytes: Buffer, count: number): NamedFile {
  const plain = bytes.subarray(0, 2).equals(here) ? bytes.subarray(2) : bytes
  const name = plain.toString()
  const at = name.includes('\ufffd') && !Buffer.from(name).equals(plain) ? Buffer.from(plain) : name
  return { name, at, count }
}

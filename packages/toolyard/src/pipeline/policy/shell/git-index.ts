/**
 * The names of the files that a repository tracks, read from its index.
 *
 * @module
 */
import { readFileSync, statSync } from 'node:fs'

const maxBytes = 64 << 20
const headerBytes = 12
/** Times, device, inode, mode, owner and size of a file before its object's name. */
const factsBytes = 40

/** None where there is no index; undefined if it can't be read. */
export function trackedNames(path: string): readonly string[] | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  try {
    return found.size > maxBytes
      ? undefined
      : (namesIn(readFileSync(path), 20) ?? namesIn(readFileSync(path), 32))
  } catch {
    return undefined
  }
}

/** With object names of so many bytes. */
function namesIn(bytes: Buffer, idBytes: number): readonly string[] | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  const count = bytes.readUInt32BE(8)
  const names: string[] = []
  let at = headerBytes
  let before = ''
  for (let index = 0; index < count; index++) {
    const flagsAt = at + factsBytes + idBytes
    if (flagsAt + 2 > bytes.length) return undefined
    const isExtended = (bytes.readUInt16BE(flagsAt) & 0x4000) !== 0
    let nameAt = flagsAt + (isExtended ? 4 : 2)
    let kept = ''
    if (version === 4) {
      const { value, next } = readOffset(bytes, nameAt)
      if (value > before.length) return undefined
      kept = before.slice(0, before.length - value)
      nameAt = next
    }
    const end = bytes.indexOf(0, nameAt)
    if (end < 0) return undefined
    before = kept + bytes.toString('latin1', nameAt, end)
    names.push(Buffer.from(before, 'latin1').toString())
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return version >= 2 && version <= 4 && names.length === count && isName(names) ? names : undefined
}

/** Names that were read at the wrong places are not text, or not in order. */
function isName(names: readonly string[]): boolean {
  return names.every((name) => name !== '' && !name.startsWith('/'))
}

/** How many bytes of the name before are dropped. */
function readOffset(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from
  let byte = bytes[at++] ?? 0
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, next: at }
}

/**
 * Lines out of a file without the secrets that they show a part of.
 *
 * A line alone tells nothing of the key block that it stands in, or of a value that goes on in the next one. So lines are
 * judged with what stands around them in the file; those that stand near each other are judged together.
 *
 * @module
 */
import type { FoundFile, SecretReader } from '../../../host/index.ts'
import { bytesAfter, contextAfter, contextBefore, keyBytes } from '../lib/secret-context.ts'
import type { ShownSlice } from './match-record.ts'

export interface RedactOptions {
  readonly secrets: Pick<SecretReader, 'redactLines'>
  readonly signal: AbortSignal
}

/** Parts with less than this between them are judged together. */
const nearBytes = 4096
/** Bytes that are looked at before others get their turn. */
const turnBytes = 512 * 1024

/** What is shown of each part; they are in the order of the file. */
export async function redactShown(
  file: FoundFile,
  parts: readonly ShownSlice[],
  { secrets, signal }: RedactOptions,
): Promise<string[]> {
  const shown: string[] = []
  let bytes = 0
  for (const group of groupsOf(parts)) {
    for (const [index, text] of redactGroup(file, group, secrets).entries())
      shown.push(group[index]?.show(text) ?? '')
    bytes += keyBytes + endOf(group.at(-1)) - (group[0]?.start ?? 0)
    if (bytes < turnBytes) continue
    bytes = 0
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
  return shown
}

/** Neighbours, not more of them than can be looked at in one turn. */
function groupsOf(parts: readonly ShownSlice[]): ShownSlice[][] {
  const groups: ShownSlice[][] = []
  for (const part of parts) {
    const group = groups.at(-1)
    const isNear = group && part.start - endOf(group.at(-1)) < nearBytes
    if (isNear && part.start - (group[0]?.start ?? 0) < turnBytes) group.push(part)
    else groups.push([part])
  }
  return groups
}

function redactGroup(
  file: FoundFile,
  group: readonly ShownSlice[],
  secrets: RedactOptions['secrets'],
): string[] {
  const start = group[0]?.start ?? 0
  const from = Math.max(0, start - keyBytes)
  const lines = [contextBefore(file.read(from, start - from))]
  const places: number[] = []
  let at = start
  for (const { start: next, bytes } of group) {
    if (next > at + 1) lines.push(file.read(at, next - at).toString())
    places.push(lines.push(bytes.toString()) - 1)
    at = next + bytes.length
  }
  const clean = secrets.redactLines([...lines, contextAfter(file.read(at, bytesAfter))])
  return places.map((place) => clean[place] ?? '')
}

function endOf(part: ShownSlice | undefined): number {
  return part === undefined ? 0 : part.start + part.bytes.length
}

/**
 * The beginning of a body: whatever comes after the limit is neither unpacked nor kept.
 *
 * @module
 */

interface SomeBytes {
  readonly parts: readonly Uint8Array[]
  readonly size: number
  /** Whether there is more. */
  readonly isCut: boolean
}

export async function readBytes(body: AsyncIterable<Uint8Array>, most: number): Promise<SomeBytes> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    const room = most - size
    if (part.length > room) {
      parts.push(part.subarray(0, room))
      return { parts, size: most, isCut: true }
    }
    parts.push(part)
    size += part.length
  }
  return { parts, size, isCut: false }
}

/**
 * What calls changed in files, kept so that it can be undone.
 *
 * A change is told by the one stretch of bytes that differs: where it starts, how long it is now, and what stood there
 * before. The port is what a database adapter implements; the memory adapter forgets the oldest changes past its limits.
 *
 * @module
 */

export interface FileChange {
  readonly id: string
  readonly callId: string
  readonly threadId: string
  readonly tool: string
  /** The real path. */
  readonly path: string
  /** Where the stretch starts that was changed. */
  readonly start: number
  /** How many bytes it has now. */
  readonly length: number
  /** What stood there before; undefined if the file did not exist. */
  readonly before: Uint8Array | undefined
  /** SHA-256 of the whole file after the change, in hexadecimal. */
  readonly after: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface ChangeQuery {
  readonly threadId: string
  /** Only the changes of one call. */
  readonly callId?: string | undefined
  /** At most so many, the newest. */
  readonly count?: number | undefined
}

export interface FileChanges {
  /** Answers whether the change is kept; one that is too large is not. */
  record(change: FileChange): Promise<boolean>
  /** Newest first. */
  list(query: ChangeQuery): Promise<readonly FileChange[]>
  forget(ids: readonly string[]): Promise<void>
}

export interface MemoryChangesLimits {
  readonly changes: number
  readonly bytes: number
}

const defaultLimits: MemoryChangesLimits = { changes: 1000, bytes: 64 * 1024 * 1024 }

export function createMemoryChanges(limits: MemoryChangesLimits = defaultLimits): FileChanges {
  const kept = new Map<string, FileChange>()
  let bytes = 0
  const drop = (id: string): void => {
    bytes -= kept.get(id)?.before?.byteLength ?? 0
    kept.delete(id)
  }
  return {
    async record(change) {
      const size = change.before?.byteLength ?? 0
      if (size > limits.bytes) return false
      drop(change.id)
      // A copy: the bytes may be a part of a much larger buffer.
      kept.set(change.id, { ...change, before: change.before && Uint8Array.from(change.before) })
      bytes += size
      for (const id of kept.keys()) {
        if (bytes <= limits.bytes && kept.size <= limits.changes) break
        drop(id)
      }
      return true
    },
    async list({ threadId, callId, count = Infinity }) {
      const found = [...kept.values()].filter(
        (change) => change.threadId === threadId && (callId === undefined || change.callId === callId),
      )
      return found.toReversed().slice(0, count)
    },
    async forget(ids) {
      for (const id of ids) drop(id)
    },
  }
}

/** `ResultStore` in memory: the newest results, for some time if that is set, within a budget of characters. */
import { randomBytes } from 'node:crypto'
import type { StoredResult } from '../../define/index.ts'
import { createIds } from '../../kernel/index.ts'
import type { ResultStore } from '../results.ts'

const defaultSize = 128_000_000

interface KeptResult {
  readonly result: StoredResult
  readonly at: number
}

export interface MemoryRetention {
  /** Characters in all. */
  readonly maxSize?: number | undefined
  /** For as long as the process runs by default. */
  readonly maxAgeMs?: number | undefined
}

export function createMemoryResults({
  maxSize = defaultSize,
  maxAgeMs = Infinity,
}: MemoryRetention = {}): ResultStore {
  const ids = createIds()
  const kept = new Map<string, KeptResult>()
  let size = 0

  const makeRoom = (): void => {
    for (const [handle, { result, at }] of kept) {
      if (kept.size === 1 || (size <= maxSize && isFresh(at))) return
      kept.delete(handle)
      size -= result.text.length
    }
  }
  const isFresh = (at: number): boolean => Date.now() - at <= maxAgeMs

  return {
    put({ tool, text, dropped, principal }) {
      // Any caller that knows a handle may read the result: one must not lead to the next.
      const handle = `${ids.next('res')}_${randomBytes(12).toString('hex')}`
      const result = { handle, tool, text, dropped, ...(principal !== undefined && { principal }) }
      kept.set(handle, { result, at: Date.now() })
      size += text.length
      makeRoom()
      return handle
    },
    read: async (handle) => {
      const found = kept.get(handle)
      return found && isFresh(found.at) ? found.result : undefined
    },
    remove(handles) {
      for (const handle of handles) {
        size -= kept.get(handle)?.result.text.length ?? 0
        kept.delete(handle)
      }
    },
  }
}

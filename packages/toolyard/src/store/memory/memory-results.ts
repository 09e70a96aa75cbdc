/** `ResultStore` in memory: the newest results within a budget of characters. */
import { randomBytes } from 'node:crypto'
import type { StoredResult } from '../../define/index.ts'
import { createIds } from '../../kernel/index.ts'
import type { ResultStore } from '../results.ts'

const defaultBudget = 128_000_000

export function createMemoryResults(budget = defaultBudget): ResultStore {
  const ids = createIds()
  const kept = new Map<string, StoredResult>()
  let size = 0

  const makeRoom = (): void => {
    for (const [handle, { text }] of kept) {
      if (size <= budget || kept.size === 1) return
      kept.delete(handle)
      size -= text.length
    }
  }

  return {
    put({ tool, text, dropped, principal }) {
      // Any caller that knows a handle may read the result: one must not lead to the next.
      const handle = `${ids.next('res')}_${randomBytes(12).toString('hex')}`
      kept.set(handle, { handle, tool, text, dropped, ...(principal !== undefined && { principal }) })
      size += text.length
      makeRoom()
      return handle
    },
    read: async (handle) => kept.get(handle),
  }
}

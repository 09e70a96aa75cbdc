/** Which calls the journal does not know, after everything has ended. */
import { openStore } from '../../packages/toolyard/src/store/index.ts'
import { database } from './server.ts'

const pageSize = 2000

export async function findLost(
  folder: string,
  calls: ReadonlySet<string>,
): Promise<{ readonly rows: number; readonly lost: readonly string[] }> {
  const store = await openStore(database, { folder })
  const known = new Set<string>()
  try {
    for (let before: number | undefined; ;) {
      const page = await store.calls.list({ before, limit: pageSize })
      for (const { id } of page) known.add(id)
      if (page.length < pageSize) break
      before = page.at(-1)?.position
    }
  } finally {
    await store.close()
  }
  return { rows: known.size, lost: [...calls].filter((id) => !known.has(id)) }
}

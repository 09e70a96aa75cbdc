/** A program with a store: does what its parent asks, and tells how it went. Started by `other-process.ts`. */
import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ToolyardError } from '../../src/kernel/index.ts'
import { type CallRecord, type CatalogueEntry, openStore, type Store } from '../../src/store/index.ts'

let store: Store | undefined
let lock: DatabaseSync | undefined

const opened = (): Store => {
  if (!store) throw new Error('no store is open')
  return store
}

export const tasks = {
  async open(url: string): Promise<void> {
    await store?.close()
    store = await openStore(url, { folder: import.meta.dirname })
  },

  async begin(record: CallRecord): Promise<boolean> {
    return opened().calls.begin(record)
  },

  async finish(record: CallRecord): Promise<void> {
    await opened().calls.finish(record)
  },

  /** Begins and ends what it can get, many at a time; answers which ids it got. */
  async claim(records: readonly CallRecord[]): Promise<string[]> {
    const { calls } = opened()
    const claimed: string[] = []
    const waiting = [...records]
    const work = async (): Promise<void> => {
      for (let record = waiting.shift(); record; record = waiting.shift()) {
        if (!(await calls.begin({ ...record, status: 'running', ran: false }))) continue
        claimed.push(record.id)
        await calls.finish(record)
      }
    }
    await Promise.all(Array.from({ length: 50 }, work))
    return claimed
  },

  /** Counts a tool's version up, each time from what it read; answers how often others were quicker. */
  async countUp(tool: CatalogueEntry, times: number): Promise<number> {
    const { catalogue } = opened()
    let lost = 0
    for (let done = 0; done < times;) {
      const { revision, tools } = await catalogue.overview()
      const { version } = tools.find(({ id }) => id === tool.id) ?? { version: 0 }
      const changed = { ...tool, version: version + 1 }
      if (await catalogue.apply({ revision, tools: [changed], versions: [] })) done++
      else lost++
    }
    return lost
  },

  /** Which of the items were its to answer. */
  async settle(ids: readonly string[]): Promise<string[]> {
    const mine: string[] = []
    for (const id of ids)
      if (
        await opened().inbox.settle(id, { from: 'pending', to: 'approved', by: String(process.pid), at: 1 })
      )
        mine.push(id)
    return mine
  },

  async rows(): Promise<number> {
    return (await opened().calls.verify()).rows
  },

  async problems(): Promise<readonly string[]> {
    return (await opened().calls.verify()).problems
  },

  /** Takes a SQLite file for itself. */
  async lock(file: string): Promise<void> {
    lock = new DatabaseSync(file, { timeout: 10_000 })
    lock.exec('begin exclusive')
  },

  async unlock(): Promise<void> {
    lock?.exec('commit')
    lock?.close()
  },

  /** Writes until the disk is full. */
  async fill(file: string): Promise<string> {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
      } catch (error) {
        if (size === 1) return (error as NodeJS.ErrnoException).code ?? ''
      }
    }
    return ''
  },

  async remove(file: string): Promise<void> {
    rmSync(file)
  },
}

/** Past the limit of a file's size the kernel sends this; unheard, it ends the process. */
process.on('SIGXFSZ', () => {})
process.on('message', ({ id, task, args }: { id: number; task: keyof typeof tasks; args: never[] }) => {
  void answer(id, tasks[task], args)
})

async function answer(
  id: number,
  task: (...values: never[]) => Promise<unknown>,
  args: never[],
): Promise<void> {
  try {
    process.send?.({ id, value: await task(...args) })
  } catch (error) {
    const { code, message, hint } = ToolyardError.from(error)
    process.send?.({ id, error: { code, message, hint } })
  }
}

/**
 * Keeps the index file in step with what is known: one write at a time, the latest state last.
 *
 * @module
 */
import { messageOf } from '../kernel/index.ts'
import type { DiscoverProblem } from '../define/index.ts'
import { indexEntry, type KnownFile } from './known-file.ts'
import { type IndexedFile, writeIndex } from './tool-index.ts'

export interface IndexKeeper {
  /** Writes what is known, after the write that may be under way. Never rejects. */
  save(known: ReadonlyMap<string, KnownFile>): Promise<void>
  /** Why the last write failed, if it did. */
  readonly problem: DiscoverProblem | undefined
  /** Resolves when nothing is left to write. */
  settled(): Promise<void>
}

export function createIndexKeeper(file: string | undefined): IndexKeeper {
  let saving = Promise.resolve()
  let problem: DiscoverProblem | undefined
  const write = async (known: ReadonlyMap<string, KnownFile>): Promise<void> => {
    if (file === undefined) return
    try {
      await writeIndex(file, entriesOf(known))
      problem = undefined
    } catch (error) {
      const reason = `The tool index cannot be written: ${messageOf(error)}`
      problem = { file, reason, hint: 'Every file is imported at each start until this path can be written.' }
    }
  }
  return {
    save: (known) => (saving = saving.then(() => write(known))),
    get problem() {
      return problem
    },
    settled: () => saving,
  }
}

function entriesOf(known: ReadonlyMap<string, KnownFile>): ReadonlyMap<string, IndexedFile> {
  const entries = new Map<string, IndexedFile>()
  for (const [path, file] of known) {
    const entry = indexEntry(file)
    if (entry) entries.set(path, entry)
  }
  return entries
}

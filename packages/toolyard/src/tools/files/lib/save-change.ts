/**
 * Writes a changed file, and keeps what `undo` and the read ledger need to know of it.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { ToolContext } from '../../../define/index.ts'
import type { FileStamp, WriteMode, WrittenFile } from '../../../host/index.ts'
import { ledgerOf } from './read-ledger.ts'
import { contentOf, type Stretch } from './stretch.ts'

export interface ChangeToSave {
  readonly request: string
  /** The whole file before; undefined if there was none. */
  readonly before: Buffer | undefined
  readonly stretch: Stretch
  /** What must be there still. */
  readonly expected: FileStamp | 'nothing'
  readonly mode?: WriteMode
}

export interface SavedChange extends WrittenFile {
  /** Whether `undo` can take it back. */
  readonly canUndo: boolean
}

export async function saveChange(context: ToolContext, change: ChangeToSave): Promise<SavedChange> {
  const { host, thread, ids, clock } = context
  const { request, before, stretch, expected, mode = 'overwrite' } = change
  const content = before ? contentOf(before, stretch) : [stretch.insert]
  const digest = digestOf(content)
  const written = await host.files.write(request, mode === 'append' ? [stretch.insert] : content, {
    mode,
    expected,
  })
  const ledger = await ledgerOf(context)
  ledger.note(written, digest, clock.wall())
  const canUndo = await recorded(() =>
    host.changes.record({
      id: ids.next('change'),
      callId: context.callId,
      threadId: thread.id,
      tool: context.tool,
      path: written.path,
      start: stretch.start,
      length: stretch.insert.length,
      before: before?.subarray(stretch.start, stretch.end),
      after: digest,
      at: clock.wall(),
    }),
  )
  return { ...written, canUndo }
}

/** The file is written: that it can't be undone is reported, not thrown. */
async function recorded(record: () => Promise<boolean>): Promise<boolean> {
  try {
    return await record()
  } catch {
    return false
  }
}

function digestOf(content: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of content) hash.update(part)
  return hash.digest('hex')
}

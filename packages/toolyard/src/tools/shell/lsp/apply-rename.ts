/**
 * A rename, applied to all files or to none.
 *
 * Every new content is made, and every file checked, before the first is written. Each is written only if it is still
 * as the server knew it; if one fails, those before it are put back. No byte outside the edits changes.
 *
 * @module
 */
import { Buffer, isUtf8 } from 'node:buffer'
import type { ToolContext } from '../../../define/index.ts'
import type { FileStamp } from '../../../host/index.ts'
import { applyEdits, type LanguageClient, type Renaming, type TextEdit } from './servers/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { digestBytes, ledgerOf } from '../../files/lib/read-ledger.ts'
import { saveChange } from '../../files/lib/save-change.ts'
import { stretchBetween } from '../../files/lib/stretch.ts'
import { checkEdits, type RenamedName } from './check-edits.ts'
import type { FoundPlace } from './find-place.ts'
import type { ServerOfFile } from './open-server.ts'
import type { LspFileChanges } from './output.ts'

const byteOrderMark = '\ufeff'

interface NewContent extends LspFileChanges {
  readonly realPath: string
  /** As it was read. */
  readonly stamp: FileStamp
  readonly before: Buffer
  readonly text: string
  readonly edits: readonly TextEdit[]
  readonly after: Buffer
}

export async function applyRename(
  { server, client }: ServerOfFile,
  { place, newName }: { readonly place: FoundPlace; readonly newName: string },
  context: ToolContext,
): Promise<{ changed: readonly LspFileChanges[]; elsewhere: readonly string[] }> {
  const renaming = await server.rename(place.position, newName)
  if (!renaming || (renaming.edits.size === 0 && renaming.beyond.length === 0))
    return { changed: [], elsewhere: place.others }
  checkReach(renaming, server.server)
  const contents = await newContents(renaming, { client, renamed: { ...place, newName } }, context)
  context.signal.throwIfAborted()
  await writeAll(contents, context)
  const changed = contents.map(({ path, changes, lines }) => ({ path, changes, lines }))
  return { changed: changed.toSorted((left, right) => (left.path < right.path ? -1 : 1)), elsewhere: [] }
}

function checkReach({ beyond }: Renaming, server: string): void {
  if (beyond.length === 0) return
  throw new ToolyardError(
    'tool_failed',
    `${server} would also ${beyond.slice(0, 5).join(', ')} for this rename; nothing was changed`,
    { hint: 'Only text in files of the workspace is changed by a rename. Do this one by hand.' },
  )
}

async function newContents(
  { edits }: Renaming,
  { client, renamed }: { readonly client: LanguageClient; readonly renamed: RenamedName },
  context: ToolContext,
): Promise<NewContent[]> {
  const contents: NewContent[] = []
  try {
    for (const [path, list] of edits) {
      const content = await newContent(path, list, context)
      const known = await client.stamp(path)
      if (known !== undefined && known !== content.stamp) throw stale(content.path)
      contents.push(content)
    }
    for (const content of contents) checkEdits(content, renamed)
  } catch (error) {
    throw stopped(error, [])
  }
  return contents
}

async function newContent(
  path: string,
  edits: readonly TextEdit[],
  { host: { files } }: ToolContext,
): Promise<NewContent> {
  files.resolve(path, 'write')
  using file = files.openRead(path)
  if (files.isSensitive(path) || files.isSensitive(file.path))
    throw new ToolyardError('denied', `"${file.shown}" may hold secrets, and a rename does not change it`, {
      hint: 'Change that file with edit_file, so that the user can be asked.',
    })
  const before = await file.readPart(0, file.size)
  if (!isUtf8(before))
    throw new ToolyardError('tool_failed', `"${file.shown}" is not UTF-8`, {
      hint: 'Convert the file to UTF-8 first.',
    })
  const whole = before.toString('utf8')
  const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : ''
  const text = whole.slice(mark.length)
  return {
    path: file.shown,
    realPath: file.path,
    stamp: file.stamp,
    changes: edits.length,
    lines: [...new Set(edits.map(({ range }) => range.start.line + 1))].toSorted(
      (left, right) => left - right,
    ),
    before,
    text,
    edits,
    after: Buffer.from(mark + applyEdits(text, edits)),
  }
}

function stale(path: string): ToolyardError {
  return new ToolyardError('stale_file', `"${path}" has changed while the server worked`, {
    hint: 'Call again.',
    retryable: true,
  })
}

/** The error that stopped the rename, and what became of the files. */
function stopped(error: unknown, kept: readonly string[]): ToolyardError {
  const { code, message, hint, retryable } = ToolyardError.from(error)
  const state = kept.length === 0 ? 'nothing was changed' : `these stay changed: ${kept.join(', ')}`
  return new ToolyardError(code, `the rename stopped, ${state}: ${message}`, {
    hint,
    retryable,
    cause: error,
  })
}

interface RenameWrite {
  readonly content: NewContent
  readonly stamp: FileStamp
}

async function writeAll(contents: readonly NewContent[], context: ToolContext): Promise<void> {
  const written: RenameWrite[] = []
  try {
    for (const content of contents) written.push({ content, stamp: await save(content, context) })
  } catch (error) {
    throw stopped(error, await putBack(written, context))
  }
}

/** Answers the files that could not be put back. */
async function putBack(
  written: readonly RenameWrite[],
  { host, thread, callId }: ToolContext,
): Promise<string[]> {
  const kept = new Map<string, string>()
  for (const { content, stamp } of written) {
    const { path, realPath, before } = content
    await host.files.write(realPath, [before], { expected: stamp }).catch(() => kept.set(realPath, path))
  }
  const recorded = await host.changes.list({ threadId: thread.id, callId })
  await host.changes.forget(recorded.filter(({ path }) => !kept.has(path)).map(({ id }) => id))
  return [...kept.values()]
}

/** Who had read a file knows it after the rename; who had not must read it still. */
async function save(content: NewContent, context: ToolContext): Promise<FileStamp> {
  const { realPath, before, after, stamp: expected } = content
  const ledger = await ledgerOf(context)
  const seen = ledger.get(realPath)
  const isKnown = seen && (seen.stamp === expected || seen.digest === digestBytes(before))
  const stretch = stretchBetween(before, after)
  const { stamp } = await saveChange(context, { request: realPath, before, stretch, expected })
  if (!seen) ledger.forget(realPath)
  else if (!isKnown)
    ledger.note({ path: realPath, stamp: seen.stamp, changedAt: 0 }, seen.digest, context.clock.wall())
  return stamp
}

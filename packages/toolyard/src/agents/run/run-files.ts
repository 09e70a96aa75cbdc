/**
 * The files that a run wrote: what its calls and those of the runs below it named and had written when they ended well, and how these
 * files are now. What a shell command writes is not known, and so not told.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { Workspace } from '../../host/index.ts'
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import type { RunRecord, RunStore, WrittenPath } from '../../store/index.ts'
import { type FileRequest, mediaOf, type OpenedFile } from './attachments/index.ts'
import type { RunFile } from './run-event.ts'

/** Of one run, and of all that are told. */
const mostFiles = 200
const mostBelow = 1000
/** Looked at to find what a file is. */
const headBytes = 8192
/** Of a file that is handed out. */
const mostBytes = 50_000_000

export interface RunFilesParts {
  readonly store: { readonly runs: RunStore }
  readonly files: () => Workspace
}

/** A run with its files as they are. Never rejects: the end of a run is told in any case. */
export async function withFiles(
  parts: RunFilesParts,
  { files: written, ...run }: RunRecord,
): Promise<RunRecord & { readonly files?: readonly RunFile[] }> {
  const files = await filesOf(parts, { ...run, files: written }).catch(() => [])
  return files.length > 0 ? { ...run, files } : run
}

/** In the order in which they were first written; of several runs that wrote one, the first. */
export async function filesOf({ store, files }: RunFilesParts, run: RunRecord): Promise<readonly RunFile[]> {
  const written = new Map<string, WrittenPath & { readonly runId: string }>()
  for (const { id: runId, files: own = [] } of [run, ...(await runsBelow(store.runs, run))])
    for (const file of own)
      if (written.size < mostFiles && !written.has(file.path)) written.set(file.path, { ...file, runId })
  const found: RunFile[] = []
  for (const file of written.values()) {
    const state = await stateOf(files(), file.path)
    if (state) found.push({ ...file, ...state })
  }
  return found
}

/** Under the rules for reading: that a run wrote it does not open it to everyone. */
export async function readRunFile(
  parts: RunFilesParts & { readonly openFile: (request: FileRequest) => Promise<OpenedFile> },
  { run, path, principal }: { run: RunRecord; path: string; principal: string | undefined },
): Promise<Buffer> {
  const listed = (await filesOf(parts, run)).find((file) => file.path === path)
  const opened = listed?.exists ? await parts.openFile({ path, most: mostBytes, principal }) : undefined
  // What is there by now may be a link to something else.
  if (!opened || opened.shown !== path)
    throw new ToolyardError('not_found', `run "${run.id}" has no file "${visibleText(path)}"`, {
      hint: 'Take a path from the files of the run that still exists.',
    })
  if (opened.size > opened.bytes.length)
    throw new ToolyardError(
      'too_large',
      `"${visibleText(path)}" has ${opened.size.toLocaleString('en')} bytes; at most ${mostBytes.toLocaleString('en')} are sent`,
      { hint: 'Read it in the workspace.' },
    )
  return opened.bytes
}

/** What a call has written, by the paths that it named; `known` before them. */
export function withWritten(
  known: readonly WrittenPath[],
  fresh: readonly WrittenPath[],
): readonly WrittenPath[] {
  const paths = new Set(known.map(({ path }) => path))
  const added = fresh.filter(({ path }) => !paths.has(path) && paths.add(path))
  return added.length === 0 ? known : [...known, ...added].slice(0, mostFiles)
}

/** Paths as people read them: links are followed, and what is in no folder that tools may use is left out. */
export function shownPaths(files: Workspace, paths: readonly string[]): readonly string[] {
  return [
    ...new Set(
      paths.flatMap((path) => {
        try {
          return [files.resolve(path).shown]
        } catch {
          return []
        }
      }),
    ),
  ]
}

async function runsBelow(runs: RunStore, { id }: RunRecord): Promise<readonly RunRecord[]> {
  const found: RunRecord[] = []
  const waiting = [id]
  for (let parentId = waiting.shift(); parentId !== undefined; parentId = waiting.shift()) {
    if (found.length >= mostBelow) break
    const below = await runs.list({ parentId, limit: mostBelow })
    found.push(...below.toReversed())
    waiting.push(...below.map((run) => run.id))
  }
  return found
}

/** Undefined if it is a folder: that is no file that was written. */
async function stateOf(
  files: Workspace,
  path: string,
): Promise<Pick<RunFile, 'exists' | 'bytes' | 'mediaType'> | undefined> {
  try {
    using file = files.openRead(path)
    const head = await file.readPart(0, Math.min(file.size, headBytes))
    return { exists: true, bytes: file.size, mediaType: mediaOf(head, path).mediaType }
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    return isFolder(files, path) ? undefined : { exists: false }
  }
}

function isFolder(files: Workspace, path: string): boolean {
  try {
    using _ = files.openFolder(path)
    return true
  } catch {
    return false
  }
}

/**
 * One `glob` call: lists, and tells what was passed over.
 *
 * @module
 */
import type { HostAccess, SearchFolder } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { readGlobs } from './glob-set.ts'
import { type FileListing, listFiles } from './list-files.ts'
import { skipNotes, timeNote } from './skip-notes.ts'
import { visibleName } from './visible-name.ts'

export interface GlobInput {
  readonly pattern: string
  readonly path: string
  readonly limit: number
  readonly hidden: boolean
}

export interface GlobResult {
  /** Newest first, relative to the workspace. */
  readonly files: readonly string[]
  /** Files that fit, in all; absent if there are many more than are listed. */
  readonly total?: number | undefined
  readonly notes: readonly string[]
}

const timeoutMs = 30_000

export async function runGlob(input: GlobInput, host: HostAccess, signal: AbortSignal): Promise<GlobResult> {
  const { folder: opened, file } = host.search.open(input.path)
  using folder = opened
  if (file !== undefined)
    throw new ToolyardError('invalid_arguments', `path: "${input.path}" is a file, not a folder`, {
      hint: 'Name the folder to look in.',
    })
  const globs = readGlobs(input.pattern, folder.path)
  const hidden = input.hidden || globs.namesHidden
  const literal = new Set(globs.wanted.map((glob) => glob.slice(glob.lastIndexOf('/') + 1)))
  const isNamed = (name: string): boolean => literal.has(name.slice(name.lastIndexOf('/') + 1))
  const request = { host, folder, globs, hidden, isNamed, signal, timeoutMs, limit: input.limit }
  const first = await listFiles(request)
  const isIgnored = first.walked === 0 && folder.shown !== '.'
  const listing = isIgnored ? await listFiles({ ...request, onlyOwnIgnores: true }) : first
  const { shown } = folder
  return {
    files: listing.names.map((name) => (shown === '.' ? name : `${shown}/${name}`)),
    ...(listing.total !== undefined && { total: listing.total }),
    notes: notesOf(listing, { hidden, folder }),
  }
}

export function renderGlob({ files, notes }: GlobResult): string {
  const list = files.length === 0 ? 'No files fit.' : files.map(visibleName).join('\n')
  return notes.length === 0
    ? list
    : files.length === 0
      ? [list, ...notes].join('\n')
      : `${list}\n\n[${notes.join('\n')}]`
}

function notesOf(
  { names, total, secrets, walked, reason, skipped }: FileListing,
  { hidden, folder }: { readonly hidden: boolean; readonly folder: SearchFolder },
): string[] {
  const isEmpty = names.length === 0
  const all = total === undefined ? 'many more' : `${total}`
  return [
    ...(total === undefined || total > names.length
      ? [`${names.length} of ${all} files; raise limit or narrow the pattern to see the others.`]
      : []),
    ...(reason === 'timeout' ? [timeNote(timeoutMs, 'listed')] : []),
    ...(reason === 'enough' ? ['There are more files than can be sorted: narrow it with path.'] : []),
    ...(isEmpty ? [`${walked} files were looked at.`] : []),
    ...skipNotes(
      {
        ...skipped,
        ignoredNames: skipped.ignoredNames.filter((name) => folder.holds(name)),
        excluded: secrets,
        hidden: hidden ? 0 : skipped.hidden,
      },
      { done: 'listed', advice: isEmpty },
    ),
  ]
}

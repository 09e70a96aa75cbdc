/**
 * One `grep` call: finds, reads the page, and tells what was passed over.
 *
 * @module
 */
import type { HostAccess, SearchFolder, Skipped } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { requireNamed } from '../lib/secret-files.ts'
import { type MatchedFiles, findMatches, type FindRequest } from './find-matches.ts'
import type { NamedFile } from './found-names.ts'
import { readGlobs } from './glob-set.ts'
import { type Filter, type GrepInput, isNarrowed } from './grep-args.ts'
import type { GrepFile, GrepResult } from './grep-result.ts'
import { listFits } from './list-fits.ts'
import { readMatches, type MatchReadRequest, recount } from './read-matches.ts'
import { namesSecret, secretTest } from './secret-names.ts'
import { skipNotes, timeNote } from './skip-notes.ts'

const timeoutMs = 30_000
/** Files that are looked at again to tell how much there is in all. */
const mostCounted = 128

export async function runGrep(input: GrepInput, host: HostAccess, signal: AbortSignal): Promise<GrepResult> {
  checkPattern(input.pattern)
  const place = host.search.open(input.path)
  using folder = place.folder
  const isFile = place.file !== undefined
  requireNamed(host.files, isFile ? input.path : `${input.path}/x`, `${folder.path}/${place.file ?? 'x'}`)
  const withSecrets = namesSecret(input.path)
  const request: MatchReadRequest = {
    search: host.search,
    secrets: host.secrets,
    folder,
    input,
    signal,
    timeoutMs,
  }
  if (place.file !== undefined) return await inFile(request, place.file)
  const globs = input.glob === undefined ? undefined : readGlobs(input.glob, folder.path)
  const { hidden, type } = input
  const filter: Filter = { globs, type, withSecrets, hidden: hidden || Boolean(globs?.namesHidden) }
  const leaveOut = withSecrets ? () => false : secretTest(host.files, folder.path)
  const { findings, page } = await findPage({ ...request, filter, leaveOut })
  const notes = [
    ...(await pageNotes(request, page, findings)),
    ...(await notesOf(request, { filter, findings, page })),
  ]
  await findings.over
  return { ...page, notes }
}

/**
 * Searches again if an ignored folder is named, and if the page is not full though the search was ended
 * for that.
 */
async function findPage(
  request: FindRequest & MatchReadRequest,
): Promise<{ findings: MatchedFiles; page: Page }> {
  const { filter, folder } = request
  const first = await findMatches(request)
  const isIgnored = first.searched === 0 && folder.shown !== '.'
  const findings = isIgnored ? await findMatches({ ...request, filter: { ...filter, isNamed: true } }) : first
  const page = await readPage(request, findings.files)
  if (findings.reason !== 'enough' || page.next_offset !== undefined) return { findings, page }
  await findings.over
  const all = await findMatches({ ...request, everything: true })
  return { findings: all, page: await readPage(request, all.files) }
}

function checkPattern(pattern: string): void {
  if (pattern.includes('\0'))
    throw new ToolyardError('invalid_arguments', 'pattern: has a NUL character in it', {
      hint: 'Write \\x00 to match one.',
    })
}

type Page = Omit<GrepResult, 'notes'>

async function readPage(request: MatchReadRequest, found: readonly NamedFile[]): Promise<Page> {
  const { input, folder } = request
  const { output_mode: mode, offset, limit } = input
  if (mode === 'content') {
    const { files, lines, hasMore } = await readMatches(request, found)
    const shown = files.map(({ name, lines: kept }): GrepFile => ({
      path: shownName(folder, name),
      matches: kept.map(({ line, text, isMatch }) => ({ line, text, ...(!isMatch && { context: true }) })),
    }))
    return { files: shown, ...(hasMore && { next_offset: offset + lines }) }
  }
  const confirmed = await recount(request, found, offset + limit + 1)
  const hasMore = confirmed.length > offset + limit
  const files = confirmed.slice(offset, offset + limit).map(({ name, count }): GrepFile => ({
    path: shownName(folder, name),
    ...(mode === 'count' && { count }),
  }))
  return { files, ...(hasMore && { next_offset: offset + limit }) }
}

function shownName({ shown }: SearchFolder, name: string): string {
  return shown === '.' ? name : `${shown}/${name}`
}

/** How much there is in all is reported if every file that was found could be looked at again. */
async function pageNotes(
  request: MatchReadRequest,
  page: Page,
  { files: found, reason }: MatchedFiles,
): Promise<string[]> {
  const { next_offset: next } = page
  const { offset, output_mode: mode } = request.input
  const isBeyond = page.files.length === 0 && offset > 0
  if (next === undefined && !isBeyond) return []
  const total =
    reason === 'done' && found.length <= mostCounted ? await totalOf(request, mode, found) : undefined
  if (next === undefined)
    return [`Nothing from offset ${offset} on${total === undefined ? '' : `: ${total} in all`}.`]
  return [
    `${total === undefined ? 'There are more matches' : `${total} in all`}; continue with offset=${next}.`,
  ]
}

async function totalOf(
  request: MatchReadRequest,
  mode: GrepInput['output_mode'],
  found: readonly NamedFile[],
): Promise<string> {
  const confirmed = await recount({ ...request, input: { ...request.input, output_mode: 'count' } }, found)
  if (mode !== 'content') return `${confirmed.length} files`
  const lines = confirmed.reduce((sum, { count }) => sum + count, 0)
  return `${lines} matching lines in ${confirmed.length} files`
}

async function notesOf(
  request: MatchReadRequest,
  {
    filter,
    findings,
    page,
  }: { readonly filter: Filter; readonly findings: MatchedFiles; readonly page: Page },
): Promise<string[]> {
  const { reason, skipped, searched } = findings
  const isEmpty = page.files.length === 0 && request.input.offset === 0
  const fits =
    isEmpty && isNarrowed(filter) && reason === 'done' ? await listFits(request, filter) : undefined
  return [
    ...(reason === 'timeout' ? [timeNote(timeoutMs, 'searched')] : []),
    ...(isEmpty && searched !== undefined ? [`${searched - skipped.binary} files were searched.`] : []),
    ...(fits === undefined ? [] : fitNotes(fits, searched ?? 0)),
    ...(reason === 'enough'
      ? []
      : skipNotes(skippedToReport(skipped, filter, request.folder), { done: 'searched', advice: isEmpty })),
  ]
}

/** If hidden names were asked for, nothing was passed over for its name. Names are told of what is there. */
function skippedToReport(skipped: Skipped, { hidden }: Filter, folder: SearchFolder): Skipped {
  const ignoredNames = skipped.ignoredNames.filter((name) => folder.holds(name))
  return { ...skipped, ignoredNames, ...(hidden && { hidden: 0 }) }
}

function fitNotes(fits: number, searched: number): string[] {
  if (fits === 0) return ['No file here fits the glob and type, ignored and hidden ones included.']
  if (fits <= searched) return []
  return [
    `${fits - searched} more files fit, but are ignored, hidden, or may hold secrets: name their folder in path, or set hidden to true.`,
  ]
}

/** A file that is named is searched whatever it is called. */
async function inFile(request: MatchReadRequest, name: string): Promise<GrepResult> {
  const { folder, input } = request
  const counting: MatchReadRequest = { ...request, input: { ...input, output_mode: 'count' } }
  const found = await recount(counting, [{ name, at: name, count: 1 }])
  if (input.output_mode === 'content' && found.length > 0 && isBinary(folder, name))
    return { files: [{ path: shownName(folder, name), binary: true }], notes: [] }
  const page = await readPage(request, found)
  const { next_offset: next } = page
  const notes =
    next === undefined ? [] : [`${found[0]?.count ?? 0} matching lines in all; continue with offset=${next}.`]
  return { ...page, notes }
}

/** As ripgrep judges: a NUL near the start, except in UTF-16. */
function isBinary(folder: SearchFolder, name: string): boolean {
  using file = folder.open(name)
  const head = file?.read(0, 8192)
  return head !== undefined && head.includes(0) && head[0] !== 0xff && head[0] !== 0xfe
}

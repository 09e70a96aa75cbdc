/**
 * Reads the lines of one page from the files that were found.
 *
 * Every file is opened first and searched by its descriptor: a name that led elsewhere while it was being found shows
 * nothing.
 *
 * @module
 */
import type { FoundFile, RipgrepEnd, Search, SearchFolder, SecretReader } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type NamedFile, FoundNames } from './found-names.ts'
import { contextOf, type GrepInput, readArgs, recountArgs } from './grep-args.ts'
import { Lines, type MatchRecord, readRecord, shownPart } from './match-record.ts'
import { redactShown } from './redact-shown.ts'
import { runRipgrep } from './run-ripgrep.ts'

export interface MatchLine {
  readonly line: number
  readonly text: string
  readonly isMatch: boolean
}

export interface FileMatches {
  readonly name: string
  readonly lines: readonly MatchLine[]
}

export interface MatchReadRequest {
  readonly search: Search
  /** Takes out what is secret, even if only a part of it is shown. */
  readonly secrets: Pick<SecretReader, 'redactLines'>
  readonly folder: SearchFolder
  readonly input: GrepInput
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

export interface MatchPage {
  readonly files: readonly FileMatches[]
  /** Lines that match, on this page. */
  readonly lines: number
  /** Whether there is more behind the page. */
  readonly hasMore: boolean
}

/** Files that are open at once. */
const mostOpen = 64
const mostBytes = 64 * 1024 * 1024

/** One line more than the page is read: that there is more is reported only of what was seen. */
export async function readMatches(
  request: MatchReadRequest,
  found: readonly NamedFile[],
): Promise<MatchPage> {
  const { limit, offset, multiline } = request.input
  const files: FileMatches[] = []
  let lines = 0
  let { at, skip } = multiline ? { at: 0, skip: offset } : await pageStart(request, found, offset)
  while (at < found.length && lines <= limit) {
    using opened = new DisposableStack()
    const wanted = skip + limit + 1 - lines
    const batch = openAll(request.folder, batchFrom(found, at, { wanted, multiline }), opened)
    at += batch.length
    const records = await readBatch(request, batch, wanted)
    for (const { found: one, file } of batch) {
      const all = records.get(file?.way ?? '') ?? []
      const matching = all.filter(({ isMatch }) => isMatch)
      const beyond = matching.slice(skip)
      skip = Math.max(0, skip - matching.length)
      const kept = beyond.slice(0, limit - lines)
      if (file && kept.length > 0)
        files.push({ name: one.name, lines: await withContext(request, { all, kept, file }) })
      lines += kept.length
      if (beyond.length > kept.length) return { files, lines, hasMore: true }
    }
  }
  return { files, lines, hasMore: false }
}

/** Files that lie wholly before the page are only counted, by their descriptors too. */
async function pageStart(
  request: MatchReadRequest,
  found: readonly NamedFile[],
  offset: number,
): Promise<{ at: number; skip: number }> {
  const counting: MatchReadRequest = { ...request, input: { ...request.input, output_mode: 'count' } }
  let [at, skip] = [0, offset]
  while (at < found.length && skip > 0) {
    const batch = found.slice(at, at + mostOpen)
    const counts = new Map((await recount(counting, batch)).map(({ name, count }) => [name, count]))
    for (const { name } of batch) {
      const count = counts.get(name) ?? 0
      if (count > skip) return { at, skip }
      skip -= count
      at++
    }
  }
  return { at, skip }
}

function batchFrom(
  found: readonly NamedFile[],
  from: number,
  { wanted, multiline }: { readonly wanted: number; readonly multiline: boolean },
): readonly NamedFile[] {
  const enough = multiline ? Infinity : wanted
  let lines = 0
  let to = from
  while (to < found.length && to - from < mostOpen && lines < enough) lines += found[to++]?.count ?? 0
  return found.slice(from, to)
}

interface OpenedMatch {
  readonly found: NamedFile
  /** Undefined if it is gone, or was never there. */
  readonly file: FoundFile | undefined
}

function openAll(folder: SearchFolder, batch: readonly NamedFile[], stack: DisposableStack): OpenedMatch[] {
  return batch.map((found) => {
    const file = folder.open(found.at)
    if (file) stack.use(file)
    return { found, file }
  })
}

/** The lines of each file, by the way to it. */
async function readBatch(
  { search, folder, input, signal, timeoutMs }: MatchReadRequest,
  batch: readonly OpenedMatch[],
  perFile: number,
): Promise<Map<string, MatchRecord[]>> {
  const byWay = new Map(waysOf(batch).map((way) => [way, [] as MatchRecord[]]))
  if (byWay.size === 0) return byWay
  const lines = new Lines()
  let bytes = 0
  const end = await runRipgrep(search, input, {
    args: readArgs(input, [...byWay.keys()], perFile),
    folder,
    signal,
    timeoutMs,
    onOutput(chunk) {
      bytes += chunk.length
      for (const line of lines.push(chunk)) {
        const record = readRecord(line)
        if (record) byWay.get(record.way)?.push(record)
      }
      return bytes < mostBytes
    },
  })
  await end.over
  requireReadable(end)
  return byWay
}

function waysOf(batch: readonly OpenedMatch[]): string[] {
  return batch.flatMap(({ file }) => file?.way ?? [])
}

/** If another process may not look at our descriptors, nothing can be shown. */
function requireReadable({ skipped }: RipgrepEnd): void {
  if (skipped.unreadable > 0)
    throw new ToolyardError('unavailable', 'this system does not let ripgrep read files that are open here', {
      hint: 'Run Toolyard as a process that others of the same user may look at.',
    })
}

/** The kept lines with the lines around them; what matches but is not on the page is context too. */
async function withContext(
  { input, secrets, signal }: MatchReadRequest,
  { all, kept, file }: { all: readonly MatchRecord[]; kept: readonly MatchRecord[]; file: FoundFile },
): Promise<MatchLine[]> {
  const { before, after } = contextOf(input)
  const onPage = new Set(kept)
  const lines = kept.map(({ line }) => line)
  let next = 0
  const isNear = ({ line }: MatchRecord): boolean => {
    while (next < lines.length && line > (lines[next] ?? 0) + after) next++
    return next < lines.length && line >= (lines[next] ?? 0) - before
  }
  const near = all.filter((record) => isNear(record) || onPage.has(record))
  const parts = near.map((record) => shownPart(record, file))
  const texts = await redactShown(file, parts, { secrets, signal })
  return near.map((record, index) => ({
    line: record.line,
    text: texts[index] ?? '',
    isMatch: onPage.has(record),
  }))
}

/** Each file looked at again by its descriptor: those that match, up to `most` of them. */
export async function recount(
  request: MatchReadRequest,
  found: readonly NamedFile[],
  most = Infinity,
): Promise<NamedFile[]> {
  const { search, folder, input, signal, timeoutMs } = request
  const confirmed: NamedFile[] = []
  for (let at = 0; at < found.length && confirmed.length < most; at += mostOpen) {
    using stack = new DisposableStack()
    const opened = openAll(folder, found.slice(at, at + mostOpen), stack)
    const ways = waysOf(opened)
    if (ways.length === 0) continue
    const names = new FoundNames(input.output_mode !== 'files')
    const counts = new Map<string, number>()
    const end = await runRipgrep(search, input, {
      args: recountArgs(input, ways),
      folder,
      signal,
      timeoutMs,
      onOutput(chunk) {
        for (const { name, count } of names.push(chunk)) counts.set(name, count)
        return true
      },
    })
    requireReadable(end)
    for (const { found: one, file } of opened) {
      const count = counts.get(file?.way ?? '')
      if (count !== undefined) confirmed.push({ ...one, count })
    }
  }
  return confirmed.slice(0, most)
}

/**
 * Finds the files that match, in one order that every page shares.
 *
 * Sorted search uses one thread, unsorted search all of them. So the sorted one gets a moment: a common word fills a
 * page within it. After that everything is searched at once and sorted here; only if that is too much to keep,
 * sorted search goes on to the end of the page.
 *
 * @module
 */
import type { Search, SearchFolder, Skipped } from '../../../host/index.ts'
import { type NamedFile, FoundNames } from './found-names.ts'
import { type Filter, findArgs, type GrepInput } from './grep-args.ts'
import { compareNames } from './name-order.ts'
import { runRipgrep } from './run-ripgrep.ts'

export interface FindRequest {
  readonly search: Search
  readonly folder: SearchFolder
  readonly input: GrepInput
  readonly filter: Filter
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Files that are passed over, such as those with secrets. */
  readonly leaveOut: (name: string) => boolean
  /** Goes on when the page is full. */
  readonly everything?: boolean
}

export interface MatchedFiles {
  /** In the order of their names. */
  readonly files: readonly NamedFile[]
  /** `enough`: the page is full, and there may be more. */
  readonly reason: 'done' | 'enough' | 'timeout'
  readonly skipped: Skipped
  /** Files that were looked at, if the search came to its end. */
  readonly searched: number | undefined
  /** Resolves when nothing of the searches is left. */
  readonly over: Promise<unknown>
}

/** A sorted search goes on while the page would be full within this time. */
const quickMs = 300
/** More names than this are not kept in memory. */
const mostFiles = 100_000

export async function findMatches(request: FindRequest): Promise<MatchedFiles> {
  const wanted = request.input.offset + request.input.limit + 1
  const { timeoutMs, everything = false } = request
  const quick = everything
    ? undefined
    : await findOnce(request, { sorted: true, wanted, timeoutMs, isQuick: true })
  if (quick && quick.reason !== 'timeout') return quick
  const all = await findOnce(request, { sorted: false, wanted: Infinity, timeoutMs })
  const before = Promise.all([quick?.over, all.over])
  if (all.reason !== 'enough' || everything) return { ...all, files: byName(all.files), over: before }
  const rest = await findOnce(request, { sorted: true, wanted, timeoutMs })
  return { ...rest, over: Promise.all([before, rest.over]) }
}

function byName(files: readonly NamedFile[]): readonly NamedFile[] {
  return files.toSorted((left, right) => compareNames(left.name, right.name))
}

interface SearchRound {
  readonly sorted: boolean
  /** Matches that are enough. */
  readonly wanted: number
  readonly timeoutMs: number
  /** It is given up if the page would not be full soon. */
  readonly isQuick?: boolean
}

async function findOnce(
  request: FindRequest,
  { sorted, wanted, timeoutMs, isQuick }: SearchRound,
): Promise<MatchedFiles> {
  const { search, folder, input, filter, signal, leaveOut } = request
  const names = new FoundNames(input.output_mode !== 'files')
  const files: NamedFile[] = []
  let matches = 0
  const { reason, skipped, over } = await runRipgrep(search, input, {
    args: findArgs(input, filter, sorted),
    folder,
    signal,
    timeoutMs,
    goOn: isQuick ? (elapsedMs) => (elapsedMs * wanted) / matches < quickMs : undefined,
    onOutput(chunk) {
      for (const found of names.push(chunk)) {
        if (leaveOut(found.name)) continue
        files.push(found)
        matches += found.count
      }
      return matches < wanted && files.length < mostFiles
    },
  })
  const searched = /^(\d+) files searched$/m.exec(names.rest)?.[1]
  return { files, reason, skipped, over, searched: searched === undefined ? undefined : Number(searched) }
}

/**
 * Lists the files that fit globs, newest first.
 *
 * ripgrep walks the folder with all threads and ignores what ignore files name; globs are judged here, so that they
 * never bring back what is ignored. Times are read while it walks.
 *
 * @module
 */
import type { HostAccess, SearchFolder, Skipped } from '../../../host/index.ts'
import { type NamedFile, FoundNames } from './found-names.ts'
import type { GlobSet } from './glob-set.ts'
import { type Filter, filterArgs } from './grep-args.ts'
import { compareNames } from './name-order.ts'
import { runRipgrep } from './run-ripgrep.ts'
import { secretTest } from './secret-names.ts'

export interface FileListRequest {
  readonly host: HostAccess
  readonly folder: SearchFolder
  readonly globs: GlobSet
  readonly hidden: boolean
  /** What ignore files above the folder say does not count. */
  readonly onlyOwnIgnores?: boolean
  /** Names that stand for themselves in a glob are meant, secrets or not. */
  readonly isNamed: (name: string) => boolean
  readonly limit: number
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

export interface FileListing {
  readonly names: readonly string[]
  /** Files that fit, in all; absent if there are too many to look at each again. */
  readonly total: number | undefined
  /** Files that fit and may hold secrets, among those that were looked at again. */
  readonly secrets: number
  /** Of all files that were walked. */
  readonly walked: number
  readonly reason: 'done' | 'enough' | 'timeout'
  readonly skipped: Skipped
}

interface DatedFile extends NamedFile {
  readonly changedAt: number
}

/** More files than this are not kept in memory. */
const mostFiles = 1_000_000
/** Files that are looked at again to tell how many there are. */
const mostCounted = 1000

export async function listFiles(request: FileListRequest): Promise<FileListing> {
  const { host, folder, globs, hidden, signal, timeoutMs, onlyOwnIgnores = false } = request
  const filter: Filter = { hidden, withSecrets: true, isNamed: onlyOwnIgnores }
  const names = new FoundNames(false)
  const fitting: DatedFile[] = []
  let walked = 0
  const { reason, skipped, over } = await runRipgrep(
    host.search,
    { pattern: '' },
    {
      args: ['--files', '--null', '--debug', ...filterArgs(filter), '--', './'],
      folder,
      signal,
      timeoutMs,
      onOutput(chunk) {
        for (const found of names.push(chunk)) {
          walked++
          if (globs.fits(found.name)) fitting.push({ ...found, changedAt: folder.changedAt(found.at) ?? 0 })
        }
        return fitting.length < mostFiles
      },
    },
  )
  await over
  const newest = fitting.toSorted(
    (left, right) => right.changedAt - left.changedAt || compareNames(left.name, right.name),
  )
  return { ...lookAgain(request, newest), walked, reason, skipped }
}

/** Each is looked at before it is reported: a name that another program found is only a hint. */
function lookAgain(
  { host, folder, isNamed, limit }: FileListRequest,
  newest: readonly DatedFile[],
): Pick<FileListing, 'names' | 'total' | 'secrets'> {
  const isSecret = secretTest(host.files, folder.path)
  const most = Math.max(limit, mostCounted)
  const names: string[] = []
  let [at, secrets] = [0, 0]
  for (; at < newest.length && names.length < most; at++) {
    const one = newest[at]
    if (one === undefined) continue
    if (isSecret(one.name) && !isNamed(one.name)) secrets++
    else if (folder.holds(one.at)) names.push(one.name)
  }
  return { names: names.slice(0, limit), total: at === newest.length ? names.length : undefined, secrets }
}

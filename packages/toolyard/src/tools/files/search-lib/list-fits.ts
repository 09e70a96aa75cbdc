/**
 * How many files there are that fit globs and type, whatever ignore files and dots say of them.
 *
 * @module
 */
import { FoundNames } from './found-names.ts'
import { type Filter, filterArgs } from './grep-args.ts'
import type { MatchReadRequest } from './read-matches.ts'

const mostMs = 5000

export async function listFits(
  { search, folder, signal }: MatchReadRequest,
  filter: Filter,
): Promise<number> {
  const names = new FoundNames(false)
  let count = 0
  await search.ripgrep({
    args: [
      '--files',
      '--null',
      '--no-ignore',
      ...filterArgs({ ...filter, hidden: true, withSecrets: true }),
      '--',
      './',
    ],
    folder,
    signal,
    timeoutMs: mostMs,
    onOutput(chunk) {
      count += names.push(chunk).length
      return true
    },
  })
  return count
}

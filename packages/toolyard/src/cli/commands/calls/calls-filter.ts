/**
 * From the flags of `toolyard calls` to what the journal is asked for.
 *
 * @module
 */
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'
import type { CallFilter } from '../../../store/index.ts'
import { readNumber } from '../../parsers.ts'
import { callStatuses, shellWord } from '../../terminal/call-words.ts'
import { readSince } from '../../terminal/times.ts'
import type { CallsOptions } from './calls.ts'

type CallsFlags = Omit<CallsOptions, 'words' | 'follow'>

/** A page is never longer. */
const mostRows = 1000

interface ReadOptions {
  readonly agent: string | undefined
  readonly now: number
  /** Rows if none are named, and the fewest that may be. */
  readonly limit: number
  readonly least: number
}

/** Throws `invalid_arguments`. */
export function readFilter(
  flags: CallsFlags,
  { agent, limit, least, now }: ReadOptions,
): CallFilter & { readonly limit: number } {
  return {
    tool: flags.tool,
    threadId: flags.thread,
    agent,
    status: flags.status === undefined ? undefined : readStatus(flags.status),
    since: flags.since === undefined ? undefined : readSince(flags.since, now),
    before:
      flags.before === undefined
        ? undefined
        : readNumber(flags.before, { flag: '--before', least: 1, most: Number.MAX_SAFE_INTEGER }),
    limit:
      flags.limit === undefined ? limit : readNumber(flags.limit, { flag: '--limit', least, most: mostRows }),
  }
}

/** The same flags as a person would write them, to go on with. */
export function flagsText(flags: CallsFlags & { readonly agent?: string | undefined }): string {
  return (['tool', 'thread', 'agent', 'status', 'since', 'limit'] as const)
    .flatMap((name) => {
      const value = flags[name]
      return value === undefined ? [] : [` --${name} ${shellWord(value)}`]
    })
    .join('')
}

function readStatus(text: string): NonNullable<CallFilter['status']> {
  const found = callStatuses.find((status) => status === text.toLowerCase())
  if (found) return found
  throw new ToolyardError(
    'invalid_arguments',
    `--status: "${text}" is not a status.${didYouMean(text, callStatuses)}`,
    { hint: `Use one of ${callStatuses.join(', ')}.` },
  )
}

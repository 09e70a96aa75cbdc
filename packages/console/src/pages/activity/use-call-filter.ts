/** Which calls are looked at, kept in the page's address. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Query } from '../../api/api.ts'
import { rangeOf, type SpanName, spanNames } from './time-range.ts'

/** Empty where anything fits. */
export interface CallFilterValues {
  readonly tool: string
  readonly agent: string
  readonly principal: string
  readonly door: string
  readonly thread: string
  readonly status: string
  readonly span: SpanName
  readonly from: string
  readonly to: string
}

interface CallFilterState {
  readonly filter: CallFilterValues
  readonly set: (changes: Partial<CallFilterValues>) => void
  readonly clear: () => void
}

const namedFilters = ['tool', 'agent', 'principal', 'door', 'thread', 'status'] as const
const usualSpan: SpanName = '24h'

export function useCallFilter(): CallFilterState {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo<CallFilterValues>(() => {
    const text = (name: string): string => search.get(name) ?? ''
    return {
      tool: text('tool'),
      agent: text('agent'),
      principal: text('principal'),
      door: text('door'),
      thread: text('thread'),
      status: text('status'),
      span: spanNames.find((name) => name === text('span')) ?? usualSpan,
      from: text('from'),
      to: text('to'),
    }
  }, [search])
  return {
    filter,
    set: (changes) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes))
            if (value === '') after.delete(name)
            else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    clear: () => setSearch({}, { replace: true }),
  }
}

export function isFiltered(filter: CallFilterValues): boolean {
  return namedFilters.some((name) => filter[name] !== '')
}

/** The same as the server is asked for it: names in part. */
export function queryOf(filter: CallFilterValues, now: number): Query {
  const { since, until } = rangeOf(filter, now)
  const named = Object.fromEntries(
    namedFilters.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  )
  return { ...named, match: 'part', since, until }
}

/** Whether what is known of a call fits the names; capital letters do not matter. */
export function fitsNames(
  call: {
    readonly tool: string
    readonly agent?: string
    readonly principal?: string
    readonly origin?: string
    readonly threadId?: string
  },
  { tool, agent, principal, door, thread }: CallFilterValues,
): boolean {
  const pairs = [
    [call.tool, tool],
    [call.agent, agent],
    [call.principal, principal],
    [call.origin, door],
    [call.threadId, thread],
  ] as const
  return pairs.every(([text = '', part]) => text.toLowerCase().includes(part.toLowerCase()))
}

/**
 * The journal as rows: pages from the server, and on top of them what has happened since.
 *
 * @module
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLive } from '../../api/live.tsx'
import { keys } from '../../api/queries.ts'
import type { CallRecord, Page } from '../../api/types.ts'
import { useApi } from '../../api/session.tsx'
import { rangeOf } from './time-range.ts'
import { type CallFilterValues, fitsNames, queryOf } from './use-call-filter.ts'

interface Journal {
  readonly calls: readonly CallRecord[]
  readonly error: unknown
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly refetch: () => void
}

const pageSize = 50
/** Rows that came while the page was open; older ones are read again from the server when they are wanted. */
const mostFresh = 300
/** However much happens, rows are drawn no more often than this. */
const restMs = 300

export function useJournal(wanted: CallFilterValues): Journal {
  const api = useApi()
  const filter = useDeferredValue(wanted)
  const pages = useInfiniteQuery({
    queryKey: [...keys.journal, filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<CallRecord>>(
        '/api/calls',
        { ...queryOf(filter, Date.now()), limit: pageSize, after: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const fresh = useFreshCalls()
  const calls = useMemo(() => {
    const byId = new Map<string, CallRecord>()
    for (const { items } of pages.data?.pages ?? []) for (const call of items) byId.set(call.id, call)
    for (const call of fresh)
      if (isWanted(call, filter) && !isOlder(call, byId.get(call.id))) byId.set(call.id, call)
    return [...byId.values()].toSorted((left, right) => right.startedAt - left.startedAt)
  }, [pages.data, fresh, filter])
  return {
    calls,
    error: pages.error,
    isLoading: pages.isLoading,
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    refetch: () => void pages.refetch(),
  }
}

function useFreshCalls(): readonly CallRecord[] {
  const { onCall } = useLive()
  const [fresh, setFresh] = useState<readonly CallRecord[]>([])
  useEffect(() => {
    let heard: CallRecord[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = (): void => {
      timer = undefined
      const taken = heard
      heard = []
      setFresh((before) => {
        const byId = new Map(before.map((call) => [call.id, call]))
        for (const call of taken) byId.set(call.id, call)
        return [...byId.values()].slice(-mostFresh)
      })
    }
    const stop = onCall((call) => {
      heard.push(call)
      timer ??= setTimeout(flush, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [onCall])
  return fresh
}

function isWanted(call: CallRecord, filter: CallFilterValues): boolean {
  const { since, until = Infinity } = rangeOf(filter, Date.now())
  const isInTime = call.startedAt >= since && call.startedAt < until
  return isInTime && fitsNames(call, filter) && (filter.status === '' || call.status === filter.status)
}

/** Whether the server has told more of it already. */
function isOlder(call: CallRecord, known: CallRecord | undefined): boolean {
  return known !== undefined && known.status !== 'running' && call.status === 'running'
}

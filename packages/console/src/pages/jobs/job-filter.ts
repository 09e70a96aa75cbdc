/** Which jobs are looked at, kept in the page's address. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { JobState } from '../../api/types.ts'

/** `open`: not ended. `failed` counts those whose end is unknown too. `all`: any. */
export type StateFilter = 'open' | 'all' | Exclude<JobState, 'unknown'>

export const stateFilters: readonly StateFilter[] = [
  'open',
  'running',
  'waiting',
  'delayed',
  'parked',
  'failed',
  'cancelled',
  'done',
  'all',
]

/** Empty if any fits. */
export interface JobFilter {
  readonly state: StateFilter
  readonly queue: string
  readonly tenant: string
}

interface JobFilterState {
  readonly filter: JobFilter
  readonly set: (name: keyof JobFilter, value: string) => void
  readonly clear: () => void
}

/** As the server takes it. */
export function statesOf(filter: StateFilter): string {
  if (filter === 'all') return ''
  if (filter === 'open') return 'running,waiting,delayed,parked'
  return filter === 'failed' ? 'failed,unknown' : filter
}

export function jobsHref(filter: Partial<JobFilter>): string {
  return `/jobs?${new URLSearchParams(filter).toString()}`
}

export function mayRetry(state: JobState): boolean {
  return state === 'failed' || state === 'unknown' || state === 'cancelled'
}

export function mayCancel(state: JobState): boolean {
  return !mayRetry(state) && state !== 'done'
}

export function useJobFilter(): JobFilterState {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo<JobFilter>(() => {
    const state = search.get('state') ?? ''
    return {
      state: stateFilters.find((one) => one === state) ?? 'open',
      queue: search.get('queue') ?? '',
      tenant: search.get('tenant') ?? '',
    }
  }, [search])
  return {
    filter,
    set: (name, value) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    clear: () => setSearch({}, { replace: true }),
  }
}

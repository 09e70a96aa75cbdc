/** Which calls are looked at, kept in the page's address. */
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

export const spans = { '15m': 900_000, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type SpanName = keyof typeof spans

/** Empty where anything fits. */
export interface CallFilterValues {
  readonly tool: string
  readonly agent: string
  readonly thread: string
  readonly status: string
  readonly span: SpanName
}

interface CallFilterState {
  readonly filter: CallFilterValues
  readonly set: (name: keyof CallFilterValues, value: string) => void
  readonly clear: () => void
}

export function useCallFilter(): CallFilterState {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo<CallFilterValues>(() => {
    const span = search.get('span') ?? ''
    return {
      tool: search.get('tool') ?? '',
      agent: search.get('agent') ?? '',
      thread: search.get('thread') ?? '',
      status: search.get('status') ?? '',
      span: span in spans ? (span as SpanName) : '1h',
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

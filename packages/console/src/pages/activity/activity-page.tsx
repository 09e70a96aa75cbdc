/** What runs now, figures, and every call, as far as the filters let through. */
import { Activity } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useLive } from '../../api/live.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CallTable } from '../../components/call-table.tsx'
import { Card, Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { CallFilters } from './call-filters.tsx'
import { NowRunning } from './now-running.tsx'
import { type CallFilterValues, isFiltered, useCallFilter } from './use-call-filter.ts'
import { useNames } from './use-figures.ts'
import { useJournal } from './use-journal.ts'

const ActivityCharts = lazy(async () => ({
  default: (await import('./charts/activity-charts.tsx')).ActivityCharts,
}))

export function ActivityPage(): ReactNode {
  const { activity: words, common } = useWords()
  const { isLive } = useLive()
  const { filter, set, clear } = useCallFilter()
  const list = useRef<HTMLElement>(null)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <span className="text-xs">
          <Dot tone={isLive ? 'ok' : 'warn'}>{isLive ? common.live : common.reconnecting}</Dot>
        </span>
      }
    >
      <NowRunning filter={filter} />
      <CallFilters filter={filter} onChange={set} onClear={clear} />
      <Suspense fallback={<Card className="mb-4 h-64">{null}</Card>}>
        <ActivityCharts
          filter={filter}
          onChange={set}
          onList={() => list.current?.scrollIntoView({ block: 'start' })}
        />
      </Suspense>
      <section ref={list} aria-labelledby="calls" className="min-w-0 scroll-mt-4">
        <h2 id="calls" className="mb-2 text-base font-semibold">
          {words.list}
        </h2>
        <Journal filter={filter} onClear={clear} />
      </section>
    </Page>
  )
}

interface JournalProps {
  readonly filter: CallFilterValues
  readonly onClear: () => void
}

function Journal({ filter, onClear }: JournalProps): ReactNode {
  const { activity: words, common } = useWords()
  const { number } = useFormats()
  const { calls, error, isLoading, hasMore, loadMore, refetch } = useJournal(filter)
  const { data: names } = useNames()
  const isNone = !isFiltered(filter) && (names?.tools.length ?? 0) === 0
  if (error && calls.length === 0) return <ErrorState error={error} onRetry={refetch} />
  if (isLoading) return <Loading />
  if (calls.length === 0)
    return isNone ? (
      <EmptyState icon={<Activity aria-hidden />} title={words.emptyTitle}>
        {words.emptyHint}
      </EmptyState>
    ) : (
      <EmptyState
        title={words.noMatchTitle}
        actions={<Button onClick={onClear}>{common.clearFilters}</Button>}
      >
        {words.noMatchHint}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      <CallTable calls={calls} />
      {hasMore && (
        <Button className="self-center" onClick={loadMore}>
          {common.loadMore} ({number(calls.length)})
        </Button>
      )}
    </div>
  )
}

/** The journal, as it grows: filters, how many and how long, and every call. */
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLive } from '../../api/live.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CallTable } from '../../components/call-table.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { CallFilters } from './call-filters.tsx'
import { TimingChart } from './timing-chart.tsx'
import { useCallFilter } from './use-call-filter.ts'
import { useJournal } from './use-journal.ts'

export function ActivityPage(): ReactNode {
  const { activity: words, common } = useWords()
  const { isLive } = useLive()
  const { filter, set, clear } = useCallFilter()
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
      <TimingChart span={filter.span} />
      <CallFilters filter={filter} onChange={set} />
      <Journal filter={filter} onClear={clear} />
    </Page>
  )
}

interface JournalProps {
  readonly filter: ReturnType<typeof useCallFilter>['filter']
  readonly onClear: () => void
}

function Journal({ filter, onClear }: JournalProps): ReactNode {
  const { activity: words, common } = useWords()
  const { number } = useFormats()
  const { calls, error, isLoading, hasMore, loadMore, refetch } = useJournal(filter)
  const isFiltered = [filter.tool, filter.agent, filter.thread, filter.status].some((value) => value !== '')
  if (error && calls.length === 0) return <ErrorState error={error} onRetry={refetch} />
  if (isLoading) return <Loading />
  if (calls.length === 0)
    return isFiltered ? (
      <EmptyState
        title={words.noMatchTitle}
        actions={<Button onClick={onClear}>{common.clearFilters}</Button>}
      >
        {words.noMatchHint}
      </EmptyState>
    ) : (
      <EmptyState icon={<Activity aria-hidden />} title={words.emptyTitle}>
        {words.emptyHint}
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

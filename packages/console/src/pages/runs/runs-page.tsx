/** What agents did, newest first, as it goes on. */
import { ListTree } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useLive } from '../../api/live.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot } from '../../components/badge.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/callout.tsx'
import { Page } from '../../components/page.tsx'
import { runHref } from '../../components/run-status.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { isOpen, useRun, useRuns } from './queries.ts'
import { RunFilters } from './run-filters.tsx'
import { RunTable } from './run-table.tsx'
import { useNow } from './use-now.ts'
import { useRunFilter } from './use-run-filter.ts'

export function RunsPage(): ReactNode {
  const { runs: words, common } = useWords()
  const { isLive } = useLive()
  const state = useRunFilter()
  const { filter, set } = state
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
      {filter.compare !== '' && <Choosing id={filter.compare} />}
      <RunFilters filter={filter} onChange={set} />
      <List {...state} />
    </Page>
  )
}

function Choosing({ id }: { readonly id: string }): ReactNode {
  const { runs: words } = useWords()
  const { data } = useRun(id)
  return (
    <div className="mb-3">
      <Callout tone="info" title={words.chooseOther(data ? visible(data.agent) : visible(id))}>
        <LinkButton size="sm" href={runHref(id)}>
          {words.cancelCompare}
        </LinkButton>
      </Callout>
    </div>
  )
}

function List({ filter, query, clear }: ReturnType<typeof useRunFilter>): ReactNode {
  const { runs: words, common } = useWords()
  const { number } = useFormats()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useRuns(query)
  const runs = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const now = useNow(runs.some(isOpen))
  const shown = filter.compare === '' ? runs : runs.filter(({ id }) => id !== filter.compare)
  const isFiltered = filter.name !== '' || filter.status !== '' || filter.span !== 'all'
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (runs.length === 0)
    return isFiltered ? (
      <EmptyState title={words.noMatchTitle} actions={<Button onClick={clear}>{common.clearFilters}</Button>}>
        {words.noMatchHint}
      </EmptyState>
    ) : (
      <EmptyState icon={<ListTree aria-hidden />} title={words.emptyTitle}>
        {words.emptyHint}
      </EmptyState>
    )
  const compare = runHref(filter.compare)
  return (
    <div className="flex flex-col gap-3">
      <RunTable
        runs={shown}
        now={now}
        {...(filter.compare !== '' && {
          hrefOf: ({ id }) => `${compare}/compare/${encodeURIComponent(id)}`,
        })}
      />
      {hasNextPage && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {common.loadMore} ({number(runs.length)})
        </Button>
      )}
    </div>
  )
}

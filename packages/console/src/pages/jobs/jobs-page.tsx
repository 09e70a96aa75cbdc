/** Background work: the queues with their figures, and the jobs in them. */
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/preferences.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Page, Section } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { useJobFilter, type JobFilter } from './job-filter.ts'
import { JobFilters } from './job-filters.tsx'
import { JobTable } from './job-table.tsx'
import { useJobs, useQueues } from './queries.ts'
import { QueueTable } from './queue-table.tsx'

export function JobsPage(): ReactNode {
  const { jobs: words } = useWords()
  return (
    <Page title={words.title} lead={words.lead}>
      <Work />
    </Page>
  )
}

function Work(): ReactNode {
  const { jobs: words, schedules } = useWords()
  const { data, error, refetch } = useQueues()
  const { filter, set, clear } = useJobFilter()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={<Layers aria-hidden />}
        title={words.emptyTitle}
        actions={<LinkButton href="/schedules">{schedules.title}</LinkButton>}
      >
        {words.emptyHint}
      </EmptyState>
    )
  return (
    <>
      <Section title={words.queues}>
        <QueueTable queues={data.items} />
      </Section>
      <Section title={words.list}>
        <JobFilters filter={filter} queues={data.items.map(({ queue }) => queue)} onChange={set} />
        <Jobs filter={filter} onClear={clear} />
      </Section>
    </>
  )
}

interface JobsProps {
  readonly filter: JobFilter
  readonly onClear: () => void
}

function Jobs({ filter, onClear }: JobsProps): ReactNode {
  const { jobs: words, common } = useWords()
  const { data, error, hasNextPage, fetchNextPage, refetch } = useJobs(filter)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  // A job that moved while pages were read may stand on two of them.
  const jobs = [...new Map(data.pages.flatMap(({ items }) => items).map((job) => [job.id, job])).values()]
  const isFiltered = filter.state !== 'open' || filter.queue !== '' || filter.tenant !== ''
  if (jobs.length === 0)
    return isFiltered ? (
      <EmptyState
        title={words.noMatchTitle}
        actions={<Button onClick={onClear}>{common.clearFilters}</Button>}
      >
        {words.noMatchHint}
      </EmptyState>
    ) : (
      <EmptyState title={words.noneTitle}>{words.noneHint}</EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      <JobTable jobs={jobs} />
      {hasNextPage && (
        <Button className="self-center" onClick={() => void fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
    </div>
  )
}

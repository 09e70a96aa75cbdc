/** One schedule: what it does, when it runs next, and what became of its runs. */
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from '../../api/session.tsx'
import type { Schedule } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { personName } from '../../components/caller-words.ts'
import { chatHref } from '../../components/chat-href.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Card, Facts, Page, Section } from '../../components/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { JsonBlock, TextBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'
import { useChange, useSchedules } from './queries.ts'
import { ScheduleHistory } from './schedule-history.tsx'
import { ScheduleState } from './schedule-state.tsx'
import { dependsOnZone, whenWords, zoneHere } from './timetable-words.ts'

export function SchedulePage({ id }: { readonly id: string }): ReactNode {
  const { schedules: words } = useWords()
  const { data, error, refetch } = useSchedules()
  const back = { href: '/schedules', label: words.title }
  const schedule = data?.items.find((one) => one.id === id)
  if (!schedule)
    return (
      <Page title={words.title} back={back}>
        {data ? (
          <EmptyState
            title={words.goneTitle}
            actions={<LinkButton href="/schedules">{words.title}</LinkButton>}
          >
            {words.goneHint}
          </EmptyState>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Page>
    )
  return (
    <Page title={visible(schedule.name)} back={back} actions={<Actions schedule={schedule} />}>
      <div className="mb-8 grid min-w-0 gap-4 lg:grid-cols-2">
        <Card className="p-4">
          <ScheduleFacts schedule={schedule} />
          <Given schedule={schedule} />
        </Card>
        <Card className="p-4">
          <NextRuns schedule={schedule} />
        </Card>
      </div>
      <Section title={words.history}>
        <ScheduleHistory schedule={schedule} />
      </Section>
    </Page>
  )
}

function Actions({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words, common } = useWords()
  const mayChange = useMay('operator')
  const [isAsking, setAsking] = useState(false)
  const [, go] = useLocation()
  const { mutate, isPending } = useChange(schedule, () => go('/schedules'))
  if (!mayChange) return null
  return (
    <>
      <Button disabled={isPending} onClick={() => mutate('run')}>
        <Play aria-hidden className="size-4" />
        {words.run}
      </Button>
      <Button disabled={isPending} onClick={() => mutate(schedule.isPaused ? 'resume' : 'pause')}>
        {!schedule.isPaused && <Pause aria-hidden className="size-4" />}
        {schedule.isPaused ? words.resume : words.pause}
      </Button>
      <Button look="danger" onClick={() => setAsking(true)}>
        {common.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={visible(words.deleteTitle(schedule.name))}
        description={words.deleteHint}
        action={common.delete}
        isBusy={isPending}
        onConfirm={() => mutate('remove', { onError: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function ScheduleFacts({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  const formats = useFormats()
  const { tool, agent, pattern, zone, misfire, overlap } = schedule
  return (
    <Facts
      rows={[
        [words.state, <ScheduleState key="state" schedule={schedule} />],
        [
          words.when,
          <span key="when">
            {whenWords(schedule, { words, formats })}
            {dependsOnZone(pattern) && <span className="text-ink-3"> · {visible(zone)}</span>}
            {pattern.kind !== 'other' && (
              <code className="block font-mono text-xs text-ink-3">{visible(schedule.schedule)}</code>
            )}
          </span>,
        ],
        tool === undefined ? undefined : [words.tool, <ToolLink key="tool" name={tool} />],
        agent === undefined ? undefined : [words.agent, <AgentLink key="agent" schedule={schedule} />],
        [words.missed, words.misfires[misfire]],
        [words.overlapping, words.overlaps[overlap]],
        [words.owner, personName(schedule.principal)],
        [words.created, formats.dateTime(schedule.createdAt)],
      ]}
    />
  )
}

/** What the tool or the agent gets. */
function Given({ schedule: { args, message } }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  const hasArgs = args !== undefined && Object.keys(args as object).length > 0
  if (!hasArgs && message === undefined) return null
  return (
    <div className="mt-3">
      <p className="mb-1 text-sm text-ink-3">{hasArgs ? words.args : words.message}</p>
      {hasArgs ? (
        <JsonBlock value={args} label={words.args} />
      ) : (
        <TextBlock text={message ?? ''} label={words.message} mostLines={20} />
      )}
    </div>
  )
}

function ToolLink({ name }: { readonly name: string }): ReactNode {
  return (
    <Link
      href={`/tools/${encodeURIComponent(name)}`}
      className="isolate-text font-mono break-all text-accent hover:underline"
    >
      {visible(name)}
    </Link>
  )
}

/** A schedule that calls a tool has no conversation. */
function AgentLink({ schedule: { agent = '', threadId } }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="isolate-text">{visible(agent)}</span>
      {threadId !== undefined && (
        <Link href={chatHref(agent, threadId)} className="text-accent hover:underline">
          {words.viewRun}
        </Link>
      )}
    </span>
  )
}

function NextRuns({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { schedules: words } = useWords()
  const { dateTime, until } = useFormats()
  const { next, zone, pattern, isPaused } = schedule
  const isElsewhere = dependsOnZone(pattern) && zone !== zoneHere()
  return (
    <>
      <h2 className="mb-2 text-base font-semibold">{words.next}</h2>
      {next.length === 0 && <p className="text-sm text-ink-2">{isPaused ? words.isPaused : words.noNext}</p>}
      <ol className="flex flex-col gap-2">
        {next.map((at) => (
          <li key={at} className="text-sm">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <time dateTime={new Date(at).toISOString()} className="tabular">
                {dateTime(at)}
              </time>
              <span className="text-xs text-ink-3">{until(at)}</span>
            </span>
            {isElsewhere && (
              <span className="tabular block text-xs text-ink-3">
                {words.inZone(dateTime(at, zone), visible(zone))}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

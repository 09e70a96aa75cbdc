/** A call that the journal does not have yet: one that runs right now is shown with what is known of it. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useInbox } from '../../api/queries.ts'
import type { JournalNow } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { originName, personName } from '../../components/caller-words.ts'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { Card, Facts, Page } from '../../components/page.tsx'
import { runHref } from '../../components/run-status.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { ToolTitle } from '../../components/tool-title.tsx'
import { visible } from '../../components/visible.ts'
import { NowActions } from './now-running.tsx'
import { useNow } from './use-figures.ts'

interface UnwrittenCallProps {
  readonly id: string
  /** What the journal says of it. */
  readonly error: unknown
  readonly onRetry: () => void
}

export function UnwrittenCall({ id, error, onRetry }: UnwrittenCallProps): ReactNode {
  const { activity, story } = useWords()
  const { data, isPending } = useNow()
  const call = data?.items.find((item) => item.id === id)
  if (call) return <RunningCall call={call} />
  return (
    <Page title={story.call} back={{ href: '/activity', label: activity.title }}>
      {isPending ? (
        <Loading />
      ) : (
        <>
          <ErrorState error={error} onRetry={onRetry} />
          <p className="text-center text-sm text-ink-3">{story.notFoundHint}</p>
        </>
      )}
    </Page>
  )
}

function RunningCall({ call }: { readonly call: JournalNow['items'][number] }): ReactNode {
  const { activity, story, runs } = useWords()
  const { dateTime } = useFormats()
  const { id, tool, state, startedAt, agent, principal, origin } = call
  // The calls of a run are named after it.
  const run = /^(run_[^.]+)\./.exec(id)?.[1]
  const began = dateTime(startedAt)
  const asked = useInbox('pending').items?.filter(({ callId }) => callId === id) ?? []
  return (
    <Page
      title={tool}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <span className="isolate-text font-mono">{visible(tool)}</span>
          <Badge tone={state === 'running' ? 'accent' : 'warn'}>{activity.states[state]}</Badge>
          <ToolTitle name={tool} />
        </span>
      }
      back={{ href: '/activity', label: activity.title }}
      actions={<NowActions call={call} size="md" />}
    >
      {asked.length > 0 && (
        <div className="mb-6 flex min-w-0 flex-col gap-3">
          {asked.map((item) => (
            <InboxCard key={item.id} item={item} />
          ))}
        </div>
      )}
      <Card className="p-4">
        <Facts
          rows={[
            [story.came, origin === undefined ? began : story.cameAt(began, originName(origin, activity))],
            principal === undefined ? undefined : [story.by, personName(principal)],
            agent === undefined ? undefined : [activity.agent, visible(agent)],
            run === undefined
              ? undefined
              : [
                  runs.run,
                  <Link key="run" href={runHref(run)} className="text-accent hover:underline">
                    {runs.viewRun}
                  </Link>,
                ],
            [
              story.call,
              <span key="id" className="font-mono text-xs break-all">
                {visible(id)}
              </span>,
            ],
          ]}
        />
      </Card>
    </Page>
  )
}

/** One call's whole story: who called, who decided what, step by step, what came of it. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/queries.ts'
import type { CallRecord, CallStory } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { ResultView } from '../../components/result-view.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { CallTable } from '../../components/call-table.tsx'
import { Card, Facts, Page, Section } from '../../components/page.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { originName, personName } from '../../components/caller-words.ts'
import { PermissionBadge, StatusBadge } from '../../components/words-of.tsx'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { decisionOf } from './call-steps.ts'
import { CallTimeline } from './call-timeline.tsx'

export function CallPage({ id }: { readonly id: string }): ReactNode {
  const { activity, story } = useWords()
  const { data, error, refetch } = useCall(id)
  const back = { href: '/activity', label: activity.title }
  if (!data)
    return (
      <Page title={story.call} back={back}>
        {error ? (
          <>
            <ErrorState error={error} onRetry={() => void refetch()} />
            <p className="text-center text-sm text-ink-3">{story.notFoundHint}</p>
          </>
        ) : (
          <Loading />
        )}
      </Page>
    )
  return (
    <Page
      title={data.call.tool}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <span className="isolate-text font-mono">{visible(data.call.tool)}</span>
          <StatusBadge status={data.call.status} />
        </span>
      }
      back={back}
      actions={<CancelCall call={data.call} />}
    >
      <div className="grid min-w-0 gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Told story={data} />
        <div className="order-first min-w-0 lg:order-none">
          <Section title={story.facts}>
            <Card className="p-4">
              <CallFacts story={data} />
            </Card>
          </Section>
        </div>
      </div>
    </Page>
  )
}

function CancelCall({ call }: { readonly call: CallRecord }): ReactNode {
  const { story: words } = useWords()
  const api = useApi()
  const say = useToast()
  const mayCancel = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', `/api/calls/${encodeURIComponent(call.id)}`),
    onError: (error) => say(error.message),
  })
  if (call.status !== 'running' || !mayCancel) return null
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      {words.cancel}
    </Button>
  )
}

function Told({ story: { call, children, approvals } }: { readonly story: CallStory }): ReactNode {
  const { story: words } = useWords()
  return (
    <div className="min-w-0">
      <Section title={words.happened}>
        <CallTimeline call={call} />
      </Section>
      {approvals.length > 0 && (
        <Section title={words.asked}>
          <div className="flex flex-col gap-3">
            {approvals.map((item) => (
              <InboxCard key={item.id} item={item} />
            ))}
          </div>
        </Section>
      )}
      <Section title={words.arguments}>
        <JsonBlock value={call.input ?? null} label={words.arguments} mostLines={80} />
      </Section>
      {call.result && (
        <Section title={words.answer}>
          <ResultView result={call.result} />
        </Section>
      )}
      {children.length > 0 && (
        <Section title={words.inner}>
          <CallTable calls={children} />
        </Section>
      )}
    </div>
  )
}

function CallFacts({ story: { call, tool } }: { readonly story: CallStory }): ReactNode {
  const { story: words, activity } = useWords()
  const { dateTime, span, number } = useFormats()
  const decision = decisionOf(call.decision)
  return (
    <Facts
      rows={[
        [
          activity.tool,
          <span key="tool" className="flex flex-wrap items-center gap-2">
            <Link
              href={`/tools/${encodeURIComponent(call.tool)}`}
              className="font-mono text-xs text-accent hover:underline"
            >
              {visible(call.tool)}
            </Link>
            {tool?.version !== undefined && (
              <span className="text-xs text-ink-3">{words.toolVersion(number(tool.version))}</span>
            )}
            <PermissionBadge permission={call.permission} />
          </span>,
        ],
        [words.came, `${dateTime(call.startedAt)}, ${words.through(originName(call.origin, activity))}`],
        [activity.took, call.status === 'running' ? '…' : span(call.durationMs)],
        [words.by, personName(call.principal)],
        call.agent === undefined ? undefined : [activity.agent, visible(call.agent)],
        call.threadId === undefined ? undefined : [activity.thread, visible(call.threadId)],
        call.explanation === undefined ? undefined : [words.says, `“${visible(call.explanation)}”`],
        decision && [
          words.decided,
          <span key="decided">
            {visible(decision.effect)}{' '}
            <code className="font-mono text-xs text-ink-2">{visible(decision.rule)}</code>
          </span>,
        ],
        call.parentId === undefined
          ? undefined
          : [words.inside, <CallLink key="parent" id={call.parentId} />],
        [
          words.call,
          <span key="id" className="font-mono text-xs break-all">
            {visible(call.id)}
          </span>,
        ],
      ]}
    />
  )
}

function CallLink({ id }: { readonly id: string }): ReactNode {
  return (
    <Link
      href={`/activity/${encodeURIComponent(id)}`}
      className="font-mono text-xs break-all text-accent hover:underline"
    >
      {visible(id)}
    </Link>
  )
}

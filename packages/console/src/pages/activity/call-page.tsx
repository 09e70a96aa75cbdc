/** One call's whole story: who called, who decided what, step by step, what came of it. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/queries.ts'
import type { CallRecord, CallStory, InboxItem } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { ResultView } from '../../components/result-view.tsx'
import { useApi, useMay } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { CallActions } from '../../components/call-actions.tsx'
import { CallTable } from '../../components/call-table.tsx'
import { Card, Facts, Page, Section } from '../../components/page.tsx'
import { Loading } from '../../components/states.tsx'
import { JsonBlock, TextBlock } from '../../components/text-block.tsx'
import { useToast } from '../../components/toasts.tsx'
import { ToolTitle } from '../../components/tool-title.tsx'
import { visible } from '../../components/visible.ts'
import { RunLinks } from '../../components/call-runs.tsx'
import { originName, personName } from '../../components/caller-words.ts'
import { chatHref } from '../../components/chat-href.ts'
import { runHref } from '../../components/run-status.tsx'
import { PermissionBadge, StatusBadge } from '../../components/words-of.tsx'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { decisionOf, effectWord } from './call-steps.ts'
import { CallTimeline } from './call-timeline.tsx'
import { ruleWords } from './note-words.ts'
import { UnwrittenCall } from './running-call.tsx'

export function CallPage({ id }: { readonly id: string }): ReactNode {
  const { activity, story } = useWords()
  const { data, error, refetch } = useCall(id)
  const back = { href: '/activity', label: activity.title }
  if (!data)
    return error ? (
      <UnwrittenCall id={id} error={error} onRetry={() => void refetch()} />
    ) : (
      <Page title={story.call} back={back}>
        <Loading />
      </Page>
    )
  return (
    <Page
      title={data.call.tool}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <span className="isolate-text font-mono">{visible(data.call.tool)}</span>
          <StatusBadge status={data.call.status} />
          <ToolTitle name={data.call.tool} />
        </span>
      }
      back={back}
      actions={
        <>
          <CallActions call={data.call} />
          <CancelCall call={data.call} />
        </>
      }
    >
      <First story={data} />
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

function isOpen({ status }: InboxItem): boolean {
  return status === 'pending'
}

/** What a reader came for: what is asked of them, or what went wrong. */
function First({ story: { call, approvals } }: { readonly story: CallStory }): ReactNode {
  const asked = approvals.filter(isOpen)
  if (asked.length === 0 && !call.result?.error) return null
  return (
    <div className="mb-6 flex min-w-0 flex-col gap-3">
      {asked.map((item) => (
        <InboxCard key={item.id} item={item} />
      ))}
      {asked.length === 0 && call.result && <ResultView result={call.result} />}
    </div>
  )
}

function CancelCall({ call }: { readonly call: CallRecord }): ReactNode {
  const { story: words } = useWords()
  const api = useApi()
  const say = useToast()
  const mayCancel = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', `/api/calls/${encodeURIComponent(call.id)}`),
    onError: (error) => say(error),
  })
  if (call.status !== 'running' || !mayCancel) return null
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      {words.cancel}
    </Button>
  )
}

function Told({ story: { call, children, approvals, runs } }: { readonly story: CallStory }): ReactNode {
  const { story: words, tests, runs: runWords } = useWords()
  const answered = approvals.filter((item) => !isOpen(item))
  return (
    <div className="min-w-0">
      <Section title={words.happened}>
        <CallTimeline call={call} />
      </Section>
      {answered.length > 0 && (
        <Section title={words.asked}>
          <div className="flex flex-col gap-3">
            {answered.map((item) => (
              <InboxCard key={item.id} item={item} />
            ))}
          </div>
        </Section>
      )}
      <Section title={words.arguments}>
        <JsonBlock value={call.input ?? null} label={words.arguments} mostLines={80} />
      </Section>
      {call.result && !call.result.error && (
        <Section title={words.answer}>
          <ResultView result={call.result} />
        </Section>
      )}
      {call.stack !== undefined && (
        <Section title={tests.stack} aside={<span className="text-xs text-ink-3">{tests.stackHint}</span>}>
          <TextBlock text={call.stack} label={tests.stack} wraps={false} />
        </Section>
      )}
      {runs.length > 0 && (
        <Section title={runWords.startedRuns}>
          <RunLinks runs={runs} />
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

function CallFacts({ story: { call, tool, run } }: { readonly story: CallStory }): ReactNode {
  const all = useWords()
  const { story: words, activity, runs } = all
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
        [words.came, words.cameAt(dateTime(call.startedAt), originName(call.origin, activity))],
        [activity.took, call.status === 'running' ? '…' : span(call.durationMs)],
        [words.by, personName(call.principal)],
        call.agent === undefined ? undefined : [activity.agent, visible(call.agent)],
        run && [
          runs.run,
          <Link key="run" href={runHref(run.id)} className="break-all text-accent hover:underline">
            {visible(run.label ?? run.task.slice(0, 80))}
          </Link>,
        ],
        call.threadId === undefined
          ? undefined
          : [activity.thread, <ThreadLink key="thread" agent={run?.agent} threadId={call.threadId} />],
        call.explanation === undefined ? undefined : [words.says, `“${visible(call.explanation)}”`],
        decision && [
          words.decided,
          <span key="decided">
            {visible(effectWord(decision.effect, all))}{' '}
            <code className="font-mono text-xs text-ink-2">{visible(ruleWords(decision.rule, words))}</code>
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

interface ThreadLinkProps {
  readonly agent: string | undefined
  readonly threadId: string
}

/** Only what agents said can be read. */
function ThreadLink({ agent, threadId }: ThreadLinkProps): ReactNode {
  if (agent === undefined) return visible(threadId)
  return (
    <Link href={chatHref(agent, threadId)} className="break-all text-accent hover:underline">
      {visible(threadId)}
    </Link>
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

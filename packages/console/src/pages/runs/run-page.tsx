/** One run: how it stands, where its time went, what it was asked and what it answered. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApi, useMay } from '../../api/session.tsx'
import type { RunRecord } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { personName } from '../../components/caller-words.ts'
import { chatHref } from '../../components/chat-href.ts'
import { FaultNotice } from '../../components/fault-notice.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Card, Facts, Page, Section } from '../../components/page.tsx'
import { RunFiles } from '../../components/run-files.tsx'
import { runHref, RunStatusBadge } from '../../components/run-status.tsx'
import { faultOf } from '../../components/server-words.ts'
import { ErrorState, Loading } from '../../components/states.tsx'
import { TextBlock } from '../../components/text-block.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { isOpen, runPath, useRun, useSummary } from './queries.ts'
import { useNow } from './use-now.ts'
import { Waterfall } from './waterfall.tsx'

export function RunPage({ id }: { readonly id: string }): ReactNode {
  const { runs: words } = useWords()
  const { data: run, error, refetch } = useRun(id)
  const back = { href: '/runs', label: words.title }
  if (!run)
    return (
      <Page title={words.run} back={back}>
        {error ? (
          <>
            <ErrorState error={error} onRetry={() => void refetch()} />
            <p className="text-center text-sm text-ink-3">{words.notFoundHint}</p>
          </>
        ) : (
          <Loading />
        )}
      </Page>
    )
  return (
    <Page
      title={run.agent}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <span className="isolate-text">{visible(run.agent)}</span>
          <RunStatusBadge status={run.status} />
        </span>
      }
      lead={
        <>
          <span className="isolate-text line-clamp-2">{visible(run.label ?? run.task)}</span>
          {run.parentId !== undefined && (
            <span className="block">
              <span className="text-ink-3">{words.parent}</span> <ParentLink id={run.parentId} />
            </span>
          )}
        </>
      }
      back={back}
      actions={<Actions run={run} />}
    >
      <Figures run={run} />
      {run.error !== undefined && (
        <Section title={words.error}>
          <FaultNotice fault={faultOf(run.error)} />
        </Section>
      )}
      <Section title={words.waterfall}>
        <Waterfall run={run} />
      </Section>
      <div className="grid min-w-0 gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Said run={run} />
        <Section title={words.details}>
          <Card className="p-4">
            <RunFacts run={run} />
          </Card>
        </Section>
      </div>
    </Page>
  )
}

/** By its agent, as soon as that is known. */
function ParentLink({ id }: { readonly id: string }): ReactNode {
  const { data } = useRun(id)
  return (
    <Link href={runHref(id)} className="isolate-text break-all text-accent underline">
      {visible(data?.agent ?? id)}
    </Link>
  )
}

/** What it was asked, what it wrote and what it answered. */
function Said({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  return (
    <div className="min-w-0">
      <Section title={words.prompt}>
        <TextBlock text={run.task} label={words.prompt} />
      </Section>
      {run.files !== undefined && (
        <Section title={words.files}>
          <RunFiles runId={run.id} files={run.files} />
        </Section>
      )}
      {run.result !== undefined && run.result !== '' && (
        <Section title={words.answer}>
          <Card className="p-4">
            <Markdown text={run.result} />
          </Card>
        </Section>
      )}
    </div>
  )
}

function Actions({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  const compare = new URLSearchParams({ compare: run.id, name: run.agent })
  return (
    <>
      <Stop run={run} />
      <LinkButton href={`/runs?${compare.toString()}`}>{words.compare}</LinkButton>
      <LinkButton href={chatHref(run.agent, run.threadId)}>
        {isOpen(run) ? words.openConversation : words.continue}
      </LinkButton>
    </>
  )
}

function Stop({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  const api = useApi()
  const say = useToast()
  const mayStop = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send('DELETE', runPath(run.id)),
    onError: (error) => say(error),
  })
  if (!isOpen(run) || !mayStop) return null
  return (
    <Button look="danger" disabled={isPending} onClick={() => mutate()}>
      {words.stop}
    </Button>
  )
}

function Figures({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  const { number, short, cost, span } = useFormats()
  const now = useNow(isOpen(run))
  const { data: summary } = useSummary(run.id, `${run.status} ${run.attempt} ${run.steps}`)
  const end = run.endedAt ?? (isOpen(run) ? now : run.startedAt)
  const figures: readonly (readonly [string, string] | undefined)[] = [
    [words.duration, span(Math.max(0, end - run.startedAt))],
    summary && [words.modelTime, span(summary.modelMs)],
    summary && [words.callTime, span(summary.callsMs)],
    summary && [words.waitTime, span(summary.waitingMs)],
    [words.steps, number(run.steps)],
    summary && [words.calls, number(summary.calls)],
    [words.tokens, short(run.inputTokens + run.outputTokens)],
    run.cost === undefined ? undefined : [words.cost, cost(run.cost)],
  ]
  return (
    <dl className="mb-6 flex flex-wrap gap-x-8 gap-y-3">
      {figures
        .filter((figure) => figure !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-2xs text-ink-3">{name}</dt>
            <dd className="tabular text-base font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function RunFacts({ run }: { readonly run: RunRecord }): ReactNode {
  const { runs: words } = useWords()
  const { dateTime, number } = useFormats()
  const ends: Readonly<Record<string, string>> = words.ends
  const { reason } = run
  return (
    <Facts
      rows={[
        run.model === undefined
          ? undefined
          : [
              words.model,
              <span key="model" className="isolate-text break-all">
                {visible(run.model)}
              </span>,
            ],
        [words.started, dateTime(run.startedAt)],
        run.principal === undefined ? undefined : [words.startedBy, personName(run.principal)],
        reason === undefined || isOpen(run) || run.status === 'failed'
          ? undefined
          : [words.end, (Object.hasOwn(ends, reason) ? ends[reason] : undefined) ?? visible(reason)],
        [words.tokens, words.inOut(number(run.inputTokens), number(run.outputTokens))],
        run.attempt > 1 ? [words.attempts, number(run.attempt)] : undefined,
        [
          words.conversation,
          <Link
            key="thread"
            href={chatHref(run.agent, run.threadId)}
            className="font-mono text-xs break-all text-accent hover:underline"
          >
            {visible(run.threadId)}
          </Link>,
        ],
        run.parentId === undefined
          ? undefined
          : [
              words.parent,
              <Link
                key="parent"
                href={runHref(run.parentId)}
                className="font-mono text-xs break-all text-accent hover:underline"
              >
                {visible(run.parentId)}
              </Link>,
            ],
        [
          words.run,
          <span key="id" className="font-mono text-xs break-all">
            {visible(run.id)}
          </span>,
        ],
      ]}
    />
  )
}

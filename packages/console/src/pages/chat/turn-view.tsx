/** What a person said, and what the agent made of it. What a model says is a safe part of Markdown; all else is text. */
import { memo, type ReactNode } from 'react'
import type { CallRecord, CallStatus, RunRecord } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Link } from 'wouter'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { RunFault } from '../../components/run-fault.tsx'
import { RunFiles } from '../../components/run-files.tsx'
import { runHref } from '../../components/run-status.tsx'
import { visible } from '../../components/visible.ts'
import { AttachedView } from './attachments/attached-view.tsx'
import { CallView } from './call-view.tsx'
import { SubAgentCard } from './sub-agent-card.tsx'
import type { Turn, TurnItem } from './turn.ts'

export interface TurnContext {
  readonly agent: string
  readonly threadId: string
  /** What the journal has of its calls, by id. */
  readonly calls: ReadonlyMap<string, CallRecord>
  /** Runs of sub-agents, by id. */
  readonly below: ReadonlyMap<string, RunRecord>
  /** The ids of calls that wait for a person. */
  readonly waiting: ReadonlySet<string>
}

interface TurnViewProps extends TurnContext {
  readonly turn: Turn
}

export const TurnView = memo(function TurnView({ turn, ...context }: TurnViewProps): ReactNode {
  const { prompt, items } = turn
  const hasAnswer = items.length > 0 || turn.status !== 'done'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {prompt && <Said {...prompt} threadId={context.threadId} />}
      {hasAnswer && (
        <div className="flex min-w-0 flex-col gap-2">
          <h2 className="isolate-text text-xs font-medium text-ink-3">{visible(context.agent)}</h2>
          {items.map((item, index) => (
            <Item
              // oxlint-disable-next-line react/no-array-index-key -- items never move
              key={index}
              item={item}
              isRunning={turn.status === 'running'}
              isLast={index === items.length - 1}
              context={context}
            />
          ))}
          <Unreported turn={turn} below={context.below} />
          <Outcome turn={turn} isWaiting={context.waiting.size > 0} />
        </div>
      )}
    </div>
  )
})

type SaidProps = NonNullable<Turn['prompt']> & { readonly threadId: string }

/** A bubble of the person who talks to the agent. */
function Said({ text, from, attachments, threadId }: SaidProps): ReactNode {
  const { chat } = useWords()
  return (
    <div className="ml-auto flex max-w-[85%] min-w-0 flex-col gap-1">
      <h2 className="isolate-text text-right text-xs font-medium text-ink-3">
        {from === undefined ? chat.you : chat.from(visible(from))}
      </h2>
      {attachments && <AttachedView attached={attachments} threadId={threadId} />}
      {text !== '' && (
        <p className="ml-auto w-fit max-w-full min-w-0 rounded-lg bg-hover px-3 py-2 break-words whitespace-pre-wrap">
          {visible(text)}
        </p>
      )}
    </div>
  )
}

interface ItemProps {
  readonly item: TurnItem
  readonly isRunning: boolean
  readonly isLast: boolean
  readonly context: TurnContext
}

function Item({ item, context, isRunning, isLast }: ItemProps): ReactNode {
  const { chat } = useWords()
  if (item.kind === 'call') {
    const known = context.calls.get(item.id)
    const unfinished: CallStatus = known?.status ?? (isRunning ? 'running' : 'unknown')
    const status = context.waiting.has(item.id) ? 'pending' : unfinished
    return <CallView call={item} status={status} durationMs={known?.durationMs} />
  }
  if (item.kind === 'text') return <Markdown text={item.text} isGrowing={isRunning && isLast} />
  if (item.kind === 'report')
    return <SubAgentCard agent={item.agent} run={context.below.get(item.runId)} answer={item.text} />
  if (item.kind === 'arrived' && (item.from === undefined || item.from.startsWith('http:')))
    return <Said {...item} threadId={context.threadId} />
  const title = item.kind === 'arrived' ? chat.from(visible(item.from ?? '')) : chat.reasoning
  return (
    <details className="min-w-0 text-sm text-ink-2">
      <summary className="w-fit text-xs text-ink-3">{title}</summary>
      <p className="mt-1 border-l-2 pl-3 break-words whitespace-pre-wrap">{visible(item.text)}</p>
    </details>
  )
}

/** Sub-agents that the run has started and that have not reported into the conversation: they work, or a call waits for them. */
function Unreported({
  turn: { runId, items },
  below,
}: {
  readonly turn: Turn
  readonly below: TurnContext['below']
}): ReactNode {
  const reported = new Set(items.flatMap((item) => (item.kind === 'report' ? [item.runId] : [])))
  return [...below.values()]
    .filter(({ id, parentId }) => parentId === runId && !reported.has(id))
    .toReversed()
    .map((run) => <SubAgentCard key={run.id} agent={run.agent} run={run} />)
}

/** What was said to it last came when it had nothing more to do: the next run knows it. */
function isUnheard({ items, status }: Turn): boolean {
  const last = items.at(-1)
  return status !== 'running' && last?.kind === 'arrived' && last.from === undefined
}

/** How it stands, or ended. */
function Outcome({ turn, isWaiting }: { readonly turn: Turn; readonly isWaiting: boolean }): ReactNode {
  const { chat, runs } = useWords()
  const { number } = useFormats()
  const { status, end = status === 'stopped' ? 'stopped' : 'finished', fault, retry, usage } = turn
  if (status === 'running')
    return (
      <p className="text-xs text-ink-3">
        {retry !== undefined ? (
          <span className="text-warn">{chat.retry(visible(retry))}</span>
        ) : isWaiting ? (
          <span className="text-warn">{chat.waitsForYou}</span>
        ) : (
          chat.working
        )}
      </p>
    )
  return (
    <>
      {fault && <RunFault fault={fault} />}
      {status === 'unknown' && <p className="text-sm text-warn">{chat.unknownEnd}</p>}
      {status !== 'failed' && end !== 'finished' && <p className="text-sm text-warn">{chat.ends[end]}</p>}
      {turn.files && <RunFiles runId={turn.runId} files={turn.files} />}
      {isUnheard(turn) && <p className="text-sm text-warn">{chat.unheard}</p>}
      {usage && (
        <p className="tabular text-2xs text-ink-3">
          {chat.usage(number(usage.steps), number(usage.inputTokens + usage.outputTokens))}
          {turn.runId !== '' && (
            <>
              {' · '}
              <Link href={runHref(turn.runId)} className="text-accent underline">
                {runs.viewRun}
              </Link>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** What somebody said, and what the agent made of it. All of it is text: nothing in it is markup. */
import type { ReactNode } from 'react'
import type { CallRecord, CallStatus } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Callout } from '../../components/callout.tsx'
import { visible } from '../../components/visible.ts'
import { CallView } from './call-view.tsx'
import type { Turn, TurnItem } from './turn.ts'

interface TurnViewProps {
  readonly turn: Turn
  readonly agent: string
  /** What the journal has of its calls, by id. */
  readonly calls: ReadonlyMap<string, CallRecord>
  /** The ids of calls that wait for a person. */
  readonly waiting: ReadonlySet<string>
}

export function TurnView({ turn, agent, calls, waiting }: TurnViewProps): ReactNode {
  const { prompt, items } = turn
  const hasAnswer = items.length > 0 || turn.status !== 'done'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {prompt && <Prompt prompt={prompt} />}
      {hasAnswer && (
        <div className="flex min-w-0 flex-col gap-2">
          <h2 className="isolate-text text-xs font-medium text-ink-3">{visible(agent)}</h2>
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- items never move
            <Item
              key={index}
              item={item}
              calls={calls}
              isRunning={turn.status === 'running'}
              waiting={waiting}
            />
          ))}
          <Outcome turn={turn} />
        </div>
      )}
    </div>
  )
}

function Prompt({ prompt: { text, from } }: { readonly prompt: NonNullable<Turn['prompt']> }): ReactNode {
  const { chat } = useWords()
  return (
    <div className="ml-auto flex max-w-[85%] min-w-0 flex-col gap-1">
      <h2 className="isolate-text text-right text-xs font-medium text-ink-3">
        {from === undefined ? chat.you : chat.from(visible(from))}
      </h2>
      <p className="min-w-0 rounded-lg bg-hover px-3 py-2 break-words whitespace-pre-wrap">{visible(text)}</p>
    </div>
  )
}

interface ItemProps extends Pick<TurnViewProps, 'calls' | 'waiting'> {
  readonly item: TurnItem
  readonly isRunning: boolean
}

function Item({ item, calls, waiting, isRunning }: ItemProps): ReactNode {
  const { chat } = useWords()
  if (item.kind === 'call') {
    const known = calls.get(item.id)
    const unfinished: CallStatus = known?.status ?? (isRunning ? 'running' : 'unknown')
    const status = waiting.has(item.id) ? 'pending' : unfinished
    return <CallView call={item} status={status} durationMs={known?.durationMs} />
  }
  if (item.kind === 'text')
    return <p className="min-w-0 break-words whitespace-pre-wrap">{visible(item.text)}</p>
  const title = item.kind === 'arrived' ? chat.from(visible(item.from)) : chat.reasoning
  return (
    <details className="min-w-0 text-sm text-ink-2">
      <summary className="w-fit text-xs text-ink-3">{title}</summary>
      <p className="mt-1 border-l-2 pl-3 break-words whitespace-pre-wrap">{visible(item.text)}</p>
    </details>
  )
}

/** How it stands, or ended. */
function Outcome({ turn }: { readonly turn: Turn }): ReactNode {
  const { chat } = useWords()
  const { number } = useFormats()
  const { status, end = status === 'stopped' ? 'stopped' : 'finished', fault, retry, usage } = turn
  if (status === 'running')
    return (
      <p className="text-xs text-ink-3">
        {retry === undefined ? chat.working : <span className="text-warn">{chat.retry(visible(retry))}</span>}
      </p>
    )
  return (
    <>
      {fault && (
        <Callout tone="bad" title={<span className="font-mono text-xs">{fault.code}</span>}>
          <p className="whitespace-pre-wrap text-ink">{visible(fault.message)}</p>
          {fault.hint !== undefined && <p className="mt-1 whitespace-pre-wrap">{visible(fault.hint)}</p>}
        </Callout>
      )}
      {status === 'unknown' && <p className="text-sm text-warn">{chat.unknownEnd}</p>}
      {status !== 'failed' && end !== 'finished' && <p className="text-sm text-warn">{chat.ends[end]}</p>}
      {usage && (
        <p className="tabular text-2xs text-ink-3">
          {chat.usage(number(usage.steps), number(usage.inputTokens + usage.outputTokens))}
        </p>
      )}
    </>
  )
}

/** Tries what the form says before it is saved: the same policy, the same approvals, nothing kept but the calls in the journal. */
import { Play, RotateCcw, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useInbox } from '../../api/queries.ts'
import type { AgentSpec } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { FaultNotice } from '../../components/fault-notice.tsx'
import { Field, Textarea } from '../../components/field.tsx'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { ResultView } from '../../components/result-view.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { ToolTitle } from '../../components/tool-title.tsx'
import { visible } from '../../components/visible.ts'
import { StatusDot } from '../../components/words-of.tsx'
import type { TryItem, TryTurn } from './try-turn.ts'
import type { Playground as PlaygroundState } from './use-playground.ts'

interface PlaygroundProps {
  readonly playground: PlaygroundState
  /** Undefined while something in the form is wrong. */
  readonly spec: AgentSpec | undefined
}

export function Playground({ playground, spec }: PlaygroundProps): ReactNode {
  const { agents: words } = useWords()
  const { turns, isRunning, draft, error, send, stop, reset } = playground
  const [prompt, setPrompt] = useState('')
  const canSend = spec !== undefined && !isRunning && prompt.trim() !== ''
  const go = (): void => {
    if (!spec || !canSend) return
    send(spec, prompt)
    setPrompt('')
  }
  return (
    <section aria-label={words.playground} className="flex min-w-0 flex-col gap-4">
      <h2 className="sr-only">{words.playground}</h2>
      <p className="text-sm text-ink-2">{words.playgroundHint}</p>
      <ol className="flex min-w-0 flex-col gap-5">
        {turns.map((turn) => (
          <li key={turn.runId}>
            <TurnView turn={turn} />
          </li>
        ))}
      </ol>
      {draft !== undefined && <Asked draft={draft} />}
      {error !== undefined && <ErrorLine error={error} />}
      <Field label={words.tryMessage}>
        {(attributes) => (
          <Textarea
            {...attributes}
            rows={3}
            value={prompt}
            placeholder={words.tryPlaceholder}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              go()
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="solid" disabled={!canSend} onClick={go}>
          <Play aria-hidden className="size-3.5" />
          {words.tryIt}
        </Button>
        {isRunning && (
          <Button onClick={stop}>
            <Square aria-hidden className="size-3.5" />
            {words.stop}
          </Button>
        )}
        {turns.length > 0 && (
          <Button look="ghost" onClick={reset}>
            <RotateCcw aria-hidden className="size-3.5" />
            {words.startOver}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What its calls ask, answered here. */
function Asked({ draft }: { readonly draft: string }): ReactNode {
  const { items = [] } = useInbox('pending')
  return items.filter(({ agent }) => agent === draft).map((item) => <InboxCard key={item.id} item={item} />)
}

function TurnView({ turn }: { readonly turn: TryTurn }): ReactNode {
  const { agents: words } = useWords()
  const { number } = useFormats()
  const { prompt, items, status, fault, usage } = turn
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="isolate-text ml-auto max-w-[85%] rounded-lg bg-hover px-3 py-2 text-sm break-words whitespace-pre-wrap">
        {visible(prompt)}
      </p>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items never move
        <ItemView
          key={index}
          item={item}
          runId={turn.runId}
          isGrowing={status === 'running' && index === items.length - 1}
        />
      ))}
      <div role="status" className="text-xs text-ink-3">
        {status === 'running' && words.working}
        {status === 'stopped' && words.stopped}
        {status !== 'running' &&
          usage !== undefined &&
          usage.steps > 0 &&
          words.usage(number(usage.steps), number(usage.inputTokens), number(usage.outputTokens))}
      </div>
      {fault && <FaultNotice fault={fault} />}
    </div>
  )
}

interface ItemViewProps {
  readonly item: TryItem
  readonly runId: string
  readonly isGrowing: boolean
}

function ItemView({ item, runId, isGrowing }: ItemViewProps): ReactNode {
  const { agents: words } = useWords()
  if (item.kind === 'text') return <Markdown text={item.text} isGrowing={isGrowing} />
  const { tool, input, result, callId } = item
  return (
    <details className="min-w-0 rounded-md border bg-surface">
      <summary className="flex items-center gap-3 px-3 py-2 text-sm">
        <span className="isolate-text truncate font-mono text-xs font-medium">{visible(tool)}</span>
        <ToolTitle name={tool} />
        {result ? <StatusDot status={result.status} /> : <Badge tone="accent">{words.working}</Badge>}
      </summary>
      <div className="flex min-w-0 flex-col gap-3 border-t p-3">
        <JsonBlock value={input} label={tool} />
        {result && <ResultView result={result} />}
        <Link
          href={`/activity/${encodeURIComponent(`${runId}.${callId}`)}`}
          className="w-fit text-xs text-accent hover:underline"
        >
          {words.viewCall}
        </Link>
      </div>
    </details>
  )
}

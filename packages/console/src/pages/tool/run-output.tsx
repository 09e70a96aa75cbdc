/** What a run says while it runs, and how it ended. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useInbox } from '../../api/queries.ts'
import { InboxCard } from '../../components/inbox/inbox-card.tsx'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { CallActions } from '../../components/call-actions.tsx'
import { Callout } from '../../components/callout.tsx'
import { ErrorLine } from '../../components/states.tsx'
import { visible } from '../../components/visible.ts'
import { StatusBadge } from '../../components/words-of.tsx'
import { ResultView } from '../../components/result-view.tsx'
import type { Run } from '../../api/runs.ts'

export function RunOutput({ run, tool }: { readonly run: Run; readonly tool: string }): ReactNode {
  const { run: words } = useWords()
  const isOver = run.state === 'done'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Head run={run} />
      {!isOver && <Waiting callId={run.callId} />}
      {!isOver && <Progress run={run} />}
      {run.output !== '' && !isRepeated(run) && <LiveOutput run={run} />}
      {run.result && <ResultView result={run.result} />}
      {run.result?.status === 'ok' && (
        <div className="flex flex-wrap gap-2">
          <CallActions call={{ id: run.callId, tool, status: 'ok' }} size="sm" hasAgain={false} />
        </div>
      )}
      {isOver &&
        !run.result &&
        (run.error === undefined ? (
          <Callout tone="warn" title={words.lost} />
        ) : (
          <ErrorLine error={run.error} />
        ))}
    </div>
  )
}

/** The result of a tool that streams text is mostly the same text again. */
function isRepeated({ output, result }: Run): boolean {
  const [only] = result?.content ?? []
  return only?.type === 'text' && only.text.trim() === output.trim()
}

function Head({ run }: { readonly run: Run }): ReactNode {
  const { run: words } = useWords()
  const { span } = useFormats()
  const elapsed = useElapsed(run)
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
      <span role="status" className="flex items-center gap-2">
        <StatusBadge status={run.result?.status ?? (run.state === 'done' ? 'unknown' : 'running')} />
        {run.state === 'cancelling' && words.cancelling}
      </span>
      <span className="tabular">{run.result ? words.took(span(run.result.durationMs)) : span(elapsed)}</span>
      {run.result && (
        <Link
          href={`/activity/${encodeURIComponent(run.callId)}`}
          className="ml-auto text-accent hover:underline"
        >
          {words.story}
        </Link>
      )}
    </div>
  )
}

function useElapsed({ startedAt, state }: Run): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (state === 'done') return undefined
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [state])
  return Math.max(0, now - startedAt)
}

/** A call that asks can be answered right here. */
function Waiting({ callId }: { readonly callId: string }): ReactNode {
  const { run: words } = useWords()
  const { items } = useInbox('pending')
  const item = items?.find((waiting) => waiting.callId === callId)
  if (!item) return null
  return (
    <div className="flex flex-col gap-3">
      <Callout
        tone="warn"
        title={item.kind === 'question' ? words.answerTitle : words.waitingTitle}
        actions={
          <Link href="/inbox" className="text-sm font-medium underline">
            {words.openInbox}
          </Link>
        }
      >
        {words.waitingHint}
      </Callout>
      <InboxCard item={item} />
    </div>
  )
}

function Progress({ run: { progress } }: { readonly run: Run }): ReactNode {
  const { run: words } = useWords()
  if (!progress) return null
  const { done, total, message } = progress
  return (
    <div className="text-xs text-ink-2">
      {total !== undefined && done !== undefined && (
        <progress
          aria-label={words.progress}
          value={done}
          max={total}
          className="block h-1.5 w-full accent-accent"
        />
      )}
      {message !== undefined && <p className="mt-1">{visible(message)}</p>}
    </div>
  )
}

/** Stays at its end while it grows, unless the reader has scrolled up. */
function LiveOutput({ run }: { readonly run: Run }): ReactNode {
  const { run: words } = useWords()
  const box = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [run.output])
  return (
    <div className="min-w-0">
      {run.isCut && <p className="mb-1 text-xs text-ink-3">{words.cut}</p>}
      <pre
        ref={box}
        role="log"
        aria-label={words.liveOutput}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
        }}
        className="max-h-96 overflow-auto rounded-md border bg-sunken px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        {visible(run.output)}
      </pre>
    </div>
  )
}

/** What a sub-agent does or did for this conversation: who, how it stands, what it answered, and the way to its own conversation. */
import { Bot, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RunRecord } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot, type Tone } from '../../components/badge.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { visible } from '../../components/visible.ts'

const tones: Readonly<Record<RunRecord['status'], Tone>> = {
  queued: 'plain',
  running: 'accent',
  waiting: 'warn',
  done: 'ok',
  incomplete: 'warn',
  failed: 'bad',
  stopped: 'plain',
  unknown: 'warn',
}

interface SubAgentCardProps {
  readonly agent: string
  /** As far as it is known here. */
  readonly run: RunRecord | undefined
  /** What it reported; what its run says if it is absent. */
  readonly answer?: string
}

export function SubAgentCard({ agent, run, answer }: SubAgentCardProps): ReactNode {
  const { chat: words } = useWords()
  const { span } = useFormats()
  const said = answer ?? run?.result ?? run?.error ?? ''
  return (
    <article
      aria-label={words.subAgent(visible(agent))}
      className="min-w-0 rounded-md border bg-surface text-sm"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-2.5 py-1.5">
        <Bot aria-hidden className="-mr-1 size-4 shrink-0 text-ink-3" />
        <h3 className="isolate-text min-w-0 truncate text-sm font-medium">{visible(agent)}</h3>
        {run && (
          <span className="text-xs">
            <Dot tone={tones[run.status]}>{words.runStatuses[run.status]}</Dot>
          </span>
        )}
        {run?.endedAt !== undefined && (
          <span className="tabular text-xs text-ink-3">{span(run.endedAt - run.startedAt)}</span>
        )}
        {run && (
          <Link
            href={chatHref(run.agent, run.threadId)}
            className="ml-auto text-xs text-accent hover:underline"
          >
            {words.openConversation}
          </Link>
        )}
      </div>
      {run && <p className="truncate px-2.5 pb-1.5 text-xs text-ink-2">{visible(run.label ?? run.task)}</p>}
      {said !== '' && (
        <details className="group/answer border-t">
          <summary className="flex list-none items-center gap-1 px-2.5 py-1.5 text-xs text-ink-3">
            <ChevronRight aria-hidden className="size-3.5 group-open/answer:rotate-90" />
            {words.subAnswer}
          </summary>
          <div className="px-3 pb-3">
            <Markdown text={said} />
          </div>
        </details>
      )}
    </article>
  )
}

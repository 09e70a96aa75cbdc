/** One request: who asks, why, exactly what would run, and the answers to it. */
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { InboxItem } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { useRequest } from '../../api/queries.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { Badge, type Tone } from '../badge.tsx'
import { Card, Facts } from '../page.tsx'
import { isPerson, personName } from '../caller-words.ts'
import { chatHref } from '../chat-href.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { isUsualConfirm } from './usual-confirm.ts'
import { ToolTitle } from '../tool-title.tsx'
import { visible } from '../visible.ts'
import { ApprovalAnswers } from './approval-answers.tsx'
import { FilledIn, FormAnswers } from './form-answers.tsx'
import { QuestionAnswers } from './question-answers.tsx'
import { RequestText, type Seen } from './request-text.tsx'

const tones: Readonly<Record<InboxItem['status'], Tone>> = {
  pending: 'warn',
  approved: 'ok',
  used: 'ok',
  answered: 'ok',
  rejected: 'bad',
  expired: 'plain',
  cancelled: 'plain',
}

export function InboxCard({ item }: { readonly item: InboxItem }): ReactNode {
  const { inbox: words } = useWords()
  const mayAnswer = useMay('approver')
  const [seen, setSeen] = useState<Seen>('loading')
  const title = useTitle(item)
  return (
    <Card>
      <article aria-label={title}>
        <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b px-4 py-3">
          <h2 className="isolate-text text-base font-semibold">{visible(title)}</h2>
          {item.kind === 'approval' && <ToolTitle name={item.tool} />}
          <span className="ml-auto flex items-center gap-2 text-xs text-ink-3">
            {item.status === 'pending' ? <Expiry at={item.expiresAt} /> : <Answered item={item} />}
            <Badge tone={tones[item.status]}>{words.statuses[item.status]}</Badge>
          </span>
        </header>
        <div className="flex min-w-0 flex-col gap-4 p-4">
          {item.kind === 'question' && <Question item={item} />}
          {item.form && item.values && <FilledIn form={item.form} values={item.values} />}
          <RequestFacts item={item} />
          {item.kind === 'approval' && <RequestText item={item} onSeen={setSeen} />}
        </div>
        {item.status === 'pending' && (
          <footer className="border-t bg-sunken px-4 py-3">
            {!mayAnswer ? (
              <p className="text-sm text-ink-2">{words.mayNot}</p>
            ) : item.kind === 'approval' ? (
              <ApprovalAnswers item={item} seen={seen} />
            ) : item.form ? (
              <FormAnswers item={item} form={item.form} />
            ) : (
              <QuestionAnswers item={item} />
            )}
          </footer>
        )}
      </article>
    </Card>
  )
}

/** What is asked, unless all of it stands at the fields of the form below. */
function Question({ item: { text, rendered, form, status } }: { readonly item: InboxItem }): ReactNode {
  const asked = text ?? rendered?.text ?? ''
  const atFields = new Set(
    Object.values(form?.properties ?? {}).map(({ title = '', description }) =>
      description === undefined ? title : `${title}: ${description}`,
    ),
  )
  const isBelow = asked.split('\n').every((line) => atFields.has(line.replace(/^\d+\. /, '')))
  if (status === 'pending' && isBelow) return null
  return (
    <div className="border-l-4 pl-3 text-lg">
      <Markdown text={asked} />
    </div>
  )
}

function useTitle({ kind, agent, principal, tool }: InboxItem): string {
  const { inbox: words } = useWords()
  const { state } = useSession()
  const me = state.kind === 'in' ? state.session.name : undefined
  const who = agent === undefined ? personName(principal) : visible(agent)
  if (kind === 'question') return words.asks(who)
  return agent === undefined && isPerson(principal, me) ? words.youWant(who, tool) : words.wants(who, tool)
}

/** Why a person is asked, in words of the reader; ids and rules for those who look for them. */
function RequestFacts({ item }: { readonly item: InboxItem }): ReactNode {
  const { inbox: words } = useWords()
  const why = useReason(item)
  return (
    <>
      {why !== undefined && (
        <p className="text-sm">
          <span className="text-ink-3">{words.because} </span>
          {why}
        </p>
      )}
      <details>
        <summary className="w-fit text-xs text-ink-3">{words.ids}</summary>
        <div className="mt-2">
          <Facts
            rows={[
              item.rule === ''
                ? undefined
                : [
                    words.rule,
                    <code key="rule" className="isolate-text font-mono text-xs">
                      {visible(item.rule)}
                    </code>,
                  ],
              item.threadId === undefined
                ? undefined
                : [words.thread, <ThreadLink key="thread" item={item} />],
              [
                words.call,
                <Link
                  key="call"
                  href={`/activity/${encodeURIComponent(item.callId)}`}
                  className="font-mono text-xs text-accent hover:underline"
                >
                  {visible(item.callId)}
                </Link>,
              ],
            ]}
          />
        </div>
      </details>
    </>
  )
}

/** To the conversation that it belongs to, if that is one with an agent. */
function ThreadLink({ item: { agent, threadId = '' } }: { readonly item: InboxItem }): ReactNode {
  if (agent === undefined) return visible(threadId)
  return (
    <Link
      href={chatHref(agent, threadId)}
      className="font-mono text-xs break-all text-accent hover:underline"
    >
      {visible(threadId)}
    </Link>
  )
}

/** What decides has a word for itself in `rule`; a rule that people wrote has their own reason. */
function useReason({ kind, rule, reason, id }: InboxItem): string | undefined {
  const { inbox: words } = useWords()
  const { data } = useRequest(id, false, kind === 'approval')
  if (kind === 'question' || reason === '') return undefined
  if (rule.startsWith('mode ')) return data?.about ? words.asksFor[data.about.reaches] : visible(reason)
  if (isUsualConfirm({ rule, reason })) return words.noOffer
  if (rule === 'no sandbox') return words.noSandbox
  if (rule === 'sensitive file') return words.sensitive(visible(/^"(.*)"/.exec(reason)?.[1] ?? ''))
  return /^a rule says \w+$/.test(reason) ? words.ruleAsks(visible(rule)) : visible(reason)
}

function Expiry({ at }: { readonly at: number }): ReactNode {
  const { inbox: words } = useWords()
  const { until } = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="tabular">{at <= now ? words.expired : words.expires(until(at, now))}</span>
}

function Answered({ item }: { readonly item: InboxItem }): ReactNode {
  const { inbox: words } = useWords()
  const { ago } = useFormats()
  if (item.by === undefined) return <span>{words.nobody}</span>
  return (
    <span>
      {item.answer !== undefined && item.values === undefined && (
        <span className="text-ink-2">“{visible(item.answer)}” </span>
      )}
      {words.by(personName(item.by), ago(item.answeredAt ?? item.createdAt))}
    </span>
  )
}

/** Calls that run or wait right now, on whichever server, with what each waits for and a way to stop it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keys } from '../../api/queries.ts'
import { useApi, useMay } from '../../api/session.tsx'
import type { JournalNow } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Dot } from '../../components/badge.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { originName, personName } from '../../components/caller-words.ts'
import { Section } from '../../components/page.tsx'
import { type Column, RowLink, Table } from '../../components/table.tsx'
import { useToast } from '../../components/toasts.tsx'
import { visible } from '../../components/visible.ts'
import { type CallFilterValues, fitsNames } from './use-call-filter.ts'
import { useNow } from './use-figures.ts'

type NowCall = JournalNow['items'][number]

/** More are folded: the figures below stay in sight. */
const fewCalls = 5

/** What works comes before what waits for people, of which there may be many. */
const order = ['running', 'queued', 'waiting']

const tones = { running: 'accent', waiting: 'warn', queued: 'plain' } as const

export function NowRunning({ filter }: { readonly filter: CallFilterValues }): ReactNode {
  const { activity: words } = useWords()
  const { number } = useFormats()
  const { data, dataUpdatedAt } = useNow()
  const [isAll, setAll] = useState(false)
  const calls = (data?.items ?? [])
    .filter((call) => fitsNames(call, filter))
    .toSorted((left, right) => order.indexOf(left.state) - order.indexOf(right.state))
  const columns = useColumns(dataUpdatedAt)
  if (!data || calls.length === 0) return null
  const hidden = data.total - data.items.length
  return (
    <Section title={`${words.nowRunning} (${number(calls.length)})`}>
      <Table
        columns={columns}
        rows={isAll ? calls : calls.slice(0, fewCalls)}
        keyOf={({ id }) => id}
        label={words.nowRunning}
        isLinked
        isDense
      />
      {calls.length > fewCalls && (
        <Button look="ghost" size="sm" className="mt-1" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? words.showFewNow : words.showAllNow(number(calls.length))}
        </Button>
      )}
      {hidden > 0 && <p className="mt-1 text-xs text-ink-3">{words.moreRunning(number(hidden))}</p>}
    </Section>
  )
}

function useColumns(now: number): readonly Column<NowCall>[] {
  const { activity: words } = useWords()
  const { span } = useFormats()
  return [
    {
      title: words.tool,
      render: (call) => (
        <>
          <RowLink href={`/activity/${encodeURIComponent(call.id)}`} className="font-mono">
            {visible(call.tool)}
          </RowLink>
          <span className="block truncate text-ink-3">{whoOf(call, words)}</span>
        </>
      ),
    },
    {
      title: words.status,
      className: 'w-32 sm:w-52',
      render: ({ state, waitsFor }) => (
        <Dot tone={tones[state]}>{waitsFor ? words.waitsFor[waitsFor.kind] : words.states[state]}</Dot>
      ),
    },
    {
      title: words.took,
      className: 'hidden w-20 text-right sm:table-cell',
      cellClassName: 'tabular text-ink-2',
      render: ({ startedAt }) => span(Math.max(0, now - startedAt)),
    },
    {
      title: words.actions,
      isTitleHidden: true,
      className: 'w-24 text-right sm:w-40',
      render: (call) => <NowActions call={call} size="sm" />,
    },
  ]
}

function whoOf({ agent, principal = '', origin }: NowCall, words: Parameters<typeof originName>[1]): string {
  const who = agent === undefined ? personName(principal) : visible(agent)
  return origin === undefined ? who : `${who} · ${originName(origin, words)}`
}

interface NowActionsProps {
  readonly call: NowCall
  readonly size: 'sm' | 'md'
}

/** Above the link of the row, which fills all of it. */
export function NowActions({ call, size }: NowActionsProps): ReactNode {
  const { activity: words } = useWords()
  const api = useApi()
  const say = useToast()
  const queries = useQueryClient()
  const mayStop = useMay('operator')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.send<{ readonly cancelled: boolean; readonly reason?: string }>(
        'DELETE',
        `/api/calls/${encodeURIComponent(call.id)}`,
      ),
    onSuccess: ({ cancelled, reason }) => {
      say(cancelled ? words.stopped : (reason ?? words.notStopped))
      void queries.invalidateQueries({ queryKey: keys.calls })
    },
    onError: (error) => say(error),
  })
  return (
    <span className="relative z-10 inline-flex flex-wrap justify-end gap-1.5">
      {call.waitsFor && (
        <LinkButton size={size} href={`/inbox#${encodeURIComponent(call.waitsFor.id)}`}>
          {words.answerIt}
        </LinkButton>
      )}
      {call.canStop && mayStop && (
        <Button look="danger" size={size} disabled={isPending} onClick={() => mutate()}>
          {words.stop}
        </Button>
      )}
    </span>
  )
}

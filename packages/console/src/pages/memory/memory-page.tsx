/** The notes that agents keep about the person who looks: found, changed and deleted. */
import { NotebookPen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMay, useSession } from '../../api/session.tsx'
import type { Note } from '../../api/types.ts'
import { useFormats, useWords } from '../../i18n/preferences.tsx'
import { Badge } from '../../components/badge.tsx'
import { isPerson, personName } from '../../components/caller-words.ts'
import { Callout } from '../../components/callout.tsx'
import { chatHref } from '../../components/chat-href.ts'
import { Select } from '../../components/field.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { visible } from '../../components/visible.ts'
import { NoteButtons } from './note-buttons.tsx'
import { useNotes } from './queries.ts'

export function MemoryPage(): ReactNode {
  const { memory: words } = useWords()
  const mayChange = useMay('operator')
  return (
    <Page title={words.title} lead={words.lead}>
      {!mayChange && (
        <div className="mb-3">
          <Callout tone="info" title={words.mayNot} />
        </div>
      )}
      <Notes />
    </Page>
  )
}

function Notes(): ReactNode {
  const { memory: words } = useWords()
  const [q, setQ] = useState('')
  const [agent, setAgent] = useState('')
  const { data, error, refetch } = useNotes(q.trim())
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.items.length === 0 && q === '')
    return (
      <EmptyState icon={<NotebookPen aria-hidden />} title={words.emptyTitle}>
        {words.emptyHint}
      </EmptyState>
    )
  const agents = [...new Set(data.items.flatMap((note) => note.agent ?? []))].toSorted()
  const shown = data.items.filter((note) => agent === '' || (note.agent ?? agent) === agent)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label={words.searchLabel}
          value={q}
          onChange={setQ}
          hasShortcut
          className="w-full sm:w-72"
        />
        <Select
          aria-label={words.agent}
          value={agent}
          onChange={({ target }) => setAgent(target.value)}
          className="w-full sm:w-48"
        >
          <option value="">{words.anyAgent}</option>
          {[...new Set([...agents, ...(agent === '' ? [] : [agent])])].map((name) => (
            <option key={name} value={name}>
              {visible(name)}
            </option>
          ))}
        </Select>
      </div>
      {shown.length === 0 ? (
        <p className="text-sm text-ink-2">{words.noMatch}</p>
      ) : (
        <NoteTable notes={shown} />
      )}
    </>
  )
}

function NoteTable({ notes }: { readonly notes: readonly Note[] }): ReactNode {
  const { memory: words } = useWords()
  const mayChange = useMay('operator')
  const columns: readonly Column<Note>[] = [
    { title: words.note, isRowHeading: true, render: (note) => <NoteWords note={note} /> },
    {
      title: words.seenBy,
      className: 'hidden w-36 sm:table-cell',
      cellClassName: 'text-ink-2',
      render: ({ agent }) => (agent === undefined ? words.allAgents : visible(agent)),
    },
    {
      title: words.written,
      className: 'hidden w-48 md:table-cell',
      cellClassName: 'text-ink-2',
      render: (note) => <Written note={note} />,
    },
    ...(mayChange
      ? [
          {
            title: words.edit,
            isTitleHidden: true,
            className: 'w-40',
            render: (note: Note) => <NoteButtons note={note} />,
          },
        ]
      : []),
  ]
  return <Table columns={columns} rows={notes} keyOf={({ id }) => id} label={words.title} />
}

function NoteWords({ note }: { readonly note: Note }): ReactNode {
  const { memory: words } = useWords()
  const { title, isFromOutside } = note
  // The title may be the first line.
  const text = note.text.startsWith(title) ? note.text.slice(title.length).trim() : note.text
  return (
    <>
      <span className="isolate-text font-medium break-words">{visible(title)}</span>{' '}
      {isFromOutside && (
        <Badge tone="warn" title={words.outsideHint}>
          {words.outside}
        </Badge>
      )}
      {text !== '' && (
        <span className="isolate-text block text-xs break-words whitespace-pre-wrap text-ink-2">
          {visible(text)}
        </span>
      )}
    </>
  )
}

function Written({ note }: { readonly note: Note }): ReactNode {
  const { memory: words } = useWords()
  const formats = useFormats()
  const { state } = useSession()
  const { by, threadId, updatedAt } = note
  const own = state.kind === 'in' ? state.session.name : undefined
  const isOwn = isPerson(by, own)
  return (
    <>
      <span className="tabular block">{formats.dateTime(updatedAt)}</span>
      <span className="block text-xs text-ink-3">
        {words.by(isOwn ? words.you : personName(by))}
        {threadId !== undefined && !isOwn && (
          <>
            {' · '}
            <Link href={chatHref(by, threadId)} className="underline">
              {words.viewRun}
            </Link>
          </>
        )}
      </span>
    </>
  )
}

/** Ctrl+K: goes to a page, a tool, an agent or a conversation by a part of its name. Loaded when it is first opened. */
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import { useAgents, useTools } from '../api/queries.ts'
import { useApi } from '../api/session.tsx'
import type { Conversation, Page } from '../api/types.ts'
import { useWords } from '../i18n/preferences.tsx'
import { chatHref } from '../components/chat-href.ts'
import { classes } from '../components/classes.ts'
import { visible } from '../components/visible.ts'
import { findTargets, type Target } from './palette-targets.ts'
import { places } from './navigation.tsx'

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { shell } = useWords()
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 flex items-start justify-center bg-[#1c1b1966] p-4 sm:pt-[12vh]">
          <Radix.Content
            aria-describedby={undefined}
            className="flex max-h-[70vh] w-full max-w-xl flex-col overflow-hidden rounded-lg border bg-surface shadow-float outline-none"
          >
            <Radix.Title className="sr-only">{shell.palette}</Radix.Title>
            <PaletteBox onClose={onClose} />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

function PaletteBox({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { shell } = useWords()
  const [, navigate] = useLocation()
  const [q, setQ] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const targets = useTargets()
  const found = useMemo(() => findTargets(targets, q), [targets, q])
  const go = (target: Target | undefined): void => {
    if (!target) return
    onClose()
    navigate(target.href)
  }
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((at) => (found.length === 0 ? 0 : (at + step + found.length) % found.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(found[active])
    }
  }
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type into
        autoFocus
        role="combobox"
        aria-label={shell.palette}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        placeholder={shell.paletteHint}
        autoComplete="off"
        spellCheck={false}
        value={q}
        onChange={(event) => {
          setQ(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
        className="h-12 w-full border-b bg-surface px-4 text-base outline-none"
      />
      <Rows {...{ listId, found, active, go }} />
      <p role="status" className={classes('px-4 text-sm text-ink-3', found.length === 0 && 'py-3')}>
        {found.length === 0 ? shell.paletteNone : ''}
      </p>
    </>
  )
}

interface RowsProps {
  readonly listId: string
  readonly found: readonly Target[]
  readonly active: number
  readonly go: (target: Target) => void
}

function Rows({ listId, found, active, go }: RowsProps): ReactNode {
  const { shell } = useWords()
  return (
    <div id={listId} role="listbox" aria-label={shell.palette} className="min-h-0 overflow-y-auto py-1.5">
      {found.map((target, index) => (
        <Row
          key={`${target.kind} ${target.href}`}
          id={`${listId}-${index}`}
          isActive={index === active}
          onChoose={() => go(target)}
          target={target}
        />
      ))}
    </div>
  )
}

interface RowProps {
  readonly id: string
  readonly target: Target
  readonly isActive: boolean
  readonly onChoose: () => void
}

function Row({ id, target, isActive, onChoose }: RowProps): ReactNode {
  const { shell } = useWords()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={classes(
        'flex cursor-pointer items-baseline gap-3 px-4 py-2 text-sm hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      <span className="isolate-text min-w-0 flex-1 truncate">{visible(target.name)}</span>
      <span className="shrink-0 text-xs text-ink-3">{shell.kinds[target.kind]}</span>
    </div>
  )
}

function useTargets(): readonly Target[] {
  const { shell } = useWords()
  const { data: tools } = useTools('openai')
  const { data: agents } = useAgents()
  const { data: talks } = useConversations()
  return useMemo(
    () => [
      ...places.map(({ id, href }): Target => ({ kind: 'page', name: shell[id], href })),
      ...(agents?.items ?? []).map(({ id, name }): Target => ({
        kind: 'agent',
        name,
        href: `/agents/${encodeURIComponent(id)}`,
      })),
      ...(tools ?? []).map(({ name, description }): Target => ({
        kind: 'tool',
        name,
        more: description,
        href: `/tools/${encodeURIComponent(name)}`,
      })),
      ...(talks?.items ?? []).flatMap(({ id, title, agent }): Target[] =>
        agent === undefined
          ? []
          : [{ kind: 'conversation', name: title, more: agent, href: chatHref(agent, id) }],
      ),
    ],
    [shell, tools, agents, talks],
  )
}

function useConversations() {
  const api = useApi()
  return useQuery({
    queryKey: ['palette', 'conversations'],
    queryFn: ({ signal }) => api.get<Page<Conversation>>('/api/conversations', { limit: 200 }, signal),
  })
}

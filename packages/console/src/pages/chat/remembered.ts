/**
 * What this browser remembers of the chat, for each person who signs in here: the conversation that was open last, and what was
 * written and not sent yet.
 *
 * @module
 */
import { useCallback, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { type Drafts, draftsWith } from './drafts.ts'

export interface Remembered {
  readonly agent: string
  readonly threadId: string
}

/** Storage may be switched off, or full: then nothing is remembered. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It holds until the page is closed.
  }
}

function usePersonKey(name: string): string {
  const { state } = useSession()
  return `toolyard.chat.${name}:${state.kind === 'in' ? state.session.name : ''}`
}

export function useLastConversation(): {
  readonly last: Remembered | undefined
  readonly remember: (conversation: Remembered | undefined) => void
} {
  const key = usePersonKey('last')
  const [last] = useState(() => conversationOf(read(key)))
  return { last, remember: useCallback((conversation) => write(key, conversation), [key]) }
}

function conversationOf(value: unknown): Remembered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { agent, threadId } = value as Partial<Record<keyof Remembered, unknown>>
  return typeof agent === 'string' && typeof threadId === 'string' ? { agent, threadId } : undefined
}

/** What is being written in one place: a conversation, or a new one with an agent. Another place has another draft. */
export function useDraft(place: string): readonly [text: string, setText: (text: string) => void] {
  const key = usePersonKey('drafts')
  const [draft, setDraft] = useState(() => ({ place, text: draftsIn(key)[place] ?? '' }))
  if (draft.place !== place) setDraft({ place, text: draftsIn(key)[place] ?? '' })
  const setText = useCallback(
    (text: string) => {
      setDraft({ place, text })
      write(key, draftsWith(draftsIn(key), place, text))
    },
    [key, place],
  )
  return [draft.place === place ? draft.text : '', setText]
}

function draftsIn(key: string): Drafts {
  const value = read(key)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

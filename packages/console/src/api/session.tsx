/**
 * Who is signed in. Turns the printed link's token into a session cookie, and shows the sign-in card where there is none.
 *
 * @module
 */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { type Api, createApi } from './api.ts'
import type { Role, Session } from './types.ts'

export type SessionState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'out'; readonly why?: 'link' | 'ended' }
  | { readonly kind: 'in'; readonly session: Session }

export interface SessionValue {
  readonly api: Api
  readonly state: SessionState
  readonly signIn: (token: string) => Promise<void>
  readonly signOut: () => Promise<void>
  readonly again: () => void
}

const SessionContext = createContext<SessionValue | undefined>(undefined)

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [state, setState] = useState<SessionState>({ kind: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const api = useMemo(() => createApi(() => setState({ kind: 'out', why: 'ended' })), [])
  useEffect(() => {
    let isCurrent = true
    void begin(api).then((found) => {
      if (isCurrent) setState(found)
    })
    return () => {
      isCurrent = false
    }
  }, [api, attempt])
  const signIn = useCallback(
    async (token: string) => setState({ kind: 'in', session: await api.signIn(token) }),
    [api],
  )
  const signOut = useCallback(async () => {
    await api.signOut()
    setState({ kind: 'out' })
  }, [api])
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  // The link opened in a tab that shows the page already changes nothing but the fragment.
  useEffect(() => {
    const look = (): void => {
      if (location.hash.startsWith('#token=')) again()
    }
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [again])
  const value = useMemo(() => ({ api, state, signIn, signOut, again }), [api, state, signIn, signOut, again])
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionValue {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession outside of SessionProvider')
  return value
}

export function useApi(): Api {
  return useSession().api
}

const ranks: readonly Role[] = ['viewer', 'operator', 'approver', 'admin']

/** Whether the one who is signed in may do what needs this role. The server decides; this only greys out. */
export function useMay(role: Exclude<Role, 'agent'>): boolean {
  const { state } = useSession()
  return state.kind === 'in' && ranks.indexOf(state.session.role) >= ranks.indexOf(role)
}

async function begin(api: Api): Promise<SessionState> {
  const token = takeToken()
  try {
    if (token !== undefined) {
      const session = await api.signIn(token).catch(() => undefined)
      if (session) return { kind: 'in', session }
    }
    const session = await api.session()
    if (session) return { kind: 'in', session }
    return token === undefined ? { kind: 'out' } : { kind: 'out', why: 'link' }
  } catch (error) {
    return { kind: 'unreachable', error }
  }
}

/** The token of the link, taken out of the address before anything else can read it there. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

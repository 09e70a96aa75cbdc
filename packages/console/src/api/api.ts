/**
 * The one way to the server: JSON in and out, the session's header against forged requests, errors as `ApiError`.
 *
 * The session itself is a cookie that no script can read; what is kept here is gone with the page.
 *
 * @module
 */
import { ApiError, errorOf, isSignedOut, offlineCode } from './api-error.ts'
import { basePath } from './base-path.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import type { Session } from './types.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface StreamOptions extends RequestOptions {
  /** Told when the server has begun to answer. */
  readonly onOpen?: () => void
}

export type Query = Readonly<Record<string, string | number | undefined>>

export interface Api {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  stream(path: string, options?: StreamOptions): AsyncGenerator<StreamEvent>
  /** Answers nothing if no one is signed in. */
  session(): Promise<Session | undefined>
  signIn(token: string): Promise<Session>
  signOut(): Promise<void>
}

/** `onSignedOut` is told when the server no longer knows the session. */
export function createApi(onSignedOut: () => void): Api {
  let csrf = ''
  const open = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const response = await fetchOrOffline(path, {
      method: options.method ?? 'GET',
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.method !== undefined && options.method !== 'GET' && { 'X-Toolyard-CSRF': csrf }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    })
    if (response.ok) return response
    const error = await errorOf(response)
    if (isSignedOut(error) && path !== '/api/session') onSignedOut()
    throw error
  }
  const json = async <T>(path: string, options?: RequestOptions): Promise<T> => {
    const response = await open(path, options)
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
  }
  const keep = (session: Session): Session => {
    csrf = session.csrf
    return session
  }
  return {
    get: (path, query, signal) => json(withQuery(path, query), { signal }),
    send: (method, path, body) =>
      json(path, { method, body: body ?? (method === 'DELETE' ? undefined : {}) }),
    async *stream(path, options) {
      const response = await open(path, {
        ...options,
        headers: { Accept: 'text/event-stream', ...options?.headers },
      })
      options?.onOpen?.()
      if (response.body) yield* readEvents(response.body)
    },
    async session() {
      try {
        return keep(await json<Session>('/api/session'))
      } catch (error) {
        if (isSignedOut(error)) return undefined
        throw error
      }
    },
    signIn: async (token) => keep(await json<Session>('/api/session', { method: 'POST', body: { token } })),
    signOut: () => json('/api/session', { method: 'DELETE' }),
  }
}

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

async function fetchOrOffline(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(basePath() + path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, {
      code: offlineCode,
      message: error instanceof Error ? error.message : String(error),
    })
  }
}

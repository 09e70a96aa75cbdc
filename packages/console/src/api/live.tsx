/**
 * What happens on the server while the page is open: one stream for the whole page, taken up again where it broke off.
 *
 * @module
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from './session.tsx'
import type { Api } from './api.ts'
import { isSignedOut } from './api-error.ts'
import type { keys } from './queries.ts'
import type { CallRecord } from './types.ts'

type CallListener = (call: CallRecord) => void

interface Live {
  readonly isLive: boolean
  /** Whether it was ever: before that nothing is lost. */
  readonly wasLive: boolean
  /** Calls `listener` with every call that starts or ends. Answers how to stop it. */
  readonly onCall: (listener: CallListener) => () => void
}

const LiveContext = createContext<Live | undefined>(undefined)
const longestWaitMs = 15_000
/** Pages are made fresh at most this often, however much happens. */
const restMs = 1000

export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const api = useApi()
  const queries = useQueryClient()
  const [isLive, setLive] = useState(false)
  const [wasLive, setWasLive] = useState(false)
  const listeners = useRef(new Set<CallListener>())
  useEffect(() => {
    const stop = new AbortController()
    const refresh = createRefresh(queries)
    const heard = (event: string, data: string): void => {
      if (event === 'call') {
        const call = JSON.parse(data) as CallRecord
        for (const listener of listeners.current) listener(call)
      }
      if (event === 'reset') refresh.all()
      for (const key of staleAfter[event] ?? []) refresh.mark(key)
    }
    let hasBeen = false
    const noteLive = (state: boolean): void => {
      setLive(state)
      if (!state) return
      setWasLive(true)
      // What happened while the stream was closed.
      if (hasBeen) refresh.all()
      hasBeen = true
    }
    void follow(api, { signal: stop.signal, heard, setLive: noteLive })
    return () => {
      stop.abort()
      refresh.stop()
    }
  }, [api, queries])
  const value = useMemo<Live>(
    () => ({
      isLive,
      wasLive,
      onCall(listener) {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
    }),
    [isLive, wasLive],
  )
  return <LiveContext value={value}>{children}</LiveContext>
}

export function useLive(): Live {
  const value = use(LiveContext)
  if (!value) throw new Error('useLive outside of LiveProvider')
  return value
}

const staleAfter: Readonly<Record<string, readonly (keyof typeof keys)[]>> = {
  call: ['calls'],
  approval: ['inbox', 'grants', 'info'],
  question: ['inbox', 'info'],
  tools: ['tools', 'info', 'servers', 'agents'],
  agents: ['agents', 'info'],
  grants: ['grants'],
  board: ['board'],
  run: ['runs'],
}

interface Following {
  readonly signal: AbortSignal
  readonly heard: (event: string, data: string) => void
  readonly setLive: (isLive: boolean) => void
}

async function follow(api: Api, { signal, heard, setLive }: Following): Promise<void> {
  let last: string | undefined
  let waitMs = 500
  while (!signal.aborted) {
    try {
      const headers = last === undefined ? {} : { 'Last-Event-ID': last }
      const options = {
        signal,
        headers,
        onOpen: () => {
          waitMs = 500
          setLive(true)
        },
      }
      for await (const { id, event, data } of api.stream('/api/events', options)) {
        last = id ?? last
        heard(event, data)
      }
    } catch (error) {
      if (isSignedOut(error)) return
    }
    if (signal.aborted) return
    setLive(false)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

interface Refresh {
  mark(key: keyof typeof keys): void
  all(): void
  stop(): void
}

/** Gathers what became stale, so that a storm of events is one reading. */
function createRefresh(queries: QueryClient): Refresh {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = undefined
    const marked = [...stale]
    stale.clear()
    for (const key of marked) void queries.invalidateQueries({ queryKey: [key] })
  }
  return {
    mark(key) {
      stale.add(key)
      timer ??= setTimeout(flush, restMs)
    },
    all: () => void queries.invalidateQueries(),
    stop: () => clearTimeout(timer),
  }
}

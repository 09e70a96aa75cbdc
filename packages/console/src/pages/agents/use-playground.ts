/**
 * Tries of an agent that is not saved: what was said, and the run that goes on. The server keeps a draft for it, which is let go when
 * the page is left or the talk begins anew.
 *
 * @module
 */
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/session.tsx'
import type { Api } from '../../api/api.ts'
import type { AgentSpec, RunEvent, StartedDraft } from '../../api/types.ts'
import { type TryTurn, withRunEvent } from './try-turn.ts'

export interface Playground {
  readonly turns: readonly TryTurn[]
  readonly isRunning: boolean
  /** The name under which the draft runs. */
  readonly draft: string | undefined
  /** Why the last message was not taken. */
  readonly error: unknown
  readonly send: (spec: AgentSpec, prompt: string) => void
  readonly stop: () => void
  readonly reset: () => void
}

export function usePlayground(): Playground {
  const api = useApi()
  const [turns, setTurns] = useState<readonly TryTurn[]>([])
  const [error, setError] = useState<unknown>()
  const [isStarting, setStarting] = useState(false)
  const [draft, setDraft] = useState<string>()
  const here = useRef<{ draft?: string | undefined; stop?: AbortController | undefined }>({})
  useEffect(() => {
    const known = here.current
    return () => letGo(api, known)
  }, [api])
  const last = turns.at(-1)
  const isRunning = isStarting || last?.status === 'running'
  const send = (spec: AgentSpec, prompt: string): void => {
    setStarting(true)
    setError(undefined)
    const { name: _, ...agent } = spec
    const body = { agent, prompt, ...(here.current.draft !== undefined && { draft: here.current.draft }) }
    api
      .send<StartedDraft>('POST', '/api/drafts/runs', body)
      .then((started) => {
        here.current.draft = started.draft
        setDraft(started.draft)
        setTurns((now) => [...now, { runId: started.runId, prompt, items: [], status: 'running' }])
        const stop = new AbortController()
        here.current.stop = stop
        void follow(api, started.runId, {
          signal: stop.signal,
          heard: (event) => setTurns(changed(started.runId, event)),
        })
      }, setError)
      .finally(() => setStarting(false))
  }
  return {
    turns,
    isRunning,
    draft,
    error,
    send,
    stop: () => {
      if (last) api.send('DELETE', `/api/runs/${encodeURIComponent(last.runId)}`).catch(setError)
    },
    reset: () => {
      letGo(api, here.current)
      setDraft(undefined)
      setTurns([])
      setError(undefined)
    },
  }
}

function changed(runId: string, event: RunEvent): (turns: readonly TryTurn[]) => readonly TryTurn[] {
  return (turns) => turns.map((turn) => (turn.runId === runId ? withRunEvent(turn, event) : turn))
}

/** Nobody waits for it: a draft that stays goes by itself. */
function letGo(api: Api, known: { draft?: string | undefined; stop?: AbortController | undefined }): void {
  known.stop?.abort()
  if (known.draft !== undefined)
    api.send('DELETE', `/api/drafts/${encodeURIComponent(known.draft)}`).catch(() => undefined)
  known.draft = undefined
}

interface Following {
  readonly signal: AbortSignal
  readonly heard: (event: RunEvent) => void
}

const waitMs = 1000

/** To its end, through broken connections. */
async function follow(api: Api, runId: string, { signal, heard }: Following): Promise<void> {
  let lastId = 0
  while (!signal.aborted) {
    try {
      const headers = lastId > 0 ? { 'Last-Event-ID': String(lastId) } : {}
      for await (const { id, data } of api.stream(`/api/runs/${encodeURIComponent(runId)}/events`, {
        signal,
        headers,
      })) {
        lastId = Number(id ?? lastId)
        const event = JSON.parse(data) as RunEvent
        heard(event)
        if (event.type === 'done' || event.type === 'error') return
      }
    } catch {
      // It is followed again below.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

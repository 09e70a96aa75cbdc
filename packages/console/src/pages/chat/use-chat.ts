/**
 * One conversation: what is kept of it, and the run that goes on in it, as it goes.
 *
 * A run belongs to the server: it goes on when the page is left, and is taken up again when the page comes back.
 *
 * @module
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { RunEvent, StartedRun } from '../../api/types.ts'
import { useApi } from '../../api/session.tsx'
import { followRun } from './follow-run.ts'
import { chatKeys, useMessages, useThreadRuns } from './queries.ts'
import { newTurn, type Turn, turnsOf, withEvent } from './turn.ts'

export interface Chat {
  readonly turns: readonly Turn[]
  readonly isLoading: boolean
  /** Why nothing can be shown. */
  readonly error: unknown
  /** The run that goes on. */
  readonly running: string | undefined
  /** `onTaken` is told once the server has it. */
  readonly send: (prompt: string, onTaken: () => void) => void
  readonly isSending: boolean
  /** Why the last message was not taken, or the run not stopped. */
  readonly refusal: unknown
  readonly stop: () => void
  readonly isStopping: boolean
}

interface Place {
  readonly agentId: string
  /** Empty for one that has not begun. */
  readonly threadId: string
  readonly onBegun: (threadId: string) => void
}

export function useChat({ agentId, threadId, onBegun }: Place): Chat {
  const api = useApi()
  const queries = useQueryClient()
  const runs = useThreadRuns(threadId)
  const [live, setLive] = useState<ReadonlyMap<string, Turn>>(new Map())
  const [followed, setFollowed] = useState<StartedRun>()
  const [lost, setLost] = useState<string>()
  const known = runs.data?.find(({ status }) => status === 'running')?.id
  useEffect(() => {
    if (known !== undefined) setFollowed({ runId: known, threadId })
  }, [known, threadId])
  const current = followed?.threadId === threadId ? followed.runId : undefined
  const isOver =
    hasEnded(current === undefined ? undefined : live.get(current)) || (lost === current && known !== current)
  const running = isOver ? undefined : current
  const messages = useMessages(threadId, { isChanging: running !== undefined && lost === running })
  useLiveRun(running, { threadId, setLive, setLost })
  const start = useMutation({
    mutationFn: (prompt: string) =>
      api.send<StartedRun>('POST', `/api/agents/${encodeURIComponent(agentId)}/runs`, {
        prompt,
        ...(threadId !== '' && { threadId }),
      }),
    onSuccess(started, prompt) {
      setLive((turns) => new Map(turns).set(started.runId, newTurn(started.runId, { text: prompt })))
      setFollowed(started)
      onBegun(started.threadId)
      void queries.invalidateQueries({ queryKey: chatKeys.conversations })
    },
  })
  const stop = useMutation({
    mutationFn: (runId: string) => api.send('DELETE', `/api/runs/${encodeURIComponent(runId)}`),
  })
  const turns = useMemo(
    () => together(turnsOf(messages.data ?? [], runs.data ?? []), live, current),
    [messages.data, runs.data, live, current],
  )
  return {
    turns,
    isLoading: threadId !== '' && turns.length === 0 && (messages.isPending || runs.isPending),
    error: messages.data ? undefined : (messages.error ?? undefined),
    running,
    send: (prompt, onTaken) => start.mutate(prompt, { onSuccess: onTaken }),
    isSending: start.isPending,
    refusal: start.error ?? stop.error ?? undefined,
    stop: () => running !== undefined && stop.mutate(running),
    isStopping: running !== undefined && (stop.isPending || stop.variables === running) && !stop.isError,
  }
}

function hasEnded(turn: Turn | undefined): boolean {
  return turn !== undefined && turn.status !== 'running'
}

/** What was heard of a run says more than what is kept of it. */
function together(
  kept: readonly Turn[],
  live: ReadonlyMap<string, Turn>,
  current: string | undefined,
): readonly Turn[] {
  const turns = kept.map((turn) => {
    const heard = live.get(turn.runId)
    return heard && turn.prompt ? { ...heard, prompt: turn.prompt } : (heard ?? turn)
  })
  const isKept = kept.some(({ runId }) => runId === current)
  const newest = current === undefined || isKept ? undefined : live.get(current)
  return newest ? [...turns, newest] : turns
}

interface Listening {
  readonly threadId: string
  readonly setLive: (change: (turns: ReadonlyMap<string, Turn>) => ReadonlyMap<string, Turn>) => void
  readonly setLost: (runId: string) => void
}

/** Told in steps of a frame, so that a model that talks fast doesn't stop the page. */
function useLiveRun(runId: string | undefined, { threadId, setLive, setLost }: Listening): void {
  const api = useApi()
  const queries = useQueryClient()
  useEffect(() => {
    if (runId === undefined) return undefined
    const stop = new AbortController()
    let waiting: RunEvent[] = []
    let frame: number | undefined
    // What was heard before the page was left is heard again from the beginning.
    setLive((turns) => new Map(turns).set(runId, newTurn(runId, turns.get(runId)?.prompt)))
    const flush = (): void => {
      frame = undefined
      const events = waiting
      waiting = []
      setLive((turns) => {
        const turn = events.reduce(withEvent, turns.get(runId) ?? newTurn(runId))
        return new Map(turns).set(runId, turn)
      })
    }
    const heard = (event: RunEvent): void => {
      waiting.push(event)
      frame ??= requestAnimationFrame(flush)
    }
    void followRun(api, { runId, signal: stop.signal, heard }).then(async (end) => {
      if (end === 'left') return
      if (end === 'lost') {
        // What is kept is whole, and read again as it grows.
        setLost(runId)
        setLive((turns) => new Map([...turns].filter(([id]) => id !== runId)))
      }
      const keys = [chatKeys.messages(threadId), chatKeys.runs(threadId), chatKeys.conversations]
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
    })
    return () => {
      stop.abort()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [api, queries, runId, threadId, setLive, setLost])
}

/**
 * One conversation: what is kept of it, and the run that goes on in it, as it goes.
 *
 * A run belongs to the server: it goes on when the page is left, and is taken up again when the page comes back.
 *
 * @module
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { NewAttachment, RunEvent, StartedRun } from '../../api/types.ts'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/session.tsx'
import { followRun } from './follow-run.ts'
import { chatKeys, isOpen, useMessages, useThreadRuns } from './queries.ts'
import { newTurn, type Turn, turnsOf, withEvent } from './turn.ts'

export interface Chat {
  readonly turns: readonly Turn[]
  readonly isLoading: boolean
  /** Why nothing can be shown. */
  readonly error: unknown
  /** Reads what was said before; undefined if everything is there. */
  readonly readEarlier: (() => void) | undefined
  readonly isReadingEarlier: boolean
  /** The run that goes on. */
  readonly running: string | undefined
  /** Starts a run, or says it to the one that goes on. `onTaken` is told once the server has it. */
  readonly send: (message: NewMessage, onTaken: () => void) => void
  readonly isSending: boolean
  /** Why the last message was not taken, or the run not stopped. */
  readonly refusal: unknown
  readonly stop: () => void
  readonly isStopping: boolean
}

export interface NewMessage {
  readonly text: string
  readonly attachments: readonly NewAttachment[]
  /** To a run that goes on: the answer that its model is giving ends. */
  readonly interrupt?: boolean
}

interface Place {
  readonly agentId: string
  /** Empty for one that has not begun. */
  readonly threadId: string
  readonly onBegun: (threadId: string) => void
}

export function useChat(place: Place): Chat {
  const { threadId } = place
  const runs = useThreadRuns(threadId)
  const [live, setLive] = useState<ReadonlyMap<string, Turn>>(new Map())
  const [followed, setFollowed] = useState<StartedRun>()
  const [lost, setLost] = useState<string>()
  const known = runs.data?.find(isOpen)?.id
  useEffect(() => {
    if (known !== undefined) setFollowed({ runId: known, threadId })
  }, [known, threadId])
  const current = followed?.threadId === threadId ? followed.runId : undefined
  const isOver =
    hasEnded(current === undefined ? undefined : live.get(current)) || (lost === current && known !== current)
  const running = isOver ? undefined : current
  const messages = useMessages(threadId, { isChanging: running !== undefined && lost === running })
  useLiveRun(running, { threadId, setLive, setLost })
  const begun = (started: StartedRun, { text }: NewMessage): void => {
    setLive((turns) => new Map(turns).set(started.runId, newTurn(started.runId, { text })))
    setFollowed(started)
  }
  const talk = useTalk(place, { running, begun })
  const kept = useMemo(() => messages.data?.pages.toReversed().flatMap(({ items }) => items), [messages.data])
  const turns = useMemo(
    () => together(turnsOf(kept ?? [], runs.data ?? []), live, current),
    [kept, runs.data, live, current],
  )
  return {
    turns,
    isLoading: threadId !== '' && turns.length === 0 && (messages.isPending || runs.isPending),
    error: messages.data || turns.length > 0 ? undefined : (messages.error ?? undefined),
    readEarlier: messages.hasNextPage ? () => void messages.fetchNextPage() : undefined,
    isReadingEarlier: messages.isFetchingNextPage,
    running,
    ...talk,
  }
}

type Talk = Pick<Chat, 'send' | 'isSending' | 'refusal' | 'stop' | 'isStopping'>

interface Talking {
  readonly running: string | undefined
  readonly begun: (started: StartedRun, message: NewMessage) => void
}

/** What a person says and does in a conversation. */
function useTalk({ agentId, threadId, onBegun }: Place, { running, begun }: Talking): Talk {
  const api = useApi()
  const queries = useQueryClient()
  const start = async (message: NewMessage): Promise<void> => {
    const { text: prompt, attachments } = message
    const started = await api.send<StartedRun>('POST', `/api/agents/${encodeURIComponent(agentId)}/runs`, {
      prompt,
      ...(attachments.length > 0 && { attachments }),
      ...(threadId !== '' && { threadId }),
    })
    begun(started, message)
    onBegun(started.threadId)
    void queries.invalidateQueries({ queryKey: chatKeys.conversations })
  }
  const say = async (runId: string, message: NewMessage): Promise<void> => {
    const { text, attachments, interrupt = false } = message
    const path = `/api/runs/${encodeURIComponent(runId)}/messages`
    try {
      await api.send('POST', path, {
        text,
        ...(attachments.length > 0 && { attachments }),
        ...(interrupt && { interrupt }),
      })
    } catch (error) {
      // It ended a moment ago: what was said begins the next run.
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      await start(message)
    }
    void queries.invalidateQueries({ queryKey: chatKeys.queued(runId) })
  }
  const sending = useMutation({
    mutationFn: (message: NewMessage) => (running === undefined ? start(message) : say(running, message)),
  })
  const stopping = useMutation({
    mutationFn: (runId: string) => api.send('DELETE', `/api/runs/${encodeURIComponent(runId)}`),
  })
  return {
    send: (message, onTaken) => sending.mutate(message, { onSuccess: onTaken }),
    isSending: sending.isPending,
    refusal: sending.error ?? stopping.error ?? undefined,
    stop: () => running !== undefined && stopping.mutate(running),
    isStopping:
      running !== undefined && (stopping.isPending || stopping.variables === running) && !stopping.isError,
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
    // What came too late for the run is kept, and was not told.
    if (heard && hasEnded(heard) && arrivedIn(turn) > arrivedIn(heard)) return { ...heard, ...turn }
    return heard && turn.prompt ? { ...heard, prompt: turn.prompt } : (heard ?? turn)
  })
  const isKept = kept.some(({ runId }) => runId === current)
  const newest = current === undefined || isKept ? undefined : live.get(current)
  return newest ? [...turns, newest] : turns
}

function arrivedIn({ items }: Turn): number {
  return items.filter(({ kind }) => kind === 'arrived').length
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
      if (events.some(({ type }) => type === 'message'))
        void queries.invalidateQueries({ queryKey: chatKeys.queued(runId) })
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

/**
 * Calls of tools that name a queue which this process does not serve: asked for in the background, and waited for as if they ran here.
 *
 * @module
 */
import type { ToolManifest, ToolResult } from '../../define/index.ts'
import { type Engine, queueOf } from '../../engine/index.ts'
import type { Clock } from '../../kernel/index.ts'
import { faultText, ToolyardError } from '../../kernel/index.ts'
import type { CallCompanion, CallElsewhere, CallTicket } from '../../pipeline/index.ts'
import type { BackgroundCalls } from './background-calls.ts'
import { waitsMessage } from './call-events.ts'

export interface ElsewhereParts {
  readonly background: BackgroundCalls
  readonly engine: () => Promise<Engine>
  readonly clock: Clock
  readonly workspace: string
  readonly queues: readonly string[]
  /** The request about a call that people have not answered. */
  readonly requestOf: (callId: string) => Promise<string | undefined>
  /** Without a database that others see, no other process could run it. */
  readonly isDurable: boolean
  /** After which time it is told that no worker is there. */
  readonly patienceMs?: number | undefined
}

const usualPatienceMs = 30_000

/** Undefined if the tool runs here. */
export function callsElsewhere(parts: ElsewhereParts): (manifest: ToolManifest) => CallElsewhere | undefined {
  const served = new Set(parts.queues)
  return ({ queue }) => {
    if (queue === undefined || served.has(queue) || !parts.isDurable) return undefined
    return (ticket, companion) => handOver(parts, { ticket, companion, queue })
  }
}

interface Handed {
  readonly ticket: CallTicket
  readonly companion: CallCompanion
  readonly queue: string
}

async function handOver(parts: ElsewhereParts, handed: Handed): Promise<ToolResult> {
  const { background } = parts
  const { ticket, companion } = handed
  const { id: callId, tool, input, isChosenId: _isChosen, parentId: _parent, ...terms } = ticket
  const isNew = companion.onTaken !== undefined
  await background.start(tool, input, { ...terms, callId, isNew })
  companion.onTaken?.()
  const over = new AbortController()
  const left = (): void => over.abort()
  const stop = (): void => {
    if (isClosing(companion.signal)) left()
    else void background.cancel(callId, 'its caller does not wait for it any more').catch(left)
  }
  if (companion.signal?.aborted) stop()
  else companion.signal?.addEventListener('abort', stop, { once: true })
  if (companion.leave?.aborted) left()
  else companion.leave?.addEventListener('abort', left, { once: true })
  const patience = tellIfNoWorker(parts, handed)
  try {
    for await (const { event } of background.watch(callId, 0, over.signal)) {
      if (event.type === 'result') return event.result
      await companion.sink?.push(event)
      const mayWait = companion.parks && event.type === 'progress' && event.message === waitsMessage
      const request = mayWait ? await parts.requestOf(callId) : undefined
      if (request !== undefined) return waits(ticket, request)
    }
    return goesOn(ticket)
  } finally {
    patience.cancel()
    companion.signal?.removeEventListener('abort', stop)
    companion.leave?.removeEventListener('abort', left)
  }
}

/** Who waits without a process waits for the person, not for the worker; the call is asked for again under its id. */
function waits({ id: callId, tool }: CallTicket, waitsFor: string): ToolResult {
  const message = `"${tool}" waits for a person (${waitsFor}).`
  const error = { code: 'approval_pending', message, retryable: true, waitsFor } as const
  const content = [{ type: 'text' as const, text: faultText(error) }]
  return { callId, tool, status: 'pending', content, error, durationMs: 0 }
}

/** Who waited is told that the call goes on without them. */
function goesOn({ id: callId, tool }: CallTicket): ToolResult {
  const text = `"${tool}" goes on in the background as ${callId}.`
  const content = [{ type: 'text' as const, text }]
  return { callId, tool, status: 'pending', content, data: { call: callId }, durationMs: 0 }
}

function tellIfNoWorker(
  { engine, clock, background, workspace, patienceMs = usualPatienceMs }: ElsewhereParts,
  { ticket: { id: callId }, companion: { sink }, queue }: Handed,
): { cancel(): void } {
  let isOver = false
  let deadline: ReturnType<Clock['after']> | undefined
  const look = async (): Promise<void> => {
    const isWaiting = (await background.find(callId))?.state === 'queued'
    const counts = isWaiting ? await (await engine()).inspection.counts() : []
    const workers = counts.find((one) => one.queue === queueOf(queue, workspace))?.workers ?? 0
    if (isWaiting && workers === 0 && !isOver)
      void sink?.push({ type: 'progress', callId, message: `no worker serves the queue "${queue}"` })
  }
  const plan = (): void => {
    if (isOver) return
    deadline = clock.after(
      patienceMs,
      () =>
        void look()
          .catch(() => {})
          .then(plan),
    )
  }
  if (sink) plan()
  return {
    cancel() {
      isOver = true
      deadline?.cancel()
    },
  }
}

/** This process ends; the call does not have to. */
function isClosing(signal: AbortSignal | undefined): boolean {
  return ToolyardError.isInstance(signal?.reason) && signal.reason.code === 'closed'
}

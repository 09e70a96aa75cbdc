/**
 * Calls that this page has started. They go on while another page is looked at, and belong to the server: a page that is loaded anew
 * finds those that run by their ids, which the tab remembers.
 *
 * Output is kept up to a limit and told in steps of a frame, so that a tool that talks much doesn't stop the page.
 *
 * @module
 */
import type { Api } from './api.ts'
import type { Run, RunRequest } from './run.ts'
import { type Events, followed, started } from './run-events.ts'
import { recalled, remember } from './run-memory.ts'
import type { ToolEvent } from './types.ts'

export type { Run, RunRequest } from './run.ts'

export interface Runs {
  /** The last run of a tool. */
  readonly of: (tool: string) => Run | undefined
  readonly start: (request: RunRequest) => void
  readonly cancel: (tool: string) => void
  readonly subscribe: (listener: () => void) => () => void
  /** What was typed for the next run of a tool, as long as the page is open. */
  readonly drafts: Map<string, unknown>
  /** Stops listening. */
  readonly close: () => void
}

const mostOutput = 400_000
/** After so long without an answer to a cancel, nobody waits for it any longer. */
const patienceMs = 3000

export function createRuns(api: Api): Runs {
  const runs = new Map<string, Run>()
  const stops = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  const isLeft = pageIsLeft()
  const tell = oncePerFrame(() => {
    for (const listener of listeners) listener()
  })
  const change = (callId: string, tool: string, step: (run: Run) => Partial<Run>): void => {
    const run = runs.get(tool)
    if (run?.callId !== callId) return
    runs.set(tool, { ...run, ...step(run) })
    // A page that is left loses its connections, and no run by that.
    if (runs.get(tool)?.state === 'done' && !isLeft()) remember(runs)
    tell()
  }
  const begin = (run: Run, events: (signal: AbortSignal) => Events): void => {
    const { tool } = run.request
    const stop = new AbortController()
    stops.get(tool)?.abort()
    stops.set(tool, stop)
    runs.set(tool, run)
    remember(runs)
    tell()
    void listen(events(stop.signal), stop.signal, (step) => change(run.callId, tool, step))
  }
  for (const { tool, callId, startedAt } of recalled())
    begin(
      { callId, request: { tool, input: undefined }, state: 'running', startedAt, output: '', isCut: false },
      (signal) => followed(api, { callId, signal }),
    )
  return {
    drafts: new Map(),
    of: (tool) => runs.get(tool),
    start(request) {
      const callId = newId()
      begin(
        { callId, request, state: 'running', startedAt: Date.now(), output: '', isCut: false },
        (signal) => started(api, { request, callId, signal }),
      )
    },
    cancel(tool) {
      const run = runs.get(tool)
      if (run?.state !== 'running') return
      change(run.callId, tool, () => ({ state: 'cancelling' }))
      const close = (): void => stops.get(tool)?.abort()
      api.send('DELETE', `/api/calls/${encodeURIComponent(run.callId)}`).catch(close)
      setTimeout(
        () => runs.get(tool)?.callId === run.callId && runs.get(tool)?.state !== 'done' && close(),
        patienceMs,
      )
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const stop of stops.values()) stop.abort()
    },
  }
}

function oncePerFrame(step: () => void): () => void {
  let frame: number | undefined
  return () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      step()
    })
  }
}

/** Whether the page is being closed or loaded anew. */
function pageIsLeft(): () => boolean {
  let isLeft = false
  addEventListener('pagehide', () => (isLeft = true))
  addEventListener('pageshow', () => (isLeft = false))
  return () => isLeft
}

type Change = (step: (run: Run) => Partial<Run>) => void

async function listen(events: Events, signal: AbortSignal, change: Change): Promise<void> {
  try {
    for await (const event of events) change(stepOf(event))
    change((run) => (run.state === 'done' ? {} : { state: 'done' }))
  } catch (error) {
    change((run) => (run.state === 'done' ? {} : { state: 'done', ...(!signal.aborted && { error }) }))
  }
}

function stepOf(event: ToolEvent): (run: Run) => Partial<Run> {
  if (event.type === 'result') return () => ({ state: 'done', result: event.result })
  if (event.type === 'progress') {
    const { type: _, callId: _id, ...progress } = event
    return () => ({ progress })
  }
  if (event.type === 'chunk') return (run) => outputWith(run, textOf(event.data))
  return () => ({})
}

function outputWith({ output }: Run, text: string): Partial<Run> {
  const whole = output + text
  if (whole.length <= mostOutput) return { output: whole }
  return { output: whole.slice(-mostOutput / 2), isCut: true }
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : `${JSON.stringify(data)}\n`
}

/** `randomUUID` is there on secure addresses only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Calls that this page has started. They go on while another page is looked at, and end when the tab is closed.
 *
 * Output is kept up to a limit and told in steps of a frame, so that a tool that talks much doesn't stop the page.
 *
 * @module
 */
import type { Api } from './api.ts'
import type { ToolEvent, ToolResult } from './types.ts'

export interface RunRequest {
  readonly tool: string
  readonly input: unknown
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  readonly explanation?: string | undefined
}

export interface Run {
  readonly callId: string
  readonly request: RunRequest
  readonly state: 'running' | 'cancelling' | 'done'
  readonly startedAt: number
  readonly output: string
  /** Whether the beginning of the output was left out. */
  readonly isCut: boolean
  readonly progress?: { readonly message?: string; readonly done?: number; readonly total?: number }
  readonly result?: ToolResult
  /** Why there is no result. */
  readonly error?: unknown
}

export interface Runs {
  /** The last run of a tool. */
  readonly of: (tool: string) => Run | undefined
  readonly start: (request: RunRequest) => void
  readonly cancel: (tool: string) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Ends every run. */
  readonly close: () => void
}

const mostOutput = 400_000
/** After so long without an answer to a cancel, the connection is closed, which cancels too. */
const patienceMs = 3000

export function createRuns(api: Api): Runs {
  const runs = new Map<string, Run>()
  const stops = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let frame: number | undefined
  const tell = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      for (const listener of listeners) listener()
    })
  }
  const change = (callId: string, tool: string, step: (run: Run) => Partial<Run>): void => {
    const run = runs.get(tool)
    if (run?.callId !== callId) return
    runs.set(tool, { ...run, ...step(run) })
    tell()
  }
  return {
    of: (tool) => runs.get(tool),
    start(request) {
      const callId = newId()
      const { tool } = request
      const stop = new AbortController()
      stops.get(tool)?.abort()
      stops.set(tool, stop)
      runs.set(tool, { callId, request, state: 'running', startedAt: Date.now(), output: '', isCut: false })
      tell()
      void listen(api, { request, callId, signal: stop.signal }, (step) => change(callId, tool, step))
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

interface Listening {
  readonly request: RunRequest
  readonly callId: string
  readonly signal: AbortSignal
}

type Change = (step: (run: Run) => Partial<Run>) => void

async function listen(api: Api, { request, callId, signal }: Listening, change: Change): Promise<void> {
  const { tool, input, agent, threadId, explanation } = request
  try {
    const events = api.stream(`/api/tools/${encodeURIComponent(tool)}/call`, {
      method: 'POST',
      signal,
      body: { input, callId, agent, threadId, explanation },
    })
    for await (const { data } of events) change(stepOf(JSON.parse(data) as ToolEvent))
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

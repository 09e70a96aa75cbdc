/**
 * Follows a run to its end, through broken connections.
 *
 * @module
 */
import type { Api } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import type { RunEvent } from '../../api/types.ts'

interface Following {
  readonly runId: string
  readonly signal: AbortSignal
  readonly heard: (event: RunEvent) => void
}

const firstWaitMs = 500
const longestWaitMs = 10_000

/** `ended`: to its last event. `lost`: events are missing, or are not kept by this server. */
export async function followRun(
  api: Api,
  { runId, signal, heard }: Following,
): Promise<'ended' | 'lost' | 'left'> {
  let last = 0
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      const headers = last > 0 ? { 'Last-Event-ID': String(last) } : {}
      for await (const { id, data } of api.stream(`/api/runs/${encodeURIComponent(runId)}/events`, {
        signal,
        headers,
      })) {
        if (Number(id) !== last + 1) return 'lost'
        last = Number(id)
        waitMs = firstWaitMs
        const event = JSON.parse(data) as RunEvent
        // A reader who joins late begins in the middle.
        if (last === 1 && event.type !== 'started') return 'lost'
        heard(event)
        if (event.type === 'done' || event.type === 'error') return 'ended'
      }
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return 'lost'
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
  return 'left'
}

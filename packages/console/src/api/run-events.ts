/**
 * What a call tells from its start to its result, taken up again where the connection broke. The call belongs to the server: it goes on
 * if nobody listens.
 *
 * @module
 */
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'
import type { StreamEvent } from './event-stream.ts'
import type { RunRequest } from './run.ts'
import type { CallStory, ToolEvent } from './types.ts'

/** How often a call is looked for whose connection broke, and how long is waited the first time. */
const mostAttempts = 6
const againMs = 500

interface Listening {
  readonly request: RunRequest
  readonly callId: string
  readonly signal: AbortSignal
}

export type Events = AsyncGenerator<ToolEvent>

/** Makes the call, which goes on if nobody listens any longer. */
export function started(api: Api, { request, callId, signal }: Listening): Events {
  const { tool, input, agent, threadId, explanation } = request
  const first = api.stream(`/api/tools/${encodeURIComponent(tool)}/call?detach=1`, {
    method: 'POST',
    signal,
    body: { input, callId, agent, threadId, explanation },
  })
  return followed(api, { callId, signal, first })
}

interface Followed {
  readonly callId: string
  readonly signal: AbortSignal
  /** What tells of it from its start; absent if it was started before. */
  readonly first?: AsyncGenerator<StreamEvent>
}

/** What a call tells up to its result, taken up again where the connection broke. */
export async function* followed(api: Api, { callId, signal, first }: Followed): Events {
  const path = `/api/calls/${encodeURIComponent(callId)}`
  let last: string | undefined
  let fault: unknown
  for (let attempt = 0; attempt < mostAttempts && !signal.aborted; attempt++) {
    const headers = last === undefined ? {} : { 'Last-Event-ID': last }
    const events = (attempt === 0 && first) || api.stream(`${path}/events`, { signal, headers })
    try {
      for await (const { id, data } of events) {
        last = id ?? last
        const event = JSON.parse(data) as ToolEvent
        yield event
        if (event.type === 'result') return
      }
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status > 0
      fault ??= error
      if (isAnswered && error.status === 404 && !(first && attempt === 0)) {
        yield* fromJournal(api, { path, callId, fault })
        return
      }
      if (isAnswered) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, againMs * (attempt + 1)))
  }
  if (fault !== undefined) throw fault
}

/** It has ended, or was never made. */
async function* fromJournal(
  api: Api,
  { path, callId, fault }: { readonly path: string; readonly callId: string; readonly fault: unknown },
): Events {
  const story = await api.get<CallStory>(path).catch(() => undefined)
  if (!story?.call.result) throw fault
  yield { type: 'result', callId, result: story.call.result }
}

/**
 * One request to call a tool, as far as the call needs it, whether the SDK brought it or it came straight from the line.
 *
 * @module
 */
import type { SampleModel } from '../../define/index.ts'
import { maxDelayMs } from '../../kernel/index.ts'
import type { Elicit } from './person.ts'
import type { ProgressParams, RequestOptions, SampleParams, ServerContext } from './sdk.ts'

export interface McpExchange {
  readonly signal: AbortSignal
  /** What the client wants to be told progress under. */
  readonly progressToken: unknown
  /** What the request brings to a call that an earlier one began. */
  readonly state: unknown
  readonly responses: Readonly<Record<string, unknown>> | undefined
  /** Tells the client how far its call is; never rejects. */
  readonly tell: (progress: ProgressParams) => Promise<void>
  /** Asks the client in a request of our own; only in the era of sessions. */
  readonly elicit: Elicit
  /** Asks the client's model in a request of our own; only in the era of sessions. */
  readonly sample: SampleModel
}

/** How long a client may take to let its model answer: a person may have to agree first. */
export const sampleMs = 600_000

export function exchangeOf({ mcpReq }: ServerContext): McpExchange {
  const { signal, _meta: meta, inputResponses } = mcpReq
  return {
    signal,
    progressToken: meta?.progressToken,
    state: mcpReq.requestState(),
    responses: inputResponses,
    tell: (params) => mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}),
    elicit: (form, until) =>
      mcpReq.send({ method: 'elicitation/create', params: form.params }, waitingFor(form, until)),
    sample: (params, until) => mcpReq.send(sampleRequest(params), { signal: until, timeout: sampleMs }),
  }
}

export function sampleRequest(params: Parameters<SampleModel>[0]) {
  return { method: 'sampling/createMessage', params: params as unknown as SampleParams } as const
}

/** As long as the question is open. */
export function waitingFor(form: { readonly expiresAt: number }, signal: AbortSignal): RequestOptions {
  return { signal, timeout: Math.min(maxDelayMs, Math.max(1, form.expiresAt - Date.now())) }
}

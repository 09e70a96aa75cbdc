/**
 * Asks a search service. A search changes nothing, so it is asked again when it is busy, for a bounded time; a key that is
 * refused is reported with the variable that it comes from.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import type { NetResponse } from '../../../host/index.ts'
import { retryAfterOf } from '../../../host/net/index.ts'
import { backOffMs, pause, ToolyardError } from '../../../kernel/index.ts'
import type { ChosenProvider } from './choose-provider.ts'
import type { KeyFault, RawResult, Refusal, SearchQuery } from './provider.ts'

type AskContext = Pick<ToolContext, 'host' | 'clock' | 'signal' | 'progress'>

const mostAttempts = 3
const timeoutMs = 20_000
const maxBytes = 1_000_000
/** A service that wants a longer pause is not waited for. */
const pauses = { firstMs: 1000, longestMs: 10_000, jitter: 0 }
const mostSaid = 300
const busy: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Rejects with a `ToolyardError` for everything but results. */
export async function askProvider(
  chosen: ChosenProvider,
  query: SearchQuery,
  context: AskContext,
): Promise<readonly RawResult[]> {
  const { provider } = chosen
  const request = provider.request(query, chosen)
  for (let attempt = 1; ; attempt++) {
    const response = await context.host.net.request({
      ...request,
      timeoutMs,
      maxBytes,
      signal: context.signal,
    })
    const body = parsed(withoutKey(await response.text(), chosen))
    const status = response.status < 300 ? (provider.statusIn?.(body) ?? response.status) : response.status
    if (status < 300) {
      if (body === undefined) throw notUnderstood(chosen)
      return provider.results(body)
    }
    const refusal = { status, body }
    const asked = waitOf(chosen, response, context.clock.wall())
    const waitMs = asked ?? backOffMs(attempt, pauses)
    const mayHelp = busy.has(status) && faultOf(chosen, refusal) === undefined
    if (!mayHelp || attempt >= mostAttempts || waitMs > pauses.longestMs)
      throw refusalError(chosen, refusal, asked)
    context.progress({ message: `${provider.title} is busy (${status}): again in ${Math.round(waitMs)} ms` })
    await pause(waitMs, context)
  }
}

function waitOf({ provider }: ChosenProvider, { headers }: NetResponse, now: number): number | undefined {
  return retryAfterOf(headers['retry-after'], now) ?? provider.waitMs?.(headers)
}

function faultOf({ provider }: ChosenProvider, refusal: Refusal): KeyFault | undefined {
  const own = provider.keyFault?.(refusal)
  if (own !== undefined) return own === 'none' ? undefined : own
  if (refusal.status === 402) return 'exhausted'
  return refusal.status === 401 || refusal.status === 403 ? 'wrong' : undefined
}

function refusalError(chosen: ChosenProvider, refusal: Refusal, waitMs: number | undefined): ToolyardError {
  const { provider, variable } = chosen
  const { status, body } = refusal
  const words = provider.said(body)?.slice(0, mostSaid).toWellFormed()
  const said = words === undefined ? '' : `: ${JSON.stringify(words)}`
  const fault = faultOf(chosen, refusal)
  if (fault === 'wrong')
    return new ToolyardError(
      'unavailable',
      `${provider.title} refuses the key in ${variable} (${status}${said})`,
      {
        hint: `A person has to check ${variable}; asking again will not help.`,
      },
    )
  if (fault === 'exhausted')
    return new ToolyardError(
      'unavailable',
      `the quota of the key in ${variable} is used up, says ${provider.title} (${status}${said})`,
      {
        hint: `A person has to raise the plan of ${provider.title} or set another key; asking again will not help.`,
      },
    )
  const explained = provider.explain?.(refusal)
  if (status === 429)
    return new ToolyardError(
      'rate_limited',
      `${provider.title} takes no more searches for now (429${said})`,
      {
        hint:
          explained ??
          (waitMs === undefined
            ? 'Wait before the next search.'
            : `Wait ${Math.ceil(waitMs / 1000)} s before the next search.`),
        retryable: true,
        ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      },
    )
  if (status >= 500 || busy.has(status))
    return new ToolyardError('unavailable', `${provider.title} has a fault of its own (${status}${said})`, {
      hint: 'Try again later.',
      retryable: true,
    })
  return new ToolyardError('tool_failed', `${provider.title} refuses the search (${status}${said})`, {
    hint: explained ?? 'Shorten the query, or leave out country, language and freshness.',
  })
}

function notUnderstood({ provider, address }: ChosenProvider): ToolyardError {
  return new ToolyardError(
    'unavailable',
    `${provider.title} at ${new URL(address).origin} did not answer with JSON`,
    {
      hint: 'A person has to check its address.',
    },
  )
}

/** A service that repeats the key must not have it cut in two: half of it would be shown. */
function withoutKey(text: string, { key }: ChosenProvider): string {
  return key.length < 4 ? text : text.replaceAll(key, '…')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

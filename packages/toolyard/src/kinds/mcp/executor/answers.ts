/**
 * What a server may ask of us while it works: the folders that we work in, a person's answer, a model's answer. The model is that of
 * the client who calls, where it offers one, else the application's.
 *
 * Older servers ask over the connection, without saying for which call; newer ones answer a call with what they need. Both
 * are answered here. A question that could be of several callers is answered by none of them.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import { elicit } from './elicit.ts'
import { nameServer } from './fault.ts'
import type { McpRoot } from './roots.ts'
import type { RunningCall } from './running-call.ts'
import { sampleThrough, type Sampling, type SamplingRequest } from './sample.ts'

export interface AnswerParts {
  readonly server: string
  readonly roots: readonly McpRoot[] | undefined
  readonly sampling: Sampling | undefined
  /** Whether it was told that it may ask a model. One that was not may ask all the same. */
  readonly canSample: boolean
}

export type ServerQuestion = (
  method: string,
  params: unknown,
  call: RunningCall | undefined,
) => Promise<object>

export function createAnswers({ server, roots, sampling, canSample }: AnswerParts): ServerQuestion {
  return async (method, params, call) => {
    if (method === 'roots/list' && roots) return { roots }
    if (method === 'elicitation/create') return elicit(params, { server, call })
    const mayAsk = method === 'sampling/createMessage' && canSample
    if (mayAsk && call?.context.sample) return call.whileAsking(() => sampleThrough(call, server, params))
    if (mayAsk && sampling && call) {
      const { tool, callId } = call.context
      const about = { server, tool, callId, signal: call.signal }
      return call.whileAsking(() => sampling(params as SamplingRequest, about))
    }
    throw new ToolyardError('denied', `${nameServer(server)} asked for ${method}, which is not offered now`)
  }
}

/** Whose question it is, where the server does not say: that of the only caller there is. */
export function callerOf(running: Iterable<RunningCall>): RunningCall | undefined {
  const calls = [...running]
  const last = calls.at(-1)
  const isSame = ({ context }: RunningCall): boolean =>
    context.principal === last?.context.principal &&
    context.agent === last?.context.agent &&
    context.threadId === last?.context.threadId
  return calls.every(isSame) ? last : undefined
}

/**
 * A request that may come back with questions: they are answered, and the request is made again, until it has a result.
 *
 * @module
 */
import { isPlainObject, ToolyardError, type JsonObject } from '../../../kernel/index.ts'

const maxRounds = 10
/** Before a request is repeated for which nothing was asked: the server only wants more time. */
const pauseMs = 250

export interface McpExchange {
  readonly params: JsonObject
  readonly send: (params: JsonObject) => Promise<unknown>
  readonly answer: (method: string, params: unknown) => Promise<object>
}

export async function exchange({ params, send, answer }: McpExchange): Promise<unknown> {
  let current = params
  for (let round = 0; ; round++) {
    const result = await send(current)
    if (!isPlainObject(result) || result['resultType'] !== 'input_required') return result
    if (round === maxRounds)
      throw new ToolyardError('tool_failed', `the server still wants to know more after ${maxRounds} rounds`)
    const { inputRequests, requestState } = result
    const inputResponses = await answerAll(inputRequests, answer)
    if (inputResponses === undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = {
      ...params,
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    }
  }
}

/** One after the other: a person answers one question at a time. */
async function answerAll(requests: unknown, answer: McpExchange['answer']): Promise<JsonObject | undefined> {
  const entries = isPlainObject(requests) ? Object.entries(requests) : []
  if (entries.length === 0) return undefined
  const answers: [string, object][] = []
  for (const [key, request] of entries) {
    if (!isPlainObject(request) || typeof request['method'] !== 'string')
      throw new ToolyardError('tool_failed', `the server asked something that can't be read ("${key}")`)
    answers.push([key, await answer(request['method'], request['params'])])
  }
  return Object.fromEntries(answers)
}

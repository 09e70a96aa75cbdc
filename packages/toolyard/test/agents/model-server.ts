/**
 * A server on a loopback port that speaks the APIs of model providers: Anthropic Messages, OpenAI Chat Completions and
 * Responses, Gemini. What the model says is written down beforehand, what goes wrong too; every request is kept.
 *
 * ```ts
 * const server = await startModelServer([{ calls: [{ tool: 'read', input: { path: 'a' } }] }, { text: 'Done.' }])
 * createAnthropic({ baseURL: `${server.url}/v1`, apiKey: 'x' })
 * ```
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { anthropicApi } from './wire/anthropic.ts'
import { chatApi } from './wire/chat.ts'
import { geminiApi } from './wire/gemini.ts'
import { responsesApi } from './wire/responses.ts'
import type { ModelTurn, Reply, WireApi, WireEvent } from './wire/turn.ts'

export type { ModelTurn } from './wire/turn.ts'

export interface ServedRequest {
  readonly api: ApiName
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** As the client sent it. */
  readonly body: Readonly<Record<string, unknown>>
}

/** One after the other, or made for each request. */
export type Turns =
  | readonly ModelTurn[]
  | ((request: ServedRequest, index: number) => ModelTurn | Promise<ModelTurn>)

export interface ModelServer extends AsyncDisposable {
  /** Without a path: `http://127.0.0.1:40123`. Base URLs of clients are this and `/v1`, or `/v1beta` for Gemini. */
  readonly url: string
  readonly requests: readonly ServedRequest[]
  /** Requests whose client has left before the answer was whole. */
  readonly left: number
}

type ApiName = 'anthropic' | 'chat' | 'responses' | 'gemini'

const apis: Readonly<Record<ApiName, WireApi>> = {
  anthropic: anthropicApi,
  chat: chatApi,
  responses: responsesApi,
  gemini: geminiApi,
}

const paths: readonly (readonly [RegExp, ApiName])[] = [
  [/\/messages$/, 'anthropic'],
  [/\/chat\/completions$/, 'chat'],
  [/\/responses$/, 'responses'],
  [/:streamGenerateContent$/, 'gemini'],
]

export async function startModelServer(turns: Turns): Promise<ModelServer> {
  const state: State = { turns, requests: [], calls: 0, left: 0 }
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { error: { message: String(error) } })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: state.requests,
    get left() {
      return state.left
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface State {
  readonly turns: Turns
  readonly requests: ServedRequest[]
  calls: number
  left: number
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const body = request.method === 'POST' ? await text(request) : ''
  if (pathname.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 100 })
  const api = paths.find(([path]) => path.test(pathname))?.[1]
  if (api === undefined || request.method !== 'POST')
    return sendJson(response, 404, { error: { type: 'not_found_error', message: `nothing at ${pathname}` } })
  const served = { api, path: pathname, headers: request.headers, body: JSON.parse(body) as object }
  await answer(state, response, served as ServedRequest)
}

async function answer(state: State, response: ServerResponse, request: ServedRequest): Promise<void> {
  const index = state.requests.push(request) - 1
  const turn = await turnFor(state.turns, request, index)
  const api = apis[request.api]
  const { status, headers = {}, message = `status ${status}` } = turn
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status !== undefined) return sendJson(response, status, api.error(status, message))
  const reply = { ...replyOf(turn, request, state), id: `msg_${index + 1}` }
  if (request.body['stream'] !== true && request.api !== 'gemini')
    return sendJson(response, 200, api.whole?.(reply) ?? {})
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.on('close', () => {
    if (!response.writableFinished) state.left++
  })
  await stream(response, api, { turn, reply })
}

async function turnFor(turns: Turns, request: ServedRequest, index: number): Promise<ModelTurn> {
  if (typeof turns === 'function') return turns(request, index)
  return turns[index] ?? { status: 400, message: `there is no turn ${index + 1} in the script` }
}

function replyOf({ finish, ...turn }: ModelTurn, request: ServedRequest, state: State): Omit<Reply, 'id'> {
  const model = request.body['model']
  const calls = (turn.calls ?? []).map(({ id, tool, input = {}, raw }) => {
    state.calls++
    return { id: id ?? `call_${state.calls}`, tool, json: raw ?? JSON.stringify(input) }
  })
  return {
    model: typeof model === 'string' ? model : 'loopback',
    reasoning: turn.reasoning ?? '',
    text: turn.text ?? '',
    calls,
    usage: turn.usage ?? { input: 100, output: 10 },
    finish: finish ?? (calls.length > 0 ? 'calls' : 'stop'),
  }
}

async function stream(
  response: ServerResponse,
  api: WireApi,
  { turn, reply }: { turn: ModelTurn; reply: Reply },
): Promise<void> {
  for (const [index, event] of api.events(reply).entries()) {
    if (index === turn.failAfter) await send(response, api.failure('Overloaded'))
    if (index === turn.endAfter || index === turn.failAfter) break
    if (index === turn.cutAfter) return cut(response)
    if (index === turn.hangAfter) return void (await once(response, 'close'))
    await send(response, event)
  }
  response.end()
}

/** After what was sent has been read: a connection that is reset loses what nobody has read yet. */
async function cut(response: ServerResponse): Promise<void> {
  await delay(500)
  response.destroy()
}

async function send(response: ServerResponse, { event, data }: WireEvent): Promise<void> {
  const line = typeof data === 'string' ? data : JSON.stringify(data)
  const name = event === undefined ? '' : `event: ${event}\n`
  await new Promise<void>((sent) => response.write(`${name}data: ${line}\n\n`, () => sent()))
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

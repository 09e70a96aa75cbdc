/**
 * A server on a loopback port that speaks OpenAI's embeddings API. Texts that speak of the same thing get vectors that point
 * the same way: each group of words is one direction.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

const groups: readonly RegExp[] = [
  /weather|forecast|rain|umbrella|天气|下雨|雨伞/i,
  /mail|message|letter|write to|邮件/i,
  /money|pay|refund|invoice|reimburse/i,
  /file|folder|document|disk/i,
  /translat|language|spanish/i,
]

export interface EmbeddingRequest {
  readonly headers: IncomingHttpHeaders
  readonly model: string
  readonly input: readonly string[]
}

export interface EmbeddingServer extends AsyncDisposable {
  /** The base URL that clients are given. */
  readonly url: string
  readonly requests: EmbeddingRequest[]
  /** Asks for something else than an answer: a status, silence, too few vectors, vectors of more numbers. */
  mode: 'well' | 'silent' | 'short' | 'longer' | number
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const http = createServer(async (request, response) => {
    const { model, input } = (await json(request)) as EmbeddingRequest
    server.requests.push({ headers: request.headers, model, input })
    const { mode } = server
    if (mode === 'silent') return
    response.setHeader('content-type', 'application/json')
    if (typeof mode === 'number') {
      response.statusCode = mode
      response.end(JSON.stringify({ error: { message: 'out of order', type: 'server_error' } }))
      return
    }
    const vectors = input.map((text) => vectorOf(text, mode === 'longer'))
    const data = (mode === 'short' ? vectors.slice(1) : vectors).map((embedding, index) => ({
      object: 'embedding',
      index,
      embedding,
    }))
    response.end(
      JSON.stringify({ object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    )
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server: EmbeddingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests: [],
    mode: 'well',
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server
}

/** The last direction is that of texts about something else. */
function vectorOf(text: string, isLonger: boolean): number[] {
  const about = groups.map((group) => (group.test(text) ? 1 : 0))
  return [...about, about.includes(1) ? 0 : 1, ...(isLonger ? [0, 0] : [])]
}

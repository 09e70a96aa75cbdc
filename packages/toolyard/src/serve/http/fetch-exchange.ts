/**
 * A request of the web's form, and its answer as a `Response`, in the form that the API works with.
 *
 * What is written before the head is sent goes out as one body with its length; an event stream sends its head first, and is
 * then read as fast as the host application reads it. Who stops reading ends it.
 *
 * @module
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AnswerBody } from './answer-body.ts'
import { bodyGone } from './given-body.ts'
import type { HttpExchange, HttpRequest, HttpResponse } from './message.ts'

/** They have no body, and `Response` takes none for them. */
const bodiless: readonly number[] = [101, 204, 205, 304]
/** To a client that has gone before it was answered. */
const clientGone = 499

export interface FetchExchange extends HttpExchange {
  readonly answer: Promise<Response>
}

export function createFetchExchange(web: Request): FetchExchange {
  const request = requestOf(web)
  const { response, answer } = createResponse(web)
  const leave = (): void => void response.destroy()
  if (web.signal.aborted) leave()
  web.signal.addEventListener('abort', leave, { once: true })
  response.once('close', () => {
    web.signal.removeEventListener('abort', leave)
    // What was not read of the body is not waited for.
    request.destroy()
  })
  return {
    request,
    response,
    original: web,
    answer,
    async forward(handle) {
      requireBody(web)
      await send(response, await handle(web))
    },
  }
}

/** The body is not touched before it is read: MCP reads it itself, and most requests have none. */
function requestOf(web: Request): HttpRequest {
  const { method } = web
  const { host, pathname, search } = new URL(web.url)
  const headers: Record<string, string> = Object.fromEntries(web.headers)
  headers['host'] ??= host
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  // A request that never went over a wire does not say how long it is.
  if (mayHaveBody && headers['content-length'] === undefined && web.body)
    headers['transfer-encoding'] = 'chunked'
  let reading: Promise<void> | undefined
  const body: Readable = new Readable({ read: () => void (reading ??= readInto(body, web)) })
  const facts = { method, url: pathname + search, headers, rawHeaders: [], complete: !mayHaveBody }
  const request = Object.assign(body, facts)
  return request.once('end', () => (request.complete = true))
}

/** What says how long it is comes in one piece: no server hands on more than that. */
async function readInto(body: Readable, web: Request): Promise<void> {
  try {
    requireBody(web)
    if (web.headers.has('content-length')) body.push(Buffer.from(await web.arrayBuffer()))
    else
      for await (const piece of web.body ?? []) {
        if (body.destroyed) return
        body.push(piece)
      }
    body.push(null)
  } catch (error) {
    body.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Middleware of the application may have read it. Throws `internal`. */
function requireBody({ bodyUsed, body }: Request): void {
  if (bodyUsed || body?.locked) throw bodyGone()
}

interface Written {
  readonly response: HttpResponse
  readonly answer: Promise<Response>
}

function createResponse({ method, signal }: Request): Written {
  const isHead = method === 'HEAD'
  const { promise, resolve } = Promise.withResolvers<Response>()
  const headers = new Headers()
  const body = new AnswerBody()
  const answer = (content: ReadableStream<Uint8Array> | Buffer<ArrayBuffer>): void => {
    const { statusCode: status } = response
    resolve(new Response(isHead || bodiless.includes(status) ? null : content, { status, headers }))
  }
  const writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => body.write(chunk, done),
    final(done) {
      const whole = body.end()
      if (!body.isStream) answer(whole)
      done()
    },
    destroy(error, done) {
      body.giveUp(signal.aborted)
      resolve(new Response(null, { status: clientGone }))
      done(error)
    },
  })
  // What is written to one who has just gone is lost, and nothing else.
  writable.on('error', () => {})
  const response = Object.assign(writable, {
    statusCode: 200,
    headersSent: false,
    setHeader: (name: string, value: string) => headers.append(name, value),
    writeHead(status: number, list: string[]) {
      response.statusCode = status
      response.headersSent = true
      for (let at = 0; at + 1 < list.length; at += 2) headers.append(list[at] ?? '', list[at + 1] ?? '')
    },
    flushHeaders() {
      if (body.isStream || writable.destroyed) return
      answer(body.open(() => void writable.destroy()))
      // The head is all of it: no client reads a stream.
      if (isHead) writable.destroy()
    },
  })
  return { response, answer: promise }
}

async function send(response: HttpResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, [...headers].flat())
  if (!body) {
    response.end()
    return
  }
  response.flushHeaders()
  // A client that leaves before the end ends it; there is no one to tell.
  await pipeline(body, response).catch(() => {})
}

/**
 * The address on this machine that a browser comes back to when a person has agreed, or has not.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback extends AsyncDisposable {
  readonly redirectUrl: string
  /** What the browser brought back. */
  readonly answer: Promise<URLSearchParams>
}

const path = '/callback'
const page =
  '<!doctype html><meta charset="utf-8"><title>Toolyard</title><p>You can close this page and go back to the terminal.</p>'

/** `port` 0 is any free one. Answers that do not carry `state` are passed over: they are not of the page that we opened. */
export async function openLoopback(port: number, state: () => string): Promise<Loopback> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOurs =
      request.method === 'GET' && url.pathname === path && url.searchParams.get('state') === state()
    response.writeHead(isOurs ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      connection: 'close',
    })
    response.end(isOurs ? page : 'Not found')
    if (isOurs) resolve(url.searchParams)
  })
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(port, '127.0.0.1', ready))
  const { port: taken } = server.address() as AddressInfo
  return {
    redirectUrl: `http://127.0.0.1:${taken}${path}`,
    answer: promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

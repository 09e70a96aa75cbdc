/**
 * The same client over HTTP, on one connection that stays open.
 *
 * @module
 */
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { Agent, type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Caller, envelope, type Era, initialization } from './stdio-caller.ts'

/** The server prints its port. */
export async function callOverHttp(server: ChildProcess, era: Era): Promise<Caller> {
  if (!server.stdout) throw new Error('the server has no pipes')
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let id = 0
  const post = (message: object, headers: object): Promise<IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, ...message })
    const sent = send(
      {
        agent,
        host: '127.0.0.1',
        port: Number(String(port)),
        method: 'POST',
        path: '/mcp',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      resolve,
    )
    sent.on('error', reject).end(body)
    return promise
  }
  if (era === 'modern') {
    const named = (params: object): object => ('name' in params ? { 'mcp-name': params.name } : {})
    return {
      request: async (method, params = {}) => {
        const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named(params) }
        return text(await post({ method, params: { ...params, ...envelope } }, headers))
      },
    }
  }
  const opened = await post({ method: 'initialize', params: initialization }, {})
  opened.resume()
  const session = opened.headers['mcp-session-id']
  const headers = {
    'mcp-protocol-version': initialization.protocolVersion,
    ...(session !== undefined && { 'mcp-session-id': session }),
  }
  return { request: async (method, params = {}) => text(await post({ method, params }, headers)) }
}

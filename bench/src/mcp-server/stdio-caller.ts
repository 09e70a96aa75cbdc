/**
 * A client that costs as little as can be: lines of JSON, one request at a time, in either era of the protocol.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process'

export type Era = 'legacy' | 'modern'

export interface Caller {
  request(method: string, params?: object): Promise<string>
}

const version = '2026-07-28'
const client = { name: 'bench', version: '1' }
/** What every request of the era without sessions carries. */
export const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}
export const initialization = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client }

/** Greets, where the era wants it. */
export async function callOverStdio({ stdin, stdout }: ChildProcess, era: Era): Promise<Caller> {
  if (!stdin || !stdout) throw new Error('the server has no pipes')
  let text = ''
  let id = 0
  let answer = Promise.withResolvers<string>()
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
      const line = text.slice(0, end)
      text = text.slice(end + 1)
      if (line.includes(`"id":${id}`)) answer.resolve(line)
    }
  })
  const request = (method: string, params: object = {}): Promise<string> => {
    answer = Promise.withResolvers()
    const sent = era === 'modern' ? { ...params, ...envelope } : params
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: sent })}\n`)
    return answer.promise
  }
  if (era === 'legacy') {
    await request('initialize', initialization)
    stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }
  return { request }
}

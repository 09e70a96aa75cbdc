/**
 * Answers to bytes that are no request: in the one form of errors, and then the connection is closed.
 *
 * @module
 */
import type { Duplex } from 'node:stream'
import { ToolyardError } from '../../kernel/index.ts'
import { errorBody } from './status.ts'

const reasons: ReadonlyMap<unknown, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'the head of the request is too long']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'the request took too long to arrive']],
])

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] = reasons.get(error.code) ?? ['400 Bad Request', 'this is not an HTTP request']
  const body = JSON.stringify(errorBody(new ToolyardError('invalid_arguments', message)))
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

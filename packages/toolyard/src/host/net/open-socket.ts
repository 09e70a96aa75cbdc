/**
 * A plain connection for protocols that are not HTTP, such as SMTP, under the same guard: the name is looked up once, every
 * address of the answer is checked, and only those are connected to.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'
import { ToolyardError } from '../../kernel/index.ts'
import { answering, checkedAddresses, refusalOf, type Resolve } from './connect.ts'
import type { Guard } from './guard.ts'
import type { SocketRequest } from './net.ts'
import { netError } from './net-error.ts'

const connectMs = 10_000

/** Rejects as `Net.request` does. */
export async function openSocket(
  guard: Guard,
  resolve: Resolve,
  { host, port, signal }: SocketRequest,
): Promise<Socket> {
  const target = guard.target({ protocol: '', hostname: host, port: String(port) })
  try {
    const addresses = await checkedAddresses(guard, target, resolve)
    signal?.throwIfAborted()
    const socket = connect({ host: target.host, port, lookup: answering(addresses), timeout: connectMs })
    await connected(socket, signal)
    const refusal = refusalOf(guard, target, socket.remoteAddress)
    if (!refusal) return socket.setTimeout(0)
    socket.destroy()
    throw refusal
  } catch (thrown) {
    if (signal?.aborted)
      throw new ToolyardError('cancelled', 'the connection was cancelled.', { cause: thrown })
    throw netError(thrown, target.key)
  }
}

function connected(socket: Socket, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      end()
      socket.on('error', () => undefined)
      socket.destroy()
      reject(error)
    }
    const late = (): void => fail(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }))
    const stop = (): void => fail(new Error('cancelled'))
    const done = (): void => {
      end()
      resolve()
    }
    const end = (): void => {
      socket.off('connect', done).off('timeout', late).off('error', fail)
      signal?.removeEventListener('abort', stop)
    }
    socket.once('connect', done).once('timeout', late).once('error', fail)
    signal?.addEventListener('abort', stop)
  })
}

/**
 * A plain connection for protocols that are not HTTP, such as SMTP, under the same guard: the name is looked up once, every
 * address of the answer is checked, and only those are connected to.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'
import { ToolyardError } from '../../kernel/index.ts'
import { answering, checkedAddresses, addressRefusal, type Resolve } from './connect.ts'
import type { Guard } from './guard.ts'
import type { SocketRequest } from './net.ts'
import { netError } from './net-error.ts'

/** From the look-up of the name to the connection. */
const connectMs = 10_000

/** Rejects as `Net.request` does. Who asked for the connection ends it. */
export async function openSocket(
  guard: Guard,
  resolve: Resolve,
  { host, port, signal }: SocketRequest,
): Promise<Socket> {
  const target = guard.target({ protocol: '', hostname: host, port: String(port) })
  const late = AbortSignal.timeout(connectMs)
  const stop = signal ? AbortSignal.any([signal, late]) : late
  try {
    const addresses = await unlessStopped(stop, checkedAddresses(guard, target, resolve))
    const socket = connect({ host: target.host, port, lookup: answering(addresses) })
    const refusal = (await connected(socket, stop)) ?? addressRefusal(guard, target, socket.remoteAddress)
    if (!refusal) return socket
    socket.on('error', () => undefined)
    socket.destroy()
    throw refusal
  } catch (thrown) {
    if (signal?.aborted)
      throw new ToolyardError('cancelled', 'the connection was cancelled.', { cause: thrown })
    throw netError(
      late.aborted ? Object.assign(new Error('late'), { code: 'ETIMEDOUT' }) : thrown,
      target.key,
    )
  }
}

function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('stopped'))
    if (stop.aborted) end()
    stop.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', end))
  })
}

/** Answers why there is none. */
function connected(socket: Socket, stop: AbortSignal): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const end = (error?: Error): void => {
      socket.off('connect', done).off('error', end)
      stop.removeEventListener('abort', stopped)
      resolve(error)
    }
    const done = (): void => end()
    const stopped = (): void => end(new Error('stopped'))
    socket.once('connect', done).once('error', end)
    stop.addEventListener('abort', stopped, { once: true })
  })
}

/**
 * Stops taking connections without losing one. Those that the system has taken for us are lost with the listening socket, so it is
 * closed when there are none: the queue is made as short as it gets, emptied, and closed right after the last one, or after a
 * while without any.
 *
 * @module
 */
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

const mostTurns = 20
const quietMs = 20

export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  shortenQueue(server)
  for (let turn = 0; turn < mostTurns; turn++) await nextTurn()
  const closed = Promise.withResolvers<void>()
  const close = (): void => {
    // Not the close of HTTP: that would also close connections whose request is on its way.
    NetServer.prototype.close.call(server)
    closed.resolve()
  }
  server.once('connection', close)
  void sleep(quietMs)
    .then(() => nextTurn())
    .then(close)
  await closed.promise
  server.off('connection', close)
}

/** A client that comes then tries again by itself, and finds no server. */
function shortenQueue(server: Server): void {
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null }
  handle?.listen?.(0)
}

/**
 * Whether the client reads what was written to a socket.
 *
 * @module
 */
import type { Socket } from 'node:net'

/** How much waited to be written, and since when that has not become less. */
export interface WriteMark {
  readonly waiting: number
  readonly queued: number | undefined
  readonly since: number
}

interface StuckLimit {
  readonly now: number
  readonly mostMs: number
}

/** `isOver` once nothing was read for too long. What waits may grow meanwhile: only what is read counts. */
export function isStuck(
  socket: Socket,
  before: WriteMark | undefined,
  { now, mostMs }: StuckLimit,
): { readonly mark: WriteMark | undefined; readonly isOver: boolean } {
  const { writableLength: waiting } = socket
  if (waiting === 0) return { mark: undefined, isOver: false }
  const queued = queuedIn(socket)
  const isSame = before !== undefined && before.queued === queued && waiting >= before.waiting
  const mark = { waiting, queued, since: isSame ? before.since : now }
  return { mark, isOver: now - mark.since >= mostMs }
}

/** What the system has not taken of the piece that is being written: of a long piece nothing else tells how far it is. */
function queuedIn(socket: Socket): number | undefined {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize
}

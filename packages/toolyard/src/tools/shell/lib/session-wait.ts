/**
 * Waiting for a program: for its end, for a text that it prints, or for it to fall silent.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { Clock } from '../../../kernel/index.ts'
import type { Session } from './session.ts'

export interface WaitLimits {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly ms: number
}

/** Silent for so long after it said something: it waits for us. */
const silenceMs = 100

/** Until the program ends or prints `text`; answers a remark if neither happened in time. */
export async function waitForText(
  session: Session,
  text: string | undefined,
  patience: WaitLimits,
): Promise<string | undefined> {
  const found = text === undefined ? undefined : printed(session, text)
  const inTime = await within(
    Promise.race([session.program.exited, ...(found ? [found.promise] : [])]),
    patience,
  )
  found?.stop()
  const remark = text === undefined ? 'it did not end' : `it did not print ${JSON.stringify(text)}`
  if (text !== undefined && inTime && !found?.seen()) return `${remark} before it ended`
  return inTime ? undefined : `${remark} within ${patience.ms} ms`
}

/** Until the program has said something and fallen silent, or has ended. */
export async function quiet(session: Session, patience: WaitLimits): Promise<undefined> {
  const { clock } = patience
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: { cancel(): void } | undefined
  const heard = (): void => {
    timer?.cancel()
    timer = clock.after(silenceMs, resolve)
  }
  const stop = session.watch(heard)
  if (session.unread > 0) heard()
  await within(Promise.race([promise, session.program.exited]), patience)
  timer?.cancel()
  stop()
}

/** Whether it happened in time. Rejects if the call is stopped. */
export async function within(event: Promise<unknown>, { clock, signal, ms }: WaitLimits): Promise<boolean> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const abort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  const timer = clock.after(ms, () => resolve(false))
  void event.then(() => resolve(true))
  try {
    return await promise
  } finally {
    timer.cancel()
    signal.removeEventListener('abort', abort)
  }
}

/** Looks for a text in unread and coming output, even if it comes in pieces. */
function printed(session: Session, text: string): { promise: Promise<void>; seen(): boolean; stop(): void } {
  const wanted = Buffer.from(text)
  const { promise, resolve } = Promise.withResolvers<void>()
  let rest = Buffer.alloc(0)
  let isSeen = false
  const look = (chunk: Buffer): void => {
    const all = Buffer.concat([rest, chunk])
    if (all.includes(wanted)) {
      isSeen = true
      resolve()
    }
    rest = Buffer.from(all.subarray(Math.max(0, all.length - wanted.length + 1)))
  }
  look(session.unreadBytes())
  const stop = session.watch(look)
  return { promise, seen: () => isSeen, stop }
}

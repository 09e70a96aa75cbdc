/**
 * Where a call meets its caller: the caller's signal, what was asked as text, and what the call has touched.
 *
 * @module
 */
import type { Core } from './core.ts'
import type { Invocation } from './invocation.ts'
import { subjectOf } from './steps/authorise.ts'

/** Stops what is done about a call when the signal of its caller aborts. */
export async function heeding<T>(
  signal: AbortSignal | undefined,
  invocation: Invocation,
  run: () => Promise<T>,
): Promise<T> {
  const stop = (): void => invocation.stop('cancelled')
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await run()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

export function requestText(raw: unknown): string {
  if (typeof raw === 'string') return raw
  try {
    return JSON.stringify(raw) ?? ''
  } catch {
    return 'unreadable'
  }
}

/** Tells the caller which resources the tool was let at. */
export function tellTouched(core: Core, invocation: Invocation): void {
  const { plan, companion } = invocation
  const subject = plan && subjectOf(core, plan, invocation)
  if (subject?.kind === 'subject' && subject.resources) companion.touched?.(subject.resources)
}

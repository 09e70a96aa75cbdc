/**
 * Waiting until a server has read the project, by what it tells; never by sleeping.
 *
 * @module
 */
import type { Readiness } from '../../../../host/index.ts'
import type { Session } from './session.ts'

/** A server that reports its work begins to within this time, or has none. */
const beginMs = 2000
/** One job often follows another: it is done when it has been quiet for this long. */
const quietMs = 150

export interface ReadyRequest {
  readonly readiness: Readiness
  /** The document that is open. */
  readonly path: string
  /** The order of the last thing that had arrived when the server was told what is new. */
  readonly since: number
  /** Nothing has been waited for yet: the project is being read. */
  readonly isFirst: boolean
  /** Files have come or gone. */
  readonly hasNewFiles: boolean
  readonly ms: number
  readonly signal: AbortSignal
}

/** Whether the server was ready in time. */
export async function becomeReady(session: Session, request: ReadyRequest): Promise<boolean> {
  const { work } = session
  const { readiness, path, since, isFirst, hasNewFiles } = request
  if (readiness === 'at-once') return true
  if (readiness === 'diagnostics') {
    if (!isFirst && !hasNewFiles) return true
    return until(session, () => (work.published(path)?.order ?? 0) > since, request)
  }
  const hasBegun = (): boolean =>
    readiness === 'status' ? work.isQuiet !== undefined : work.hasWorked || work.jobs.length > 0
  if (isFirst && !(await until(session, hasBegun, { ...request, ms: Math.min(beginMs, request.ms) })))
    return true
  const isDone = (): boolean => (readiness === 'status' ? work.isQuiet !== false : work.jobs.length === 0)
  return untilQuiet(session, isDone, request)
}

interface WaitLimits {
  readonly ms: number
  readonly signal: AbortSignal
}

/** Whether the condition came to hold, looked at whenever the server tells something. */
export async function until(
  session: Session,
  holds: () => boolean,
  { ms, signal }: WaitLimits,
): Promise<boolean> {
  const end = performance.now() + ms
  while (!holds()) {
    const left = end - performance.now()
    if (left <= 0) return false
    await session.waitFor(session.work.stirred.next(), { ms: left, signal })
  }
  return true
}

/** The same, and it went on holding for a little while. */
async function untilQuiet(session: Session, holds: () => boolean, within: WaitLimits): Promise<boolean> {
  const end = performance.now() + within.ms
  for (let left = within.ms; left > 0; left = end - performance.now()) {
    if (!(await until(session, holds, { ...within, ms: left }))) return false
    const stirs = await until(session, () => !holds(), { ...within, ms: quietMs })
    if (!stirs) return true
  }
  return false
}

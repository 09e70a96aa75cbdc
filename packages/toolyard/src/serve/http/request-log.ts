/**
 * One line of JSON for every request: who, what, how it ended. No queries, no bodies, no tokens.
 *
 * @module
 */
import { cleanText } from '../../kernel/index.ts'

export interface RequestNote {
  readonly method: string
  readonly path: string
  /** The pattern of the route; empty if there is none. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly caller: string | undefined
  readonly role: string | undefined
  /** What went wrong inside, if it was not foreseen. */
  readonly fault: string | undefined
}

export type RequestLog = (note: RequestNote) => void

const longestPath = 500

/** Lines of one turn of the event loop are written in one piece. */
export function jsonLog(write: (text: string) => void): RequestLog {
  let pending = ''
  return ({ method, path, route, status, ms, caller, role, fault }) => {
    if (pending === '')
      setImmediate(() => {
        const text = pending
        pending = ''
        write(text)
      })
    const line = {
      time: new Date().toISOString(),
      level: status >= 500 ? 'error' : 'info',
      method,
      path: path.slice(0, longestPath),
      ...(route !== '' && { route }),
      status,
      ms: Math.round(ms * 100) / 100,
      ...(caller !== undefined && { caller, role }),
      ...(fault !== undefined && { fault: cleanText(fault) }),
    }
    pending += `${JSON.stringify(line)}\n`
  }
}

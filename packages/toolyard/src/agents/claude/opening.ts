/**
 * How a run begins: with the session of its conversation, told only what that does not know, or with all of the conversation as text.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kernel/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunRequest } from '../run/runner.ts'
import { attachedContent } from './attached-content.ts'
import type { SaidContent } from './sdk.ts'
import { findSession, openSessionLog, type SessionLog, type SessionRecords } from './session-log.ts'
import { saidNow, tellThread, text } from './transcript.ts'

export interface Opening {
  readonly said: readonly SaidContent[]
  readonly sessionId: string
  /** The session exists and goes on. */
  readonly isResumed: boolean
  /** Undefined if sessions are not kept. */
  readonly log: SessionLog | undefined
  /** For people; undefined if the conversation begins with this run. */
  readonly notice: string | undefined
}

export interface OpeningParts {
  readonly request: RunRequest
  readonly records: SessionRecords | undefined
  readonly clock: Clock
  /** All of the conversation. */
  readonly messages: readonly ThreadMessage[]
  /** A session that is there does not serve. */
  readonly isFresh?: boolean | undefined
}

export async function openConversation(parts: OpeningParts): Promise<Opening> {
  const { request, records, clock, messages, isFresh = false } = parts
  const { threadId, view } = request
  const kept = records && !isFresh ? await findSession(records, threadId) : undefined
  const at = kept ? messages.findIndex(({ id }) => id === kept.upTo) : -1
  const log = (session: Parameters<typeof openSessionLog>[0]['session']) =>
    records && openSessionLog({ records, clock, threadId, session })
  if (kept && at >= 0) {
    const rest = messages.slice(at + 1)
    const said = [
      ...tellThread({ messages: rest, isKnown: true }),
      ...(await attachedContent(saidNow(rest), request)),
    ]
    return {
      said: said.length === 0 ? [text('Go on.')] : said,
      sessionId: kept.sessionId,
      isResumed: true,
      log: await log(kept),
      notice: resumedNotice(rest),
    }
  }
  const sessionId = randomUUID()
  const isNew = messages.every(({ role }) => role === 'user')
  return {
    said: [
      ...tellThread({ messages, isKnown: false, view }),
      ...(await attachedContent(saidNow(messages), request)),
    ],
    sessionId,
    isResumed: false,
    log: await log({ sessionId }),
    notice: isNew ? undefined : 'No Claude session to resume: the conversation was replayed as text.',
  }
}

function resumedNotice(rest: readonly ThreadMessage[]): string {
  const others = rest.findLastIndex(({ role }) => role !== 'user') + 1
  if (others === 0) return 'Claude session resumed.'
  return `Claude session resumed. Messages added that it did not have: ${others}.`
}

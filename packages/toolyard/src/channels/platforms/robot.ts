/**
 * What the robots of DingTalk and WeCom have in common: one address with a key in it, and answers with `errcode`.
 *
 * @module
 */
import { type ChannelParts, type DeliveryFault, isFault } from '../channel.ts'
import {
  type PlatformAnswer,
  callPlatform,
  type PlatformRefusal,
  refusalByStatus,
  refusalFault,
  type ChannelSubject,
  textIn,
} from '../platform-call.ts'

export interface RobotCodes {
  readonly limited: ReadonlySet<unknown>
  readonly credentials: ReadonlySet<unknown>
  /** What to do about wrong credentials. */
  readonly hint: string
}

export interface Robot {
  readonly parts: ChannelParts
  readonly subject: ChannelSubject
  readonly codes: RobotCodes
}

export async function askRobot(
  { parts, subject, codes }: Robot,
  request: Parameters<typeof callPlatform>[2],
): Promise<PlatformAnswer | DeliveryFault> {
  const answer = await callPlatform(parts, subject, request)
  if (isFault(answer)) return answer
  const refusal = robotRefusal(answer, codes)
  return refusal ? refusalFault(subject, refusal) : answer
}

function robotRefusal(
  answer: PlatformAnswer,
  { limited, credentials, hint }: RobotCodes,
): PlatformRefusal | undefined {
  const { errcode } = answer.data
  const reason = textIn(answer.data['errmsg'])
  if (answer.status < 300 && errcode === 0) return undefined
  if (limited.has(errcode)) return { kind: 'rate', reason }
  if (credentials.has(errcode)) return { kind: 'token', reason, hint }
  if (errcode === undefined || answer.status >= 300)
    return (
      refusalByStatus(answer, reason) ?? { kind: 'server', reason: 'an answer that is not one of the API' }
    )
  return errcode === -1 ? { kind: 'server', reason } : { kind: 'other', reason }
}

/**
 * In which protocol a server is greeted first.
 *
 * @module
 */
import type { ReachRequest } from './reach-server.ts'

interface Acquaintance {
  /** How it spoke when it was last reached. */
  readonly known: { readonly isLegacy: boolean; readonly at: number } | undefined
  /** How often it could not be reached, since it last was. */
  readonly failedTries: number
  readonly isProgram: boolean
  readonly now: number
}

/** For how long a server that spoke the older protocol is not asked for the newer one. */
const legacyMs = 7 * 24 * 3_600_000

/**
 * One start a try, so that a program that crashes is not started twice as often: in the protocol that it spoke before, and
 * where that failed in the other. Only a program that was never reached is greeted in both ways at once.
 */
export function greetingsFor({
  known,
  failedTries,
  isProgram,
  now,
}: Acquaintance): ReachRequest['greetings'] {
  if (!known && failedTries === 0) return ['modern', 'legacy']
  const spokeOlder = known?.isLegacy === true && now - known.at < legacyMs
  const isOtherTry = isProgram && failedTries % 2 === 1
  return [spokeOlder === isOtherTry ? 'modern' : 'legacy']
}

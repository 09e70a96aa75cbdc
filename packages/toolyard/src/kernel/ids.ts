/**
 * Identifiers: in the order of their making within a process, about in the order of time across processes, and impossible to guess.
 *
 * @module
 */
import { randomFillSync } from 'node:crypto'

export interface Ids {
  /** A new id such as `call_mfq3x0k200` and 20 letters more: time and a counter in base 36, then 100 random bits. */
  next(prefix: string): string
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Five random bits a letter. */
const letters = 20
/** Ids that one look at the system's randomness gives. */
const poolSize = 256
const timeWidth = 8
/** Ids that one millisecond has names for; the next one borrows from the following millisecond. */
const mostInOneMs = digits.length ** 2

export function createIds(): Ids {
  const counters = Array.from(
    { length: mostInOneMs },
    (_, at) => `${digits[Math.floor(at / digits.length)]}${digits[at % digits.length]}`,
  )
  let pool = ''
  let at = 0
  let time = 0
  let timeText = ''
  let count = 0
  const stamp = (): string => {
    const now = Date.now()
    if (now > time || ++count >= mostInOneMs) {
      // A clock that is set back does not turn the order around.
      time = Math.max(now, time + 1)
      count = 0
      timeText = time.toString(digits.length).padStart(timeWidth, '0')
    }
    return timeText + (counters[count] ?? '')
  }
  return {
    next(prefix) {
      if (at >= pool.length) {
        pool = randomLetters(letters * poolSize)
        at = 0
      }
      const start = at
      at += letters
      return `${prefix}_${stamp()}${pool.slice(start, at)}`
    },
  }
}

function randomLetters(length: number): string {
  const bytes = randomFillSync(Buffer.allocUnsafe(length))
  for (let index = 0; index < length; index++) {
    const letter = (bytes[index] ?? 0) & 31
    // The ten digits, then letters.
    bytes[index] = letter < 10 ? 48 + letter : 87 + letter
  }
  return bytes.toString('latin1')
}

/**
 * Identifiers: in the order of their making within a process, about in the order of time across processes, and impossible to guess.
 *
 * @module
 */
import { randomFillSync } from 'node:crypto'

export interface Ids {
  /**
   * A new id such as `call_mfq3x0k200` and 20 letters more: time and a counter in base 36, then 100 random bits. `now` spares a
   * look at the system's time to those who know it.
   */
  next(prefix: string, now?: number): string
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Five random bits a letter. */
const letters = 20
/** Ids that one look at the system's randomness gives. */
const poolSize = 1024
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
  /** The last prefix, and how ids with it begin in this millisecond. */
  let known = ''
  let head = ''
  return {
    next(prefix, now = Date.now()) {
      if (now > time || ++count >= mostInOneMs) {
        // A clock that is set back does not turn the order around.
        time = Math.max(now, time + 1)
        count = 0
        timeText = time.toString(digits.length).padStart(timeWidth, '0')
        known = ''
      }
      if (prefix !== known) {
        head = `${prefix}_${timeText}`
        known = prefix
      }
      if (at >= pool.length) {
        pool = randomLetters(letters * poolSize)
        at = 0
      }
      const start = at
      at += letters
      return head + (counters[count] ?? '') + pool.slice(start, at)
    },
  }
}

/** `length` is a multiple of four: four letters are made at once, one in each byte of a word. */
function randomLetters(length: number): string {
  const words = randomFillSync(new Uint32Array(length / 4))
  for (let index = 0; index < words.length; index++) {
    const values = (words[index] ?? 0) & 0x1f1f1f1f
    // 1 in each byte whose value is at least ten: the ten digits stand for the values below, letters for the others.
    const isLetter = ((values + 0x76767676) >>> 7) & 0x01010101
    words[index] = values + 0x30303030 + isLetter * 39
  }
  return Buffer.from(words.buffer).toString('latin1')
}

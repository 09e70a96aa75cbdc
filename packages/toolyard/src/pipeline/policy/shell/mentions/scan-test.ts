/**
 * `[[ … ]]` and `((…))`: passed over where bash only compares in them.
 *
 * @module
 */
import { isDone, match, peek, type Scan, skipBlanks, stop } from './scan.ts'
import { scanWord } from './scan-word.ts'
import { exactText, type SeenWord } from './seen-word.ts'

const plainSum = /\(\([\d \t+*/%()<>=!&|^~?:,-]*\)\)/y
const sums = new Set('-eq -ne -lt -le -gt -ge'.split(' '))
const names = new Set(['-v', '-R'])
const number = /^-?\d+$/
/** Bash itself makes a number of them. */
const counted = /^"?\$(?:[?#$!]|\{#\w+(?:\[[@*]\])?\})"?$/
const plainName = /^\w+$/

/** `((1 < 2))` */
export function skipSum(scan: Scan): void {
  const found = match(scan, plainSum)
  if (found === undefined) stop(scan, 'bash evaluates a sum that is not made of numbers alone')
  else scan.at += found.length
}

/** From `[[` to `]]`. */
export function readTest(scan: Scan, readHereDocuments: (scan: Scan) => void): void {
  scan.at += 2
  const words: SeenWord[] = []
  for (skipBlanks(scan); !isDone(scan); skipBlanks(scan)) {
    const char = peek(scan)
    if (char === '\n') {
      scan.at++
      readHereDocuments(scan)
    } else if (char === ';' || (char === '&' && peek(scan, 1) !== '&')) stop(scan, 'a test is not closed')
    else if (char === '&') scan.at += 2
    else if (/[|()<>]/.test(char) && !/^[<>]\(/.test(char + peek(scan, 1))) scan.at++
    else {
      const word = scanWord(scan)
      if (word.source === ']]') return checkTest(scan, words)
      words.push(word)
    }
  }
  stop(scan, 'a test is not closed')
}

/** Bash evaluates what is compared as a number, and the subscript of a name. */
function checkTest(scan: Scan, words: readonly SeenWord[]): void {
  if (words.some((_, at) => evaluates(words, at))) stop(scan, 'bash evaluates what a test compares')
}

/** Whether the word at this place makes bash evaluate its neighbours. */
function evaluates(words: readonly SeenWord[], at: number): boolean {
  const fits = (index: number, pattern: RegExp): boolean => {
    const word = words[index]
    const text = word && exactText(word)
    if (pattern === number && word && isCounted(word)) return true
    return text !== undefined && pattern.test(text)
  }
  const operator = words[at]?.source ?? ''
  if (sums.has(operator)) return !fits(at - 1, number) || !fits(at + 1, number)
  return names.has(operator) && !fits(at + 1, plainName)
}

export function isCounted({ source }: SeenWord): boolean {
  return counted.test(source)
}

/**
 * `${…}` and sums: read only where bash evaluates nothing in them.
 *
 * The value of a variable that is used in a sum or as a subscript is itself evaluated, and may hold commands.
 *
 * @module
 */
import { isDone, match, peek, type Scan, stop, type WordDraft } from './scan.ts'
import { isSpecialVariable } from './variables.ts'

interface Around {
  readonly readDollar: (scan: Scan, draft: WordDraft, inString: boolean) => void
  readonly inString: boolean
}

const plainSum = /\$(?:\(\([\d \t+*/%()<>=!&|^~?:,-]*\)\)|\[[\d \t+*/%()<>=!&|^~?:,-]*\])/y
const head = /\$\{#?(?:[A-Za-z_]\w*|\d+|[?#$!@*-])(?:\[(?:[@*]|\d+)\])?/y
const part = /: ?-?\d+(?:: ?-?\d+)?\}/y
const operators = /:?[-=+?]|##?|%%?|\/\/?|\^\^?|,,?|@[QULu]/y

/** `$((1 + 2))`, `$[1+2]` */
export function readSum(scan: Scan): void {
  const found = match(scan, plainSum)
  if (found === undefined) stop(scan, 'bash evaluates a sum that is not made of numbers alone')
  else scan.at += found.length
}

/** Answers whether it is a list of words even in quotes. */
export function readBraces(scan: Scan, draft: WordDraft, { readDollar, inString }: Around): boolean {
  const begun = match(scan, head)
  const name = /^\$\{#?(\w+|.)/.exec(begun ?? '')?.[1] ?? ''
  const isList = /[@*]/.test(begun ?? '')
  scan.at += begun?.length ?? 0
  if (begun === undefined || (begun.endsWith('!') && peek(scan) !== '}')) {
    stop(scan, 'an expansion can do more than read a variable (${…})')
    return isList
  }
  const sliced = match(scan, part)
  if (sliced !== undefined) {
    scan.at += sliced.length
    return isList
  }
  const operator = match(scan, operators)
  if (operator?.endsWith('=') && isSpecialVariable(name)) stop(scan, `it sets ${name}`)
  if (operator !== undefined && begun.startsWith('${#'))
    stop(scan, 'an expansion can be read in two ways (${#…})')
  if (operator !== undefined) scan.at += operator.length
  while (!isDone(scan) && peek(scan) !== '}') {
    const char = peek(scan)
    if (operator === undefined || /['"\\`{]/.test(char))
      stop(scan, 'an expansion can do more than read a variable (${…})')
    else if (char === '$') readDollar(scan, draft, inString)
    else scan.at++
  }
  if (scan.stopped === undefined && peek(scan) !== '}') stop(scan, 'an expansion is not closed')
  if (scan.stopped === undefined) scan.at++
  return isList
}

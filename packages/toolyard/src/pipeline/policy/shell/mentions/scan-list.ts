/**
 * Finds the commands of a list: whatever stands between two operators, after the words that only give a line its structure.
 *
 * @module
 */
import {
  isDone,
  type ListEnd,
  match,
  nest,
  peek,
  type Scan,
  type SeenCommand,
  skipBlanks,
  stop,
} from './scan.ts'
import { readTest, skipSum } from './scan-test.ts'
import { scanText, scanWord } from './scan-word.ts'
import { exactText, type SeenWord } from './seen-word.ts'
import { isSpecialVariable } from './variables.ts'

interface Draft {
  assignments: SeenWord[]
  words: SeenWord[]
  redirections: SeenCommand['redirections'][number][]
}

const operators = /;;&|;;|;&|&&|\|\||\|&|[;&|()\n]/y
const redirections = /\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?/y
/** `{name}>` opens a descriptor and keeps its number in a variable. */
const namedDescriptor = /\{\w+\}(?=[<>])/y
const timeOptions = /(?:[ \t]+-p)?(?:[ \t]+--)?(?=[ \t\n])/y
const assignment = /[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/y
const arraySubscript = /^\w+\[(?!\d+\])/
/** After these a command begins, or nothing at all. */
const structure = new Set('if then elif else fi do done while until { } !'.split(' '))
const branchEnds = new Set([';;', ';&', ';;&'])

/** Every command of a line; `stopped` says why there may be more. */
export function scanLine(line: string): Scan {
  const scan: Scan = {
    line,
    end: line.length,
    at: 0,
    depth: 0,
    commands: [],
    waiting: [],
    stopped: undefined,
    readList,
  }
  readList(scan, 'end')
  if (scan.waiting.length > 0) stop(scan, 'a text of the next lines is missing (<<)')
  return scan
}

function readList(scan: Scan, until: ListEnd): void {
  let draft = empty()
  const finish = (): void => {
    if (!isEmpty(draft)) scan.commands.push(draft)
    draft = empty()
  }
  for (skipBlanks(scan); !isDone(scan); skipBlanks(scan)) {
    if (readRedirection(scan, draft)) continue
    const operator = match(scan, operators)
    if (operator === undefined) {
      if (readCommandWord(scan, draft, until)) return finish()
      continue
    }
    if (operator === '(') {
      openBracket(scan, draft)
      continue
    }
    finish()
    scan.at += operator.length
    if (operator === '\n') readHereDocuments(scan)
    if (operator === ')' && until === ')') return
    if (branchEnds.has(operator) && until === 'branch') return
    if (operator === ')' || branchEnds.has(operator)) stop(scan, 'it is not written as bash expects')
  }
  finish()
  if (until !== 'end') stop(scan, 'a bracket is not closed')
}

function openBracket(scan: Scan, draft: Draft): void {
  if (!isEmpty(draft))
    return stop(scan, 'it defines a function, or a bracket stands where no group can begin')
  if (peek(scan, 1) === '(') return skipSum(scan)
  scan.at++
  nest(scan, ')')
}

/** Answers whether the word ended the list. */
function readCommandWord(scan: Scan, draft: Draft, until: ListEnd): boolean {
  if (isEmpty(draft) && match(scan, /\[\[(?=[ \t\n])/y) !== undefined) {
    readTest(scan, readHereDocuments)
    return false
  }
  if (draft.words.length === 0 && match(scan, assignment) !== undefined) {
    draft.assignments.push(scanAssignment(scan))
    return false
  }
  const isFirst = isEmpty(draft)
  const word =
    mayAssign(draft) && match(scan, assignment) !== undefined ? scanAssignment(scan) : scanWord(scan)
  const isPlain = exactText(word) === word.source
  if (/^\{.*\}$/s.test(word.source) && /[<>]/.test(peek(scan))) stop(scan, 'bash evaluates a subscript')
  if (isFirst && isPlain) {
    if (word.source === 'esac' && until === 'branch') {
      scan.at = word.start
      return true
    }
    if (readStructure(scan, word.source)) return false
  }
  draft.words.push(word)
  return false
}

/** `for`, `case`, … : answers whether the word was one of them. */
function readStructure(scan: Scan, word: string): boolean {
  if (structure.has(word)) return true
  if (word === 'for' || word === 'select') readLoop(scan)
  else if (word === 'case') readCase(scan)
  else if (word === 'time') return readTime(scan)
  else if (word === 'function') stop(scan, 'it defines a function')
  else if (word === 'coproc') stop(scan, 'a command runs beside the others (coproc)')
  else return false
  return true
}

/** With options of its own it is a program. */
function readTime(scan: Scan): boolean {
  const options = match(scan, timeOptions) ?? ''
  if (/^[ \t]+-/.test(scan.line.slice(scan.at + options.length, scan.end))) return false
  scan.at += options.length
  return true
}

/** `for NAME in words`: the words are no command, but may hold some. */
function readLoop(scan: Scan): void {
  skipBlanks(scan)
  if (peek(scan) === '(') return stop(scan, 'bash evaluates the sums of a loop')
  const { source } = scanWord(scan)
  if (isSpecialVariable(source)) return stop(scan, `it sets ${source}, which can change what runs`)
  skipLines(scan)
  if (match(scan, /in(?=[ \t\n;])/y) === undefined) return
  scan.at += 2
  for (skipBlanks(scan); !isDone(scan) && match(scan, operators) === undefined; skipBlanks(scan)) {
    const before = scan.at
    scanWord(scan)
    if (scan.at === before) return stop(scan, 'it is not written as bash expects')
  }
}

function readCase(scan: Scan): void {
  skipBlanks(scan)
  scanWord(scan)
  skipLines(scan)
  if (match(scan, /in(?=[ \t\n])/y) === undefined) return stop(scan, 'it is not written as bash expects')
  scan.at += 2
  for (skipLines(scan); !isDone(scan); skipLines(scan)) {
    if (match(scan, /esac(?![^ \t\n|&;()<>])/y) !== undefined) {
      scan.at += 4
      return
    }
    if (peek(scan) === '(') scan.at++
    readPatterns(scan)
    nest(scan, 'branch')
  }
  stop(scan, 'a case is not closed')
}

function readPatterns(scan: Scan): void {
  for (skipBlanks(scan); !isDone(scan); skipBlanks(scan)) {
    const char = peek(scan)
    if (char === ')') {
      scan.at++
      return
    }
    const before = scan.at
    if (char === '|') scan.at++
    else scanWord(scan)
    if (scan.at === before) stop(scan, 'it is not written as bash expects')
  }
}

function skipLines(scan: Scan): void {
  for (skipBlanks(scan); !isDone(scan) && peek(scan) === '\n'; skipBlanks(scan)) {
    scan.at++
    readHereDocuments(scan)
  }
}

/** `name=value`, `name=(words)`, `name[1]=value` */
function scanAssignment(scan: Scan): SeenWord {
  const start = scan.at
  const begun = match(scan, assignment) ?? ''
  if (arraySubscript.test(begun)) stop(scan, 'bash evaluates a subscript')
  if (scan.line.charAt(start + begun.length) !== '(') return scanWord(scan)
  scan.at += begun.length + 1
  for (skipLines(scan); !isDone(scan) && peek(scan) !== ')'; skipLines(scan)) {
    const before = scan.at
    if (match(scan, /\[(?!\d+\]=)/y) !== undefined) stop(scan, 'bash evaluates a subscript')
    scanWord(scan)
    if (scan.at === before) stop(scan, 'it is not written as bash expects')
  }
  if (isDone(scan)) stop(scan, 'a bracket is not closed')
  else scan.at++
  const source = scan.line.slice(start, scan.at)
  return { start, end: scan.at, source, pieces: [begun, ''], many: 'no' }
}

/** Builtins whose operands are assignments too. */
const declaring = new Set(['declare', 'typeset', 'local', 'export', 'readonly'])

function mayAssign({ words }: Draft): boolean {
  const [first] = words
  return first !== undefined && declaring.has(exactText(first) ?? '')
}

/** Answers whether there was one. */
function readRedirection(scan: Scan, draft: Draft): boolean {
  const named = match(scan, namedDescriptor)
  if (named !== undefined && isSpecialVariable(named.slice(1, -1))) stop(scan, `it sets ${named}`)
  scan.at += named?.length ?? 0
  const found = match(scan, redirections)
  if (found === undefined) return false
  scan.at += found.length
  skipBlanks(scan)
  const operator = found.replace(/^\d+/, '')
  const target = scanWord(scan)
  if (target.end === target.start) stop(scan, 'a redirection has no target')
  if (operator === '<<' || operator === '<<-') awaitText(scan, operator, target)
  draft.redirections.push({ operator, target })
  return true
}

function awaitText(scan: Scan, operator: string, { source, pieces }: SeenWord): void {
  const [delimiter = ''] = pieces
  if (pieces.length > 1 || !/^[\w.-]+$/.test(delimiter) || /[$`]/.test(source))
    return stop(scan, 'a text of the next lines has no plain end (<<)')
  scan.waiting.push({ delimiter, tabs: operator === '<<-', quoted: source !== delimiter })
}

/** The texts that begin after this line's end. */
function readHereDocuments(scan: Scan): void {
  for (const { delimiter, tabs, quoted } of scan.waiting.splice(0)) {
    const start = scan.at
    let end = -1
    while (!isDone(scan) && end < 0) {
      const stops = scan.line.indexOf('\n', scan.at)
      const lineEnd = stops < 0 || stops > scan.end ? scan.end : stops
      const text = scan.line.slice(scan.at, lineEnd)
      if ((tabs ? text.replace(/^\t+/, '') : text) === delimiter) end = scan.at
      scan.at = Math.min(lineEnd + 1, scan.end)
    }
    if (end < 0) return stop(scan, 'a text of the next lines has no end (<<)')
    if (!quoted) readExpanded(scan, start, end)
  }
}

function readExpanded(scan: Scan, start: number, end: number): void {
  const after = scan.at
  if (/\\\n/.test(scan.line.slice(start, end))) return stop(scan, 'two lines are joined inside a text (<<)')
  scan.at = start
  scanText(scan, end)
  if (scan.stopped === undefined) scan.at = after
}

function empty(): Draft {
  return { assignments: [], words: [], redirections: [] }
}

function isEmpty({ assignments, words, redirections: targets }: Draft): boolean {
  return assignments.length + words.length + targets.length === 0
}

/**
 * A strict reading of a command line: simple commands in lists, pipelines and groups, and nothing else.
 *
 * It is the second opinion beside the real parser: only where both find the same words in the same commands is a line
 * judged at all. Whatever it does not know answers a doubt, never a guess.
 *
 * @module
 */
import { type Doubt, doubt } from './command-line.ts'
import { type Token, tokenise } from './tokenise.ts'
import { isPlain, type Word } from './word.ts'

export interface Redirection {
  readonly operator: string
  readonly target: Word
}

/** A simple command as it stands in the line. */
export interface RawCommand {
  readonly assignments: readonly Word[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
  readonly start: number
  readonly end: number
}

interface Draft {
  assignments: Word[]
  words: Word[]
  redirections: Redirection[]
}

interface State {
  readonly commands: RawCommand[]
  /** What closes the groups that are open. */
  readonly open: string[]
  current: Draft
  /** A group has just been closed: only an operator can follow. */
  closed: boolean
  /** What stands before the current command. */
  before: string
}

/** Words that are more than words where a command begins. */
const compound = new Set(
  'case coproc do done elif else esac fi for function if select then time until while [[ ]]'.split(' '),
)
const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/
const syntax = doubt('it is not written as bash expects')
const misplaced = doubt('a bracket stands where no group can begin')
/** After these a list may end without another command. */
const separators = new Set([';', '\n'])
const mayEnd = new Set([')', 'end'])
const maxDepth = 16

export function readLine(line: string): readonly RawCommand[] | Doubt {
  const tokens = tokenise(line)
  if ('reason' in tokens) return tokens
  const state: State = { commands: [], open: [], current: empty(), closed: false, before: '\n' }
  for (const token of tokens) {
    const problem = token.kind === 'word' ? takeWord(state, token.word) : takeSign(state, token)
    if (problem) return problem
  }
  if (state.open.length > 0) return syntax
  return finish(state, 'end') ?? state.commands
}

function takeWord(state: State, word: Word): Doubt | undefined {
  const { current } = state
  if (state.closed) return syntax
  if (isEmpty(current) && isPlain(word)) {
    if (compound.has(word.text)) return doubt(`"${word.text}" makes more than a list of commands of it`)
    if (word.text === '!' && state.before !== '|') return undefined
    if (word.text === '{') return enter(state, '}')
    if (word.text === '}') return leave(state, '}')
  }
  if (current.words.length === 0 && assignment.test(word.mask)) current.assignments.push(word)
  else current.words.push(word)
  return undefined
}

function takeSign(state: State, token: Exclude<Token, { kind: 'word' }>): Doubt | undefined {
  if (token.kind === 'redirection') {
    if (state.closed) return doubt('the output of a group is redirected')
    state.current.redirections.push({ operator: token.operator, target: token.target })
    return undefined
  }
  const { operator } = token
  if (operator === ';;') return syntax
  if (operator === '&') return doubt('a command is left running in the background (&)')
  if (operator === '(') return begins(state) ? enter(state, ')') : misplaced
  if (operator === ')') return finish(state, ')') ?? leave(state, ')')
  return operator === '\n' && begins(state) ? undefined : finish(state, operator)
}

/** Whether a command can begin here. */
function begins({ current, closed }: State): boolean {
  return isEmpty(current) && !closed
}

function enter(state: State, close: string): Doubt | undefined {
  state.open.push(close)
  state.before = '('
  return state.open.length > maxDepth ? doubt(`its groups are more than ${maxDepth} deep`) : undefined
}

function leave(state: State, close: string): Doubt | undefined {
  if (state.open.pop() !== close) return syntax
  state.closed = true
  return undefined
}

/** Ends the current command. */
function finish(state: State, operator: string): Doubt | undefined {
  const { current } = state
  if (!isEmpty(current)) state.commands.push(rawCommand(current))
  else if (!state.closed && !(mayEnd.has(operator) && separators.has(state.before))) return syntax
  state.current = empty()
  state.closed = false
  state.before = operator
  return undefined
}

function rawCommand(draft: Draft): RawCommand {
  const targets = draft.redirections.map(({ target }) => target)
  const parts = [...draft.assignments, ...draft.words, ...targets].toSorted((a, b) => a.start - b.start)
  return { ...draft, start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 }
}

function empty(): Draft {
  return { assignments: [], words: [], redirections: [] }
}

function isEmpty({ assignments, words, redirections }: Draft): boolean {
  return assignments.length + words.length + redirections.length === 0
}

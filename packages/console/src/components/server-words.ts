/**
 * What the server says of an error, in the reader's language: by its name and values if it sent them, else by its code, with the
 * message itself below.
 *
 * @module
 */
import type { Fault } from '../api/types.ts'
import type { Words } from '../i18n/words.ts'

interface Saying {
  readonly key: string
  readonly values: readonly string[]
}

interface ServerError {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly says?: Saying | undefined
  readonly problems?: readonly ArgumentProblem[] | undefined
}

interface ArgumentProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying | undefined
}

export interface SaidError {
  readonly text: string
  readonly hint?: string | undefined
  /** As the server wrote it, where the text says the same in other words. */
  readonly original?: string | undefined
}

/** What a tool itself says of its fault is in its author's words. */
const authored = new Set(['tool_failed'])

export function serverWords(error: ServerError, words: Words['errors']): SaidError {
  const { code, message, hint, says, problems = [] } = error
  if (words.isServersLanguage) return { text: message, hint }
  const said = saidBy(says, words)
  if (said !== undefined)
    return {
      text: [said, ...problems.map((problem) => problemLine(problem, words))].join('\n'),
      original: [message, hint].filter((text) => text !== undefined).join('\n'),
    }
  const codes: Readonly<Record<string, string>> = words.codes
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  if (known === undefined || authored.has(code)) return { text: message, hint }
  return {
    text: known,
    hint: [words.original(message), hint].filter((text) => text !== undefined).join('\n'),
  }
}

/** Records of runs keep `CODE: MESSAGE`. */
export function faultOf(error: string): Fault {
  const [, code = '', message = error] = /^(\w+): ([^]*)$/.exec(error) ?? []
  return { code, message }
}

/** What is wrong with one argument. */
export function problemWords({ message, says }: ArgumentProblem, words: Words['errors']): string {
  return (words.isServersLanguage ? undefined : saidBy(says, words)) ?? message
}

function problemLine(problem: ArgumentProblem, words: Words['errors']): string {
  const at = problem.path.join('.')
  return `- ${at === '' ? '' : `${at}: `}${problemWords(problem, words)}`
}

function saidBy(says: Saying | undefined, words: Words['errors']): string | undefined {
  const sayings: Readonly<Record<string, (...values: string[]) => string>> = words.says
  const saying = says && Object.hasOwn(sayings, says.key) ? sayings[says.key] : undefined
  return saying && says ? saying(...says.values, '', '', '') : undefined
}

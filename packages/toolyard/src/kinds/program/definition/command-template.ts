/**
 * Commands with places for parameters: `["grep", "--", "{pattern}", "{path}"]`.
 *
 * Every word of the template becomes exactly one argument, whatever the value is; no shell reads it. `{paths...}` as a whole
 * word becomes one argument for each item of a list. A word whose parameter is absent is left out, with the flag before it.
 * No value becomes an option unless the template has put it behind `=` or `--`.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'

/** Doubled braces are text: other templates are written with them. */
const place = /(?<!\{)\{([\w$-]+(?:\.[\w$-]+)*)(\.\.\.)?\}(?!\})/g

/** The parameters that a word speaks of. */
export function parametersIn(word: string): readonly string[] {
  return [...word.matchAll(place)].map(([, name = '']) => name)
}

/** Whether a word is a list: `{paths...}` and nothing else. `undefined` if a list stands beside other text. */
export function spreads(word: string): boolean | undefined {
  const places = [...word.matchAll(place)]
  if (places.every(([, , dots]) => dots === undefined)) return false
  return places.length === 1 && places[0]?.[0] === word ? true : undefined
}

/** Whether this is a flag whose value may be the next word. */
function isFlag(word: string | undefined): boolean {
  return (
    word !== undefined && /^--?[^-=]/.test(word) && !word.includes('=') && parametersIn(word).length === 0
  )
}

/** The words of one call; those without a place go through `fixed`. Throws `invalid_arguments`. */
export function fillCommand(
  command: readonly string[],
  input: Readonly<Record<string, unknown>>,
  fixed: (word: string) => string = (word) => word,
): string[] {
  const args: string[] = []
  let isPastOptions = false
  for (const [at, word] of command.entries()) {
    const isFixed = parametersIn(word).length === 0
    const values = isFixed ? [fixed(word)] : valuesOf(word, input)
    if (!isFixed && !isPastOptions) for (const value of values) refuseOption(word, value)
    if (values.length === 0 && at > 1 && isFlag(command[at - 1])) args.pop()
    if (word === '--') isPastOptions = true
    args.push(...values)
  }
  return args
}

/** What a word with places becomes; an empty list if one of its parameters is absent. */
function valuesOf(word: string, input: Readonly<Record<string, unknown>>): string[] {
  const names = parametersIn(word)
  const given = names.map((name) => (Object.hasOwn(input, name) ? input[name] : undefined))
  if (given.some((value) => value === undefined || value === null)) return []
  const [first] = given
  if (spreads(word) && Array.isArray(first))
    return first.map((item: unknown, at) => textOf(item, `${names[0]}[${at}]`))
  return [word.replaceAll(place, (_, name: string) => textOf(input[name], name))]
}

function textOf(value: unknown, name: string): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (text.includes('\0'))
    throw new ToolyardError('invalid_arguments', `${name}: there is a NUL character in it`, {
      hint: 'No program takes one in an argument.',
    })
  return text
}

/** A word that starts with text of the template's own is what the template makes of it. */
function refuseOption(word: string, value: string): void {
  if (!value.startsWith('-') || word.startsWith('-')) return
  const [name = ''] = parametersIn(word)
  throw new ToolyardError(
    'invalid_arguments',
    `${name}: ${JSON.stringify(value.slice(0, 100))} starts with "-", and the program would read it as an option`,
    { hint: 'Give a value that does not start with "-"; for a path, write "./" before it.' },
  )
}

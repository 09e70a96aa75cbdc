/**
 * Variables whose value can be read in the line itself: `n=3; sed -n "${n}p" f`, `for n in 1 2; do …`.
 *
 * Believed only where nothing else in the line speaks of the name. A line runs in a shell of its own, so that what it does not
 * set was not set by another line.
 *
 * @module
 */
import { exactText, exactWord, type SeenWord } from './seen-word.ts'
import { isSpecialVariable } from './variables.ts'

/** One after another at the start of a line: all of them are set when the rest runs. */
const leading = /[ \t]*([A-Za-z_]\w*)=([\w.,:/@%+=-]*|'[^'\n]*'|"[^"$`\\\n]*")[ \t]*(?:;(?![;&])|\n|&&)/y
const loop = /\bfor[ \t]+([A-Za-z_]\w*)[ \t]+in((?:[ \t]+[\w.,:/@%+=-]+)+)[ \t]*[;\n]/g
/** One string in double quotes with variables in it, and nothing else that bash puts in. */
const template = /^"(?:[^"\\$`]|\\[^]|\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*|(?=[ ,;/|!p"])))*"$/
/** One variable without quotes, and values that it stays one word with. */
const bare = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))$/
const whole = /^[\w.,:/@%+=-]*$/
const variable = /(\\[^])|\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g
const maxTexts = 100

/** Commands that set variables by their words. */
const setting = new Set(
  'read mapfile readarray getopts wait declare typeset local export readonly let eval source . trap'.split(
    ' ',
  ),
)

export function setsVariables(command: string): boolean {
  return setting.has(command)
}

/** The words with each value that their variables may have; a word stays as it is where that can't be told. */
export function knownCommands(words: readonly SeenWord[], line: string): readonly (readonly SeenWord[])[] {
  let commands: readonly (readonly SeenWord[])[] = [words]
  for (const word of words) {
    const known = exactText(word) === undefined ? knownWords(word, line) : undefined
    if (!known || known.length * commands.length > maxTexts) continue
    commands = commands.flatMap((command) =>
      known.map((text) => command.flatMap((each) => (each !== word ? [each] : text ? [text] : []))),
    )
  }
  return commands
}

/** What a word may become; undefined if that can't be told. */
function knownWords(word: SeenWord, line: string): readonly (SeenWord | undefined)[] | undefined {
  return knownBare(word, line) ?? knownQuoted(word, line)
}

/** Without quotes it may be no word at all. */
function knownBare({ source }: SeenWord, line: string): readonly (SeenWord | undefined)[] | undefined {
  const [, braced, plain] = bare.exec(source) ?? []
  const values = valuesOf(braced ?? plain ?? '', line)
  if (!values?.every((value) => whole.test(value))) return undefined
  return values.map((value) => (value === '' ? undefined : exactWord(value)))
}

function knownQuoted({ source }: SeenWord, line: string): readonly SeenWord[] | undefined {
  if (!template.test(source)) return undefined
  let texts = [source.slice(1, -1)]
  const names = [...source.matchAll(variable)].flatMap(([, , braced, plain]) => braced ?? plain ?? [])
  for (const name of new Set(names)) {
    const values = valuesOf(name, line.replaceAll(source, ' '))
    if (!values || values.length * texts.length > maxTexts) return undefined
    texts = texts.flatMap((text) => values.map((value) => put(text, name, value)))
  }
  return texts.map((text) => exactWord(text.replaceAll(/\\([$`"\\])/g, '$1')))
}

/** A value stands for itself: what double quotes would read in it is escaped until all are in their places. */
function put(text: string, name: string, value: string): string {
  const escaped = value.replaceAll(/[$`"\\]/g, (sign) => `\\${sign}`)
  return text.replaceAll(variable, (found: string, ...[, braced, plain]: (string | undefined)[]) =>
    (braced ?? plain) === name ? escaped : found,
  )
}

function valuesOf(name: string, line: string): readonly string[] | undefined {
  if (name === '' || isSpecialVariable(name)) return undefined
  const { first, rest } = splitLeading(line)
  const looped = [...rest.matchAll(loop)].filter(([, looping]) => looping === name)
  const others = rest.replaceAll(loop, (found: string, looping: string) => (looping === name ? ' ' : found))
  // Spoken of in any other way than by its value, it may be set there.
  const spoken = new RegExp(String.raw`(?<![\w$-])(?<!\$\{)${name}(?!\w)|\$\{[#!]?${name}[^\w}]`)
  if (spoken.test(others)) return undefined
  const before = first.get(name)
  if (before === undefined && looped.length === 0) return undefined
  // Outside of its loop a variable may be empty.
  return [before ?? '', ...looped.flatMap(([, , words = '']) => words.trim().split(/[ \t]+/))]
}

function splitLeading(line: string): { readonly first: ReadonlyMap<string, string>; readonly rest: string } {
  const first = new Map<string, string>()
  let at = 0
  for (;;) {
    leading.lastIndex = at
    const [all, name, value] = leading.exec(line) ?? []
    if (all === undefined || name === undefined || value === undefined) return { first, rest: line.slice(at) }
    first.set(name, value.replace(/^(['"])(.*)\1$/s, '$2'))
    at += all.length
  }
}

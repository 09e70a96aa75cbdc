/**
 * Texts as people are shown them before they approve: every character of them, and nothing that could be taken for another.
 *
 * Taken out are the values of registered secrets alone, each with a mark that names it and says how long it is. What can't be
 * seen stands as a mark too, and the sign that begins a mark is itself marked where a text holds it: no one can draw one.
 *
 * @module
 */
import type { Redactor } from '../../host/index.ts'
import { canonicalJson, isPlainObject, visibleText } from '../../kernel/index.ts'
import { LookAlikes } from './look-alikes.ts'

export interface Shown {
  readonly text: string
  /** Values that were taken out. */
  readonly secrets: number
  /** Of them, values that the configuration does not know: no one can tell what they are. */
  readonly unknown: number
}

export interface ShownJson extends Shown {
  /** What is to be said of characters that look like others. */
  readonly note: string | undefined
}

type Gaps = Pick<Redactor, 'gaps'>

/** What begins a mark. */
const opening = /⟨/g
/** Blanks that look like another one, or like nothing; characters that have no meaning, or a private one. */
const unclear = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\p{Co}\p{Cn}]/gu
/** Signs on a letter: one that makes another letter of it, or a heap of them. */
const combined = /\P{M}\p{M}+/gu
const mostCombined = 3

/** Words that people read: a reason, an explanation, a question. */
export function shownWords(redactor: Gaps, text: string): string {
  return visible(takeOut(redactor, text, marked).text)
}

/** Arguments, one member a line; the marks are those of `shownWords`. */
export function shownJson(redactor: Gaps, value: unknown): ShownJson {
  const printer = new Printer(redactor, { indent: '  ', keep: marked })
  const text = printer.print(value, '')
  const { secrets, unknown, alikes } = printer
  return { text: visible(text), secrets, unknown, note: alikes.note }
}

/** The same JSON text, with marks in the place of secrets. */
export function withoutSecrets(redactor: Gaps, bytes: string): string {
  const printer = new Printer(redactor, { indent: '', keep: (kept) => kept })
  const text = printer.print(JSON.parse(bytes), '')
  return printer.secrets === 0 ? bytes : text
}

/** Data as a person was shown it. */
export function shownData(redactor: Gaps, value: unknown): unknown {
  const bytes = canonicalJson(value)
  const shown = withoutSecrets(redactor, bytes)
  return shown === bytes ? value : JSON.parse(shown)
}

function visible(text: string): string {
  const seen = visibleText(text)
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(seen)) return seen
  return seen.replaceAll(unclear, codeMark).replaceAll(combined, (letter) => {
    const signs = Array.from(letter)
    const isPlain = signs.length <= mostCombined + 1 && letter.normalize('NFC') === letter
    return isPlain ? letter : signs.map((sign, at) => (at === 0 ? sign : codeMark(sign))).join('')
  })
}

function marked(text: string): string {
  return text.replaceAll(opening, codeMark)
}

function codeMark(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

function takeOut(redactor: Gaps, text: string, keep: (text: string) => string): Shown {
  const gaps = redactor.gaps(text)
  if (gaps.length === 0) return { text: keep(text), secrets: 0, unknown: 0 }
  let shown = ''
  let from = 0
  for (const { start, end, name } of gaps) {
    const what = name === undefined ? 'secret' : `secret ${marked(name)}`
    shown += `${keep(text.slice(from, start))}⟨${what}, ${end - start} characters⟩`
    from = end
  }
  const unknown = gaps.filter(({ name }) => name === undefined).length
  return { text: shown + keep(text.slice(from)), secrets: gaps.length, unknown }
}

/** Writes JSON by hand: no two keys become one because the same mark stands in both. */
class Printer {
  secrets = 0
  unknown = 0
  readonly alikes = new LookAlikes()
  readonly #redactor: Gaps
  readonly #indent: string
  readonly #keep: (text: string) => string

  constructor(redactor: Gaps, { indent, keep }: { indent: string; keep: (text: string) => string }) {
    this.#redactor = redactor
    this.#indent = indent
    this.#keep = keep
  }

  print(value: unknown, margin: string): string {
    if (typeof value === 'string') return this.#quoted(value)
    const inner = margin + this.#indent
    if (Array.isArray(value))
      return this.#group(
        '[]',
        value.map((item) => this.print(item, inner)),
        margin,
      )
    if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null'
    const colon = this.#indent === '' ? ':' : ': '
    const members = Object.entries(value).map(
      ([key, member]) => `${this.#quoted(key)}${colon}${this.print(member, inner)}`,
    )
    return this.#group('{}', members, margin)
  }

  #quoted(text: string): string {
    const shown = takeOut(this.#redactor, text, (kept) => JSON.stringify(this.#keep(kept)).slice(1, -1))
    this.alikes.look(text)
    this.secrets += shown.secrets
    this.unknown += shown.unknown
    return `"${shown.text}"`
  }

  #group(brackets: string, members: readonly string[], margin: string): string {
    const [open = '', close = ''] = brackets
    if (members.length === 0) return brackets
    if (this.#indent === '') return `${open}${members.join(',')}${close}`
    return `${open}\n${members.map((member) => `${margin}${this.#indent}${member}`).join(',\n')}\n${margin}${close}`
  }
}

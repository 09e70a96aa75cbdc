/**
 * Characters that look like others: a letter of another script inside a Latin word, a sign that looks like one that shells and
 * addresses read. They are seen, so they stay as they are; a line says which ones they are.
 *
 * @module
 */

/** Signs, and what they look like. */
const signs: ReadonlyMap<string, string> = new Map([
  ...pairs('-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d'),
  ...pairs('/', '\u2044\u2215\u29f8\uff0f'),
  ...pairs('.', '\u2024\u3002\uff0e\uff61'),
  ...pairs(';', '\u037e\uff1b'),
  ...pairs(':', '\u02d0\ua789\u2236\uff1a'),
  ...pairs("'", '\u02b9\u02bc\u2018\u2019\u201b\u2032\uff07'),
  ...pairs('"', '\u201c\u201d\u201f\u2033\uff02'),
  ...pairs('`', '\u2035\uff40'),
  ...pairs('&', '\uff06'),
  ...pairs('|', '\u01c0\u2223\uff5c'),
  ...pairs('$', '\uff04'),
  ...pairs('@', '\ufe6b\uff20'),
  ...pairs('~', '\u02dc\u223c\uff5e'),
  ...pairs('*', '\u2217\uff0a'),
  ...pairs('\\', '\u2216\u29f5\uff3c'),
])

const anySign = new RegExp(`[${[...signs.keys()].join('')}]`, 'u')
/** Texts in these scripts use such signs as their own. */
const otherWriting = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Arab}\p{sc=Hebr}]/u
const words = /[\p{L}\p{M}\p{N}_]+/gu
const latin = /\p{sc=Latn}/u
const foreign = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}]/gu
/** Latin letters and digits that are not those of a keyboard. */
const styled = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu
/** More are not named one by one. */
const mostNamed = 10

/** Looks at one text after the other, and says what it saw. */
export class LookAlikes {
  readonly #seen = new Map<string, string>()

  look(text: string): void {
    // Nearly every text is plain.
    // oxlint-disable-next-line no-control-regex
    if (this.#seen.size > mostNamed || /^[\u0000-\u00ff]*$/.test(text)) return
    const isOther = otherWriting.test(text)
    if (!isOther && anySign.test(text))
      for (const character of text) {
        const like = signs.get(character)
        if (like !== undefined) this.#seen.set(character, `not ${like}`)
      }
    for (const [word] of text.matchAll(words))
      if (latin.test(word))
        for (const [letter] of word.matchAll(foreign)) this.#seen.set(letter, 'no Latin letter')
    if (!isOther)
      for (const [letter] of text.matchAll(styled)) this.#seen.set(letter, 'no plain letter or digit')
  }

  /** One line, or nothing. */
  get note(): string | undefined {
    if (this.#seen.size === 0) return undefined
    const named = [...this.#seen]
      .slice(0, mostNamed)
      .map(([character, what]) => `${character} is ${codeOf(character)}, ${what}`)
    return `Look closely: ${named.join('; ')}${this.#seen.size > mostNamed ? '; and others' : ''}.`
  }
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function pairs(like: string, characters: string): [string, string][] {
  return Array.from(characters, (character) => [character, like])
}

/**
 * Source text with everything blanked that is not code: comments, strings, templates, regular expressions.
 *
 * Positions and line breaks stay as they are, so what is found in the code can be looked up in the text. It is a
 * scanner, not a parser: it never throws, and a slip costs at most a description or a needless compilation.
 *
 * @module
 */

export interface MaskedSource {
  readonly code: string
  /** Doc comments in their order: where they stand, and what is between the marks. */
  readonly docs: readonly DocComment[]
}

export interface DocComment {
  readonly start: number
  readonly end: number
  readonly inside: string
}

export function maskSource(source: string): MaskedSource {
  const masker = new Masker(source)
  masker.run()
  return { code: masker.pieces.join(''), docs: masker.docs }
}

/** Whether the code has a decorator: outside of text and comments, `@` means nothing else. */
export function hasDecorator(source: string): boolean {
  return source.includes('@') && /@\s*[\p{ID_Start}$_(]/u.test(maskSource(source).code)
}

/** Whether the code says by itself that it is an ES module. */
export function hasModuleSyntax(source: string): boolean {
  return /^\s*(?:export\b|import\b(?!\s*\())/m.test(maskSource(source).code)
}

/** Words after which `/` starts a regular expression, not a division. */
const beforeExpression =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|do|else|await|yield|instanceof)$/

class Masker {
  readonly pieces: string[] = []
  readonly docs: DocComment[] = []
  readonly #source: string
  /** For each open `${`: how many braces were open around it. */
  readonly #templates: number[] = []
  #braces = 0
  #at = 0
  /** The code that was seen last, white space shortened; `"` stands for any text. */
  #before = ''

  constructor(source: string) {
    this.#source = source
  }

  run(): void {
    if (this.#source.startsWith('#!')) this.#blank(this.#endOfLine())
    while (this.#at < this.#source.length) this.#step()
  }

  #step(): void {
    const char = this.#source.charAt(this.#at)
    const pair = this.#source.slice(this.#at, this.#at + 2)
    if (pair === '//') this.#blank(this.#endOfLine())
    else if (pair === '/*') this.#comment()
    else if (char === "'" || char === '"') this.#quoted(this.#endOfQuoted(char))
    else if (char === '`') this.#template()
    else if (char === '/') this.#slash()
    else if (char === '}' && this.#templates.at(-1) === this.#braces) {
      this.#templates.pop()
      this.#template()
    } else {
      if (char === '{') this.#braces++
      if (char === '}') this.#braces--
      this.#keep(char)
    }
  }

  #comment(): void {
    const close = this.#source.indexOf('*/', this.#at + 2)
    const end = close < 0 ? this.#source.length : close + 2
    if (this.#source.startsWith('/**', this.#at) && end - this.#at > 4)
      this.docs.push({ start: this.#at, end, inside: this.#source.slice(this.#at + 3, end - 2) })
    this.#blank(end)
  }

  /** From a back-tick, or from the `}` that closes `${`, to the next `${` or the closing back-tick. */
  #template(): void {
    let end = this.#at + 1
    while (end < this.#source.length) {
      const char = this.#source.charAt(end)
      if (char === '`') return this.#quoted(end + 1)
      if (char === '$' && this.#source.charAt(end + 1) === '{') {
        this.#templates.push(this.#braces)
        this.#quoted(end + 2)
        this.#before = '{'
        return undefined
      }
      end += char === '\\' ? 2 : 1
    }
    return this.#quoted(this.#source.length)
  }

  #slash(): void {
    const before = this.#before.trimEnd()
    const isDivision = /[\w$)\]}"/]$/.test(before) && !beforeExpression.test(before)
    const end = isDivision ? undefined : this.#endOfPattern()
    if (end === undefined) this.#keep('/')
    else this.#quoted(end)
  }

  #endOfPattern(): number | undefined {
    let inClass = false
    for (let end = this.#at + 1; end < this.#source.length; end++) {
      const char = this.#source.charAt(end)
      if (char === '\n') return undefined
      if (char === '\\') end++
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) return end + 1
    }
    return undefined
  }

  #endOfQuoted(quote: string): number {
    for (let end = this.#at + 1; end < this.#source.length; end++) {
      const char = this.#source.charAt(end)
      if (char === quote) return end + 1
      if (char === '\n') return end
      if (char === '\\') end++
    }
    return this.#source.length
  }

  #endOfLine(): number {
    const end = this.#source.indexOf('\n', this.#at)
    return end < 0 ? this.#source.length : end
  }

  #keep(char: string): void {
    this.pieces.push(char)
    if (char.trim() !== '') this.#before = (this.#before + char).slice(-14)
    else if (!this.#before.endsWith(' ')) this.#before += ' '
    this.#at++
  }

  #quoted(end: number): void {
    this.#blank(end)
    this.#before = '"'
  }

  #blank(end: number): void {
    this.pieces.push(this.#source.slice(this.#at, end).replaceAll(/[^\n]/g, ' '))
    this.#at = end
  }
}

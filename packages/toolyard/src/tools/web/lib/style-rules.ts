/**
 * The rules of a style sheet, one after the other: at-rules that hold on a wide, light screen are opened, nested rules are
 * written out, everything else is passed over. Reads each character once, so that no sheet can hold it up.
 *
 * @module
 */

export interface StyleRule {
  readonly selector: string
  /** What stands between the braces, without rules inside of it. */
  readonly style: string
}

interface RuleLevel {
  /** Undefined: what is inside does not count. */
  readonly selector: string | undefined
  style: string
}

const escaped = /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi

/** In small letters, without comments, and with the characters that `\` stands before or writes as numbers. */
export function plainStyle(style: string): string {
  return unescaped(style.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')).toLowerCase()
}

function unescaped(text: string, show = (letter: string): string => letter): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(escaped, (_, code: string | undefined, letter = '') => {
    const number = Number.parseInt(code ?? '', 16)
    return show(
      code === undefined
        ? letter
        : number > 0 && number <= 0x10_ffff
          ? String.fromCodePoint(number)
          : '\ufffd',
    )
  })
}

/** Letters are written as such; other signs keep their `\`. */
function plainSelector(selector: string): string {
  return unescaped(selector, (letter) => (/[\w-]|[^\0-\x7f]/.test(letter) ? letter : `\\${letter}`))
}

/** Rules may stand in rules; deeper ones don't count. */
const mostDepth = 20
const [screenWidth, screenHeight] = [1280, 720]

export function* styleRules(sheet: string): Generator<StyleRule> {
  const levels: RuleLevel[] = [{ selector: '', style: '' }]
  for (const [text, sign] of piecesOf(sheet)) {
    const level = levels.at(-1) ?? { selector: undefined, style: '' }
    if (sign === '{') levels.push({ selector: opened(text.trim(), level.selector, levels.length), style: '' })
    else level.style += `${text};`
    if (sign !== '}') continue
    if (levels.length > 1) levels.pop()
    if (level.selector) yield { selector: level.selector, style: level.style }
  }
}

/** Up to each brace or semicolon that is not inside of a comment, a string or a bracket. */
function* piecesOf(sheet: string): Generator<readonly [text: string, sign: string]> {
  const signs = /\/\*|["'{};()]/g
  let [text, from, brackets] = ['', 0, 0]
  for (let found = signs.exec(sheet); found; found = signs.exec(sheet)) {
    const [sign] = found
    if (sign === '/*') {
      text += sheet.slice(from, found.index)
      from = signs.lastIndex = endAfter(sheet, '*/', found.index + 2)
    } else if (sign === '"' || sign === "'") signs.lastIndex = endOfString(sheet, found.index)
    else if (sign === '(') brackets++
    else if (sign === ')') brackets = Math.max(0, brackets - 1)
    else if (brackets === 0 || sign !== ';') {
      yield [text + sheet.slice(from, found.index), sign]
      ;[text, from, brackets] = ['', signs.lastIndex, 0]
    }
  }
  yield [text + sheet.slice(from), '}']
}

function endAfter(sheet: string, sign: string, from: number): number {
  const at = sheet.indexOf(sign, from)
  return at < 0 ? sheet.length : at + sign.length
}

/** A string ends with its line at the latest. */
function endOfString(sheet: string, start: number): number {
  const end = sheet[start] === '"' ? /["\n]/g : /['\n]/g
  end.lastIndex = start + 1
  return end.exec(sheet) ? end.lastIndex : sheet.length
}

/** The selector that holds inside; undefined if what is inside does not count. */
function opened(prelude: string, around: string | undefined, depth: number): string | undefined {
  if (around === undefined || depth > mostDepth || prelude.length > 2000) return undefined
  if (prelude.startsWith('@')) return holds(prelude.toLowerCase()) ? around : undefined
  const selector = plainSelector(
    prelude.slice(prelude.lastIndexOf(';') + 1).replaceAll(/<!--|-->/g, ' '),
  ).trim()
  if (around === '') return selector
  const inner = selector.split(',').map((part) => part.trim())
  return around
    .split(',')
    .slice(0, 20)
    .flatMap((outer) =>
      inner.map((part) =>
        part.includes('&') ? part.replaceAll('&', outer.trim()) : `${outer.trim()} ${part}`,
      ),
    )
    .join(',')
}

function holds(rule: string): boolean {
  if (/^@(?:layer|starting-style|scope)\b/.test(rule)) return true
  if (rule.startsWith('@supports')) return !/^@supports\s+not\b/.test(rule)
  const [, query] = /^@(?:media|container(?:\s+(?!not\b)[\w-]+)?)(?![\w-])(.*)$/s.exec(rule) ?? []
  return query !== undefined && query.split(/,|\bor\b/).some(isSeenQuery)
}

function isSeenQuery(query: string): boolean {
  const [, not, rest = ''] = /^\s*(not\b)?(.*)$/s.exec(query) ?? []
  const parts = rest.split(/\band\b/).map((part) => isSeen(part.trim()))
  if (not === undefined) return parts.every((part) => part === true)
  return parts.includes(false)
}

/** Whether one part of a media query holds for most readers; undefined if that can't be told. */
function isSeen(query: string): boolean | undefined {
  if (/^(?:only\s+)?(?:screen|all)$|^$/.test(query)) return true
  if (/^(?:only\s+)?(?:print|speech|tty|tv|projection|handheld|braille|embossed|aural)$/.test(query))
    return false
  if (/^\((?:any-)?(?:hover|pointer)\b/.test(query)) return !/none|coarse/.test(query)
  if (/^\((?:color|grid|orientation|scripting|prefers-[a-z-]+)\b/.test(query))
    return query.includes(':')
      ? /:\s*(?:light|landscape|enabled|no-preference|\d)/.test(query)
      : query.startsWith('(color')
  return isSeenSize(query)
}

function isSeenSize(query: string): boolean | undefined {
  const [, end, side = '', size, unit] =
    /^\((min|max)-(?:device-)?(width|height)\s*:\s*([\d.]+)(px|r?em)?\s*\)$/.exec(query) ?? []
  if (size !== undefined) return isBeside(side, end === 'min' ? '>=' : '<=', size + (unit ?? ''))
  const [, before, turned, named = '', sign, after] =
    /^\(\s*(?:([\d.]+(?:px|r?em)?)\s*([<>]=?)\s*)?(width|height)\s*(?:([<>]=?)\s*([\d.]+(?:px|r?em)?)\s*)?\)$/.exec(
      query,
    ) ?? []
  if (named === '') return undefined
  const other = turned?.replace(/[<>]/, (one) => (one === '<' ? '>' : '<'))
  return isBeside(named, other, before) && isBeside(named, sign, after)
}

function isBeside(side: string, sign: string | undefined, size: string | undefined): boolean {
  if (sign === undefined || size === undefined) return true
  const length = Number.parseFloat(size) * (size.endsWith('em') ? 16 : 1)
  const own = side === 'width' ? screenWidth : screenHeight
  return sign.startsWith('<')
    ? own < length || (own === length && sign === '<=')
    : own > length || (own === length && sign === '>=')
}

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

interface Level {
  /** Undefined: what is inside does not count. */
  readonly selector: string | undefined
  style: string
}

/** Rules may stand in rules; deeper ones don't count. */
const mostDepth = 20
const screenWidth = 1280

export function* styleRules(sheet: string): Generator<StyleRule> {
  const levels: Level[] = [{ selector: '', style: '' }]
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

/** The selector that holds inside; undefined where what is inside does not count. */
function opened(prelude: string, around: string | undefined, depth: number): string | undefined {
  if (around === undefined || depth > mostDepth || prelude.length > 2000) return undefined
  if (prelude.startsWith('@')) return holds(prelude.toLowerCase()) ? around : undefined
  const selector = prelude.slice(prelude.lastIndexOf(';') + 1).trim()
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
  if (/^@(?:layer|starting-style)\b/.test(rule)) return true
  if (rule.startsWith('@supports')) return !/^@supports\s+not\b/.test(rule)
  return (
    rule.startsWith('@media') &&
    rule
      .slice(6)
      .split(',')
      .some((query) => query.split(/\band\b/).every(isSeen))
  )
}

/** Whether one part of a media query holds for most readers. */
function isSeen(part: string): boolean {
  const query = part.trim()
  const [, end, size, unit] = /^\((min|max)-width\s*:\s*([\d.]+)(px|r?em)\)$/.exec(query) ?? []
  if (size === undefined)
    return /^(?:only\s+)?(?:screen|all)$|^$|^\(prefers-color-scheme\s*:\s*light\)$|^\((?:any-)?(?:hover|pointer)\b/.test(
      query,
    )
  const width = Number(size) * (unit === 'px' ? 1 : 16)
  return end === 'min' ? width <= screenWidth : width >= screenWidth
}

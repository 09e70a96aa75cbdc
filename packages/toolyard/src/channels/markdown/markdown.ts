/**
 * Markdown as a tree, as far as messages need it: headings, lists, quotes, code, tables, emphasis and links.
 *
 * What it does not know stays text. Every pattern looks a bounded distance ahead, or can match a line in one way only, so that
 * no text takes long.
 *
 * @module
 */

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly url: string; readonly children: readonly Inline[] }

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly type: 'item'
      readonly depth: number
      readonly mark: string
      readonly children: readonly Inline[]
    }
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[]; readonly source: string }
  | { readonly type: 'rule' }

const mostQuotes = 5

export const tableLine = /^\s*\|.*\|\s*$/
export const tableRule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/
const fenceLine = /^ {0,3}(`{3,20}(?!`)|~{3,20}(?!~))([^`]*)$/
const itemLine = /^(\s{0,12})([-*+]|\d{1,9}[.)])\s(.*)$/s
const headingLine = /^ {0,3}(#{1,6})\s(.*)$/s
const ruleLine = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/

export function parseMarkdown(text: string, depth = 0): readonly Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const read = blockAt(lines, at, depth)
    if (read.block) blocks.push(read.block)
    at = read.next
  }
  return blocks
}

interface ReadBlock {
  readonly block?: Block
  readonly next: number
}

function blockAt(lines: readonly string[], at: number, depth: number): ReadBlock {
  const line = lines[at] ?? ''
  if (line.trim() === '') return { next: at + 1 }
  const fence = fenceLine.exec(line)
  if (fence) return codeAt(lines, at, { marks: fence[1] ?? '', language: languageIn(fence[2] ?? '') })
  const [, marks, title = ''] = headingLine.exec(line) ?? []
  if (marks !== undefined)
    return {
      block: { type: 'heading', level: marks.length, children: parseInline(titleIn(title)) },
      next: at + 1,
    }
  if (ruleLine.test(line)) return { block: { type: 'rule' }, next: at + 1 }
  if (/^ {0,3}>/.test(line) && depth < mostQuotes) return quoteAt(lines, at, depth)
  const [, indent, mark = '', item = ''] = itemLine.exec(line) ?? []
  if (indent !== undefined)
    return {
      block: {
        type: 'item',
        depth: Math.floor(indent.length / 2),
        mark,
        children: parseInline(item.trimStart()),
      },
      next: at + 1,
    }
  if (tableLine.test(line) && tableRule.test(lines[at + 1] ?? '')) return tableAt(lines, at)
  return paragraphAt(lines, at)
}

/** The first word behind a fence. */
function languageIn(info: string): string {
  return (info.trim().split(/\s/, 1)[0] ?? '').slice(0, 40)
}

/** Without the marks that may close a heading. */
function titleIn(text: string): string {
  const title = text.trim()
  return /^#+$/.test(title) ? '' : title.replace(/\s#+$/, '').trimEnd()
}

function codeAt(
  lines: readonly string[],
  at: number,
  { marks, language }: { readonly marks: string; readonly language: string },
): ReadBlock {
  let end = at + 1
  const isEnd = (line: string): boolean => {
    const trimmed = line.trim()
    return trimmed.length >= marks.length && trimmed === (marks[0] ?? '').repeat(trimmed.length)
  }
  while (end < lines.length && !isEnd(lines[end] ?? '')) end++
  return { block: { type: 'code', language, text: lines.slice(at + 1, end).join('\n') }, next: end + 1 }
}

function quoteAt(lines: readonly string[], at: number, depth: number): ReadBlock {
  let end = at
  while (/^ {0,3}>/.test(lines[end] ?? '')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return { block: { type: 'quote', blocks: parseMarkdown(inner.join('\n'), depth + 1) }, next: end }
}

function tableAt(lines: readonly string[], at: number): ReadBlock {
  let end = at
  while (tableLine.test(lines[end] ?? '')) end++
  const source = lines.slice(at, end)
  const rows = source
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return { block: { type: 'table', rows, source: source.join('\n') }, next: end }
}

/** Up to a blank line, or one that begins something else. */
function paragraphAt(lines: readonly string[], at: number): ReadBlock {
  let end = at + 1
  while (end < lines.length && !begins(lines[end] ?? '')) end++
  return { block: { type: 'paragraph', children: parseInline(lines.slice(at, end).join('\n')) }, next: end }
}

function begins(line: string): boolean {
  return line.trim() === '' || [fenceLine, headingLine, itemLine, /^ {0,3}>/].some((form) => form.test(line))
}

type InlineRule = readonly [form: RegExp, make: (match: RegExpExecArray, depth: number) => Inline]

const inner = (match: RegExpExecArray, depth: number): readonly Inline[] =>
  parseInline(match[1] ?? '', depth + 1)

const inlineRules: readonly InlineRule[] = [
  [/\\([!-/:-@[-`{-~])/y, ([, text = '']) => ({ type: 'text', text })],
  [/(`{1,3})(?!`)((?:(?!\1)[^]){1,2000})\1(?!`)/y, ([, , text = '']) => ({ type: 'code', text })],
  [
    /!?\[([^[\]]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000}|mailto:[^\s()<>]{1,300})(?:\s+"[^"]{0,200}")?\)/y,
    (match, depth) => ({ type: 'link', url: match[2] ?? '', children: inner(match, depth) }),
  ],
  [
    /<(https?:\/\/[^\s<>]{1,2000})>/y,
    ([, url = '']) => ({ type: 'link', url, children: [{ type: 'text', text: url }] }),
  ],
  [
    /\*\*(?=\S)((?:(?!\*\*)[^]){0,999}\S)\*\*/y,
    (match, depth) => ({ type: 'strong', children: inner(match, depth) }),
  ],
  [
    /(?<!\w)__(?=\S)((?:(?!__)[^]){0,999}\S)__(?!\w)/y,
    (match, depth) => ({ type: 'strong', children: inner(match, depth) }),
  ],
  [
    /~~(?=\S)((?:(?!~~)[^]){0,999}\S)~~/y,
    (match, depth) => ({ type: 'strike', children: inner(match, depth) }),
  ],
  [
    /\*(?=[^\s*])([^*]{0,999}[^\s*])\*(?!\*)/y,
    (match, depth) => ({ type: 'emphasis', children: inner(match, depth) }),
  ],
  [
    /(?<!\w)_(?=[^\s_])([^_]{0,999}[^\s_])_(?!\w)/y,
    (match, depth) => ({ type: 'emphasis', children: inner(match, depth) }),
  ],
]

const mostNested = 4

/** What may begin something. */
const special = /[\\`![<*_~]/g

function parseInline(text: string, depth = 0): readonly Inline[] {
  if (depth > mostNested) return [{ type: 'text', text }]
  const found: Inline[] = []
  let plain = 0
  const flush = (end: number): void => {
    if (end > plain) found.push({ type: 'text', text: text.slice(plain, end) })
  }
  for (let at = next(text, 0); at < text.length; at = next(text, at)) {
    const match = matchAt(text, at, depth)
    if (match) {
      flush(at)
      found.push(match.inline)
      plain = at = match.end
    } else at++
  }
  flush(text.length)
  return found
}

function next(text: string, from: number): number {
  special.lastIndex = from
  return special.exec(text)?.index ?? text.length
}

function matchAt(
  text: string,
  at: number,
  depth: number,
): { readonly inline: Inline; readonly end: number } | undefined {
  for (const [form, make] of inlineRules) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match) return { inline: make(match, depth), end: at + match[0].length }
  }
  return undefined
}

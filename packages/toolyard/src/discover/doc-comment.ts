/**
 * What a file's doc comments say about its exports.
 *
 * The comment right above an export counts, decorators between them or not; then the one above the declaration that
 * is exported under that name, then the first one inside a class; for the default export the comment at the top of
 * the file comes last. Only the first line is taken, and a comment that starts with a tag (`@license`) says nothing.
 *
 * @module
 */
import { firstLine } from '../define/index.ts'
import { type MaskedSource, maskSource } from './mask-source.ts'

/** The first line of the doc comment that belongs to the export, if there is one. */
export function docCommentOf(source: string, exportName: string): string | undefined {
  const masked = maskSource(source)
  if (exportName !== 'default') return docOfName(masked, localName(masked, exportName))
  const at = /\bexport\s+default\b/.exec(masked.code)?.index
  const above = at === undefined ? undefined : docAbove(masked, at)
  const local = defaultName(masked)
  return above ?? (local === undefined ? undefined : docOfName(masked, local)) ?? leadingDoc(masked)
}

/** Where the class is declared that is exported under this name; undefined if it is made in another way. */
export function classDeclarationOf(masked: MaskedSource, exportName: string): number | undefined {
  const local = exportName === 'default' ? defaultName(masked) : localName(masked, exportName)
  if (local !== undefined) return declarationOf(masked, local, 'class')?.index
  return /\bexport\s+default\s+(?:abstract\s+)?class\b/.exec(masked.code)?.index
}

/** The name in the file of what is exported as `exportName`: `export { local as exportName }`. */
function localName(masked: MaskedSource, exportName: string): string {
  const renamed = new RegExp(`[{,]\\s*([\\w$]+)\\s+as\\s+${escape(exportName)}\\s*[,}]`).exec(masked.code)
  return renamed?.[1] ?? exportName
}

function defaultName(masked: MaskedSource): string | undefined {
  const declared = /\bexport\s+default\s+(?:abstract\s+)?(?:class\s+)?([\w$]+)/.exec(masked.code)?.[1]
  if (declared !== undefined && declared !== 'class') return declared
  const local = localName(masked, 'default')
  return local === 'default' ? undefined : local
}

function docOfName(masked: MaskedSource, name: string): string | undefined {
  const found = declarationOf(masked, name, 'const|let|var|class|function')
  if (!found) return undefined
  return docAbove(masked, found.index) ?? (found[1] === 'class' ? docInside(masked, found.index) : undefined)
}

function declarationOf({ code }: MaskedSource, name: string, words: string): RegExpExecArray | null {
  return new RegExp(`(?<![\\w$.])(${words})\\s+${escape(name)}(?![\\w$])`).exec(code)
}

function docAbove(masked: MaskedSource, declaration: number): string | undefined {
  const start = startOfDeclaration(masked.code, declaration)
  const doc = masked.docs.findLast(({ end }) => end <= start)
  return doc && masked.code.slice(doc.end, start).trim() === '' ? wordsOf(doc.inside) : undefined
}

function docInside(masked: MaskedSource, declaration: number): string | undefined {
  const open = masked.code.indexOf('{', declaration) + 1
  const doc = masked.docs.find(({ start }) => start >= open)
  return open > 0 && doc && masked.code.slice(open, doc.start).trim() === '' ? wordsOf(doc.inside) : undefined
}

function leadingDoc(masked: MaskedSource): string | undefined {
  const first = masked.docs.find(({ inside }) => wordsOf(inside) !== undefined)
  return first && masked.code.slice(0, first.start).trim() === '' ? wordsOf(first.inside) : undefined
}

/** Steps back over decorators and the words that may stand before `class` or `const`. */
function startOfDeclaration(code: string, declaration: number): number {
  let start = declaration
  for (;;) {
    const before = code.slice(0, start).trimEnd()
    const word = /(?<![\w$.@])(?:export|default|abstract|declare|async)$/.exec(before)
    const previous = word?.index ?? startOfDecorator(before)
    if (previous === undefined) return start
    start = previous
  }
}

/** Where the decorator starts that `code` ends with: `@tool`, `@a.b`, `@tool({ … })`. */
function startOfDecorator(code: string): number | undefined {
  const name = code.endsWith(')') ? code.slice(0, openingOf(code)) : code
  return /@\s*[\w$.]+\s*$/.exec(name)?.index
}

function openingOf(code: string): number {
  let depth = 0
  for (let at = code.length - 1; at > 0; at--) {
    if (code[at] === ')') depth++
    else if (code[at] === '(' && --depth === 0) return at
  }
  return 0
}

function wordsOf(inside: string): string | undefined {
  const line = firstLine(inside)
  return line?.startsWith('@') ? undefined : line
}

function escape(name: string): string {
  return name.replaceAll(/[^\w]/g, String.raw`\$&`)
}

/**
 * What an export of a module is, as far as its text tells. The module is not run for it.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { maskSource } from '../../mask-source.ts'

export type ExportKind =
  | 'class'
  /** A function with parameters. */
  | 'function'
  /** A function without any. */
  | 'maker'
  | 'object'
  /** An object that makes others. */
  | 'factory'
  | 'unknown'

export interface InspectedExport {
  /** The name under which it is exported. */
  readonly name: string
  readonly kind: ExportKind
}

/** Without a name, the default export is meant, or else one that is called like the tool. */
export async function lookAtExport(
  module: string,
  exportName: string | undefined,
  tool: string,
): Promise<InspectedExport> {
  const source = maskSource(await readFile(module, 'utf8').catch(() => '')).code
  const name = exportName ?? (/\bexport\s+default\b/.test(source) ? 'default' : tool)
  return { name, kind: kindOf(source, name) }
}

function kindOf(source: string, name: string): ExportKind {
  if (name === 'default') {
    const named = /\bexport\s+default\s+([A-Za-z_$][\w$]*)\s*;?\s*$/m.exec(source)?.[1]
    if (named !== undefined) return kindOf(source, named)
    return kindOfValue(/\bexport\s+default\s+([\s\S]{0,400})/.exec(source)?.[1] ?? '')
  }
  const word = name.replaceAll('$', String.raw`\$`)
  const declared = new RegExp(
    String.raw`\b(?:async\s+)?(?:class|function)\b\s*\*?\s*${word}\b[\s\S]{0,400}`,
  ).exec(source)
  if (declared) return kindOfValue(declared[0])
  const value = new RegExp(String.raw`\b(?:const|let|var)\s+${word}\b[^=]*=\s*([\s\S]{0,400})`).exec(
    source,
  )?.[1]
  return kindOfValue(value ?? '')
}

function kindOfValue(text: string): ExportKind {
  if (/^(?:abstract\s+)?class\b/.test(text)) return 'class'
  if (text.startsWith('{')) return /\bcreate\b/.test(text) ? 'factory' : 'object'
  const head =
    /^(?:async\s+)?function\b\s*\*?\s*[\w$]*\s*(?:<[^(]*>)?\s*\(|^(?:async\s*)?(?:<[^(]*>)?\(/.exec(text)?.[0]
  if (head === undefined) return /^(?:async\s+)?[A-Za-z_$][\w$]*\s*=>/.test(text) ? 'function' : 'unknown'
  const end = endOfBrackets(text, head.length)
  const isFunction = head.includes('function') || /^\s*(?::[^=]*)?=>/.test(text.slice(end))
  if (!isFunction) return 'unknown'
  return text.slice(head.length, end - 1).trim() === '' ? 'maker' : 'function'
}

/** Behind the bracket that closes the one before `from`. */
function endOfBrackets(text: string, from: number): number {
  let depth = 1
  let at = from
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
  }
  return at
}

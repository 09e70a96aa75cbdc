/**
 * One TOML file as plain data, with the line of every key; what is wrong with it is reported with file, line and remedy.
 *
 * @module
 */
import { readFile, stat } from 'node:fs/promises'
import { isPlainObject, messageOf } from '../../kernel/index.ts'
import type { LegacyProblem } from './legacy-registry.ts'
import { findKeyLines, type LineOf } from './key-lines.ts'

export interface TomlFile {
  readonly file: string
  readonly data: Readonly<Record<string, unknown>>
  readonly lineOf: LineOf
}

/** A registry or a tool is a page of text; this is a hundred of them. */
const maxBytes = 1_000_000
const maxDepth = 64

/** Never rejects: a file that can't be read is its problem. */
export async function readTomlFile(file: string): Promise<TomlFile | LegacyProblem> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes)
      return { file, reason: `The file has ${size} bytes; at most ${maxBytes} are read`, hint: 'Split it.' }
    return await parseToml(file, await readFile(file, 'utf8'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing
      ? { file, reason: 'The file does not exist', hint: 'Create it, or correct its path.' }
      : { file, reason: `The file cannot be read: ${messageOf(error)}` }
  }
}

async function parseToml(file: string, text: string): Promise<TomlFile | LegacyProblem> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    const data = plain(parse(text, { unsafeKeyBehaviour: 'throw', maxDepth }))
    return { file, data: data as TomlFile['data'], lineOf: findKeyLines(text) }
  } catch (error) {
    if (!(error instanceof TomlError)) return { file, reason: `The file is not TOML: ${messageOf(error)}` }
    const said = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
    return {
      file,
      line: error.line,
      reason: `line ${error.line}, column ${error.column}: ${said}`,
      hint: 'Correct the line: texts need quotes, every key stands on a line of its own.',
    }
  }
}

export function isTomlFile(read: TomlFile | LegacyProblem): read is TomlFile {
  return 'data' in read
}

/** Ordinary objects and texts: the parser's tables have no prototype, and its dates are objects. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Date) return value.toISOString()
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

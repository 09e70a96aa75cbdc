/**
 * Values as TypeScript source, in the hand of this house: single quotes, two blanks, short things on one line.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'

/** A piece of code that stands where a value would. */
export interface Code {
  readonly [code]: string
}

const code = Symbol('code')
const lineWidth = 100
const identifier = /^[A-Za-z_$][\w$]*$/

export function codeOf(text: string): Code {
  return { [code]: text }
}

/** The source of a value that begins on a line which is `indent` deep. */
export function sourceOf(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isCode(value)) return value[code]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = (depth: number): string[] =>
    Array.isArray(value)
      ? value.map((item) => sourceOf(item, depth))
      : Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => `${keyOf(key)}: ${sourceOf(item, depth)}`)
  const short = parts(indent)
  if (short.length === 0) return open + close
  const blank = Array.isArray(value) ? '' : ' '
  const line = `${open}${blank}${short.join(', ')}${blank}${close}`
  if (line.length + indent <= lineWidth && !line.includes('\n')) return line
  const margin = ' '.repeat(indent + 2)
  const lines = parts(indent + 2).map((part) => `${margin}${part},\n`)
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`
}

/** JSON's escapes are TypeScript's too, but for the quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
  return inner.includes("'") && !inner.includes('"')
    ? `"${inner}"`
    : `'${inner.replaceAll("'", String.raw`\'`)}'`
}

function keyOf(key: string): string {
  return identifier.test(key) ? key : quoted(key)
}

function isCode(value: object): value is Code {
  return !Array.isArray(value) && !isPlainRecord(value)
}

function isPlainRecord(value: object): boolean {
  return isPlainObject(value) && !(code in value)
}

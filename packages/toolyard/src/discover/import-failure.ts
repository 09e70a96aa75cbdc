/**
 * Why a file gave no tool, in a sentence for the person who wrote it.
 *
 * Whatever was thrown comes out as a `ToolyardError`: `invalid_definition` if a definition is wrong, else
 * `tool_failed`, with the line if it is known and a hint if there is one.
 *
 * @module
 */
import { basename } from 'node:path'
import { messageOf, ToolyardError } from '../kernel/index.ts'

const passedOn: readonly string[] = ['invalid_definition', 'tool_failed', 'untrusted']

export function importFailure(thrown: unknown, file: string): ToolyardError {
  const isOurs = ToolyardError.isInstance(thrown)
  if (isOurs && passedOn.includes(thrown.code)) return thrown
  const message = clean(messageOf(thrown))
  const place = placeOf(thrown, file)
  const isSyntax = thrown instanceof SyntaxError || message.startsWith('Transform failed')
  const sentence = isSyntax
    ? `Syntax error${place ?? ''}: ${message}`
    : `The import failed${place ?? ''}: ${message}`
  const hint =
    (isOurs ? thrown.hint : hintFor(thrown, message)) ??
    (isSyntax && !place ? `Run \`node ${file}\` to see the line.` : undefined)
  return new ToolyardError('tool_failed', sentence, { hint, cause: thrown })
}

export function timeLimitFailure(ms: number): ToolyardError {
  return new ToolyardError('tool_failed', `The import did not finish within ${ms / 1000} s`, {
    hint: 'Look for a top-level await that never settles, and start that work in execute() instead.',
  })
}

/** Generations are our own affair; a person knows the file without them. */
function clean(message: string): string {
  return message.replaceAll(/\?toolyard=[\w.-]+/g, '')
}

/** ` at line 3`, or ` in _helper.ts at line 3`: from the head of the stack, or its first frame in a tool folder. */
function placeOf(thrown: unknown, file: string): string | undefined {
  const stack = stackOf(thrown)
  const found =
    /^(?:file:\/\/)?(\/[^\n?]*?|[A-Za-z]:[^\n?:]*)(?:\?[^\n:]*)?:(\d+)\n/.exec(stack) ??
    /file:\/\/([^\s?)]*)\?toolyard=[\w.-]+:(\d+):\d+/.exec(stack)
  if (!found?.[1]) return undefined
  const name = basename(decodeURI(found[1]))
  return `${name === basename(file) ? '' : ` in ${name}`} at line ${found[2]}`
}

function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack : ''
  } catch {
    return ''
  }
}

function hintFor(thrown: unknown, message: string): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'Node runs TypeScript whose types can be erased: write a union of literals for an enum, fields for parameter properties.'
  if (/Unexpected token 'export'|import statement outside a module/.test(message))
    return 'The nearest package.json makes this file CommonJS: set "type": "module" there, or name the file .mts or .mjs.'
  if (message.startsWith('Cannot find package')) return 'Install the package, or correct its name.'
  if (code === 'ERR_MODULE_NOT_FOUND')
    return 'Correct the import: relative imports name the file with its extension, as in "./_helper.ts".'
  return undefined
}

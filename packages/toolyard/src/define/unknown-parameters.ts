/**
 * Refuses a function that reads parameters which nothing describes: it would be called without them, and nothing would
 * tell why.
 *
 * The function's own source says what it reads; a native or bound function tells nothing and passes.
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'

export interface UnknownParameters {
  /** The tool, for the message. */
  readonly name: string
  /** How the schema is written there: `static inputSchema =`, `inputSchema:`. */
  readonly field: string
  /** Why the annotation in the source did not help, where one was read. */
  readonly problem?: string | undefined
}

/** Throws `invalid_definition`. */
export function refuseUnknownParameters(execute: unknown, { name, field, problem }: UnknownParameters): void {
  const read = typeof execute === 'function' ? namesReadBy(Function.prototype.toString.call(execute)) : []
  if (read.length === 0 && problem === undefined) return
  const takes = read.length === 0 ? 'parameters' : `{ ${read.join(', ')} }`
  const why = problem === undefined ? '' : `; its annotation can't be used, because it ${problem}`
  const known = read.length === 0 ? ['path'] : read
  throw new ToolyardError(
    'invalid_definition',
    `${name === '' ? 'This tool' : `Tool "${name}"`}: execute takes ${takes}, and inputSchema, which describes them, is missing${why}`,
    {
      hint: `Add ${field} { ${known.map((one) => `${one}: String`).join(', ')} }, or a Zod schema.`,
      tool: name,
    },
  )
}

/** The members of its first parameter that a function reads: `({ path })`, `(input) => input.path`, `const { path } = input`. */
function namesReadBy(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const taken = /^[^(]*\(\s*\{([^}]*)/.exec(code)?.[1]
  if (taken !== undefined) return namesIn(taken)
  const parameter =
    /^[^(=]*\(\s*([\w$]+)\s*[,)=]/.exec(code)?.[1] ?? /^(?:async\s+)?([\w$]+)\s*=>/.exec(code)?.[1]
  if (parameter === undefined) return []
  const name = parameter.replaceAll('$', String.raw`\$`)
  const members = code.matchAll(new RegExp(String.raw`(?<![\w$.])${name}\??\.([\w$]+)`, 'g'))
  const patterns = code.matchAll(new RegExp(String.raw`\{([^{}]*)\}\s*=\s*${name}(?![\w$.(])`, 'g'))
  return [
    ...new Set([
      ...[...members].flatMap(([, member]) => member ?? []),
      ...[...patterns].flatMap(([, pattern]) => namesIn(pattern ?? '')),
    ]),
  ]
}

function namesIn(pattern: string): string[] {
  return pattern.split(',').flatMap((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? [])
}

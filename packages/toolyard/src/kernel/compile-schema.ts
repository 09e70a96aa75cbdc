/**
 * A JSON Schema turned into a check, on first use.
 *
 * @module
 */
import type * as Typebox from 'typebox/schema'
import { ToolyardError } from './error.ts'
import { type JsonSchema, mapChildSchemas } from './json-schema.ts'
import { lazy } from './lazy.ts'
import { compilePattern, isPlainPattern, type Matcher, quickSteps } from './pattern.ts'

const typebox = lazy((require) => require('typebox/schema') as typeof Typebox)

export interface SchemaIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface CompiledSchema {
  readonly check: (value: unknown) => boolean
  /** Every problem of a value that `check` refused. */
  readonly issues: (value: unknown) => SchemaIssue[]
  /** What `check` and `issues` took for matching just now, because to find out would hold up everybody else. */
  readonly takeOpen: () => OpenMatches
  /** Runs `check` and `issues` with these answers. */
  readonly withAnswers: <T>(answers: MatchAnswers, run: () => T) => T
}

/** Texts that are too long, or too many, to be matched in passing, by their patterns. */
export type OpenMatches = ReadonlyMap<string, ReadonlySet<string>>

/** Whether a text matches, by patterns. */
export type MatchAnswers = ReadonlyMap<string, ReadonlyMap<string, boolean>>

export function compileSchema(schema: JsonSchema | boolean): CompiledSchema {
  const matching = new Matching()
  const validator = typebox().Compile(withLinearPatterns(schema, matching) as never)
  return {
    takeOpen: () => matching.takeOpen(),
    withAnswers: (answers, run) => matching.withAnswers(answers, run),
    check: (value) => ending(() => validator.Check(value)),
    issues(value) {
      const [, errors] = ending(() => validator.Errors(value))
      return errors
        .filter(
          ({ keyword, schemaPath }) => keyword !== 'boolean' || !schemaPath.endsWith('/additionalProperties'),
        )
        .map((error) => ({ path: pointerToPath(error.instancePath), message: sentence(error) }))
    },
  }
}

/** Values come in bounded depth: where the stack overflows, the schema leads back to itself at the same place of the value. */
function ending<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ToolyardError('invalid_definition', 'this schema refers to itself without end', {
      hint: 'Let a schema come back to itself only inside properties or items.',
      cause: error,
    })
  }
}

function sentence(error: { keyword: string; message: string; params: unknown }): string {
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'boolean') return 'is not accepted here'
  if (error.keyword === 'enum') return `must be one of ${list(params['allowedValues'])}`
  if (error.keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`
  if (error.keyword === 'required') return `lacks ${list(params['requiredProperties'])}`
  if (error.keyword === 'additionalProperties') return `has unknown ${list(params['additionalProperties'])}`
  if (error.keyword === 'pattern') return `must match the pattern ${(params['pattern'] as RegExp).source}`
  if (error.keyword === 'unevaluatedProperties') return `has unknown ${list(params['unevaluatedProperties'])}`
  return error.message
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values)
}

function pointerToPath(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function withLinearPatterns(schema: unknown, matching: Matching): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = mapChildSchemas(schema as JsonSchema, (child) => withLinearPatterns(child, matching))
  if (typeof copy['pattern'] === 'string') copy['pattern'] = linearRegExp(copy['pattern'], matching)
  return copy
}

/** The compiler passes over a pattern that is no `RegExp`, and calls `test` on one that is: ours, which cannot hang. */
function linearRegExp(pattern: string, matching: Matching): RegExp {
  if (isPlainPattern(pattern)) return new RegExp(pattern, 'u')
  const matcher = compilePattern(pattern)
  return Object.defineProperties(/(?:)/u, {
    test: { value: (text: string) => matching.test(matcher, pattern, text) },
    source: { value: pattern },
  })
}

/** Matches what can be matched in passing, and remembers the rest. */
class Matching {
  #open = new Map<string, Set<string>>()
  #answers: MatchAnswers | undefined
  #steps = 0

  test(matcher: Matcher, pattern: string, text: string): boolean {
    const known = this.#answers?.get(pattern)?.get(text)
    if (known !== undefined) return known
    this.#steps += matcher.stepsOn(text)
    if (this.#steps <= quickSteps) return matcher.test(text)
    const texts = this.#open.get(pattern)
    if (texts) texts.add(text)
    else this.#open.set(pattern, new Set([text]))
    return true
  }

  takeOpen(): OpenMatches {
    const open = this.#open
    this.#open = new Map()
    this.#steps = 0
    return open
  }

  withAnswers<T>(answers: MatchAnswers, run: () => T): T {
    this.#answers = answers
    try {
      return run()
    } finally {
      this.#answers = undefined
    }
  }
}

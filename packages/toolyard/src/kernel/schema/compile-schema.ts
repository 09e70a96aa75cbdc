/**
 * A JSON Schema turned into a check, on first use.
 *
 * Most schemas are objects of scalars, literals and lists: those are compiled, and fast. All others are walked along with the
 * value, which takes every keyword of every draft, and patterns that can't hang.
 *
 * @module
 */
import type * as Typebox from 'typebox/schema'
import { readSchema } from './check-schema.ts'
import { ToolyardError } from '../error.ts'
import { Evaluation } from './evaluate-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { lazy } from '../lazy.ts'
import { type MatchAnswers, Matching, type OpenMatches } from './matching.ts'
import { isOrdinarySchema } from './ordinary-schema.ts'
import type { NodeFault, PathLink } from './schema-node.ts'
import type { Saying } from '../saying.ts'
import { sayingOf, type SchemaFault, wordsOf } from './schema-words.ts'

const typebox = lazy((require) => require('typebox/schema') as typeof Typebox)

export interface SchemaIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying | undefined
}

export interface CompiledSchema {
  readonly check: (value: unknown) => boolean
  /** Every problem of a value that `check` refused. */
  readonly issues: (value: unknown) => SchemaIssue[]
  /** What `check` and `issues` took for matching just now, because to find out would hold up every other call. */
  readonly takeOpen: () => OpenMatches
  /** Runs `check` and `issues` with these answers. */
  readonly withAnswers: <T>(answers: MatchAnswers, run: () => T) => T
}

export function compileSchema(schema: JsonSchema | boolean): CompiledSchema {
  return isOrdinarySchema(schema) ? compileOrdinary(schema as JsonSchema) : compileOther(schema)
}

/** Has no patterns and no references. */
function compileOrdinary(schema: JsonSchema): CompiledSchema {
  const validator = typebox().Compile(schema as never)
  return {
    takeOpen: () => noMatches,
    withAnswers: (_, run) => run(),
    check: (value) => validator.Check(value),
    issues(value) {
      const [, errors] = validator.Errors(value)
      return errors
        .filter(
          ({ keyword, schemaPath }) => keyword !== 'boolean' || !schemaPath.endsWith('/additionalProperties'),
        )
        .map((error) => issueOf(pointerToPath(error.instancePath), faultOf(error)))
    },
  }
}

const noMatches: OpenMatches = new Map()

function compileOther(schema: JsonSchema | boolean): CompiledSchema {
  const matching = new Matching()
  const root = typeof schema === 'boolean' ? schema : readSchema(schema).schema
  const evaluation = new Evaluation(root, (pattern, text) => matching.match(pattern, text))
  return {
    takeOpen: () => matching.takeOpen(),
    withAnswers: (answers, run) => matching.withAnswers(answers, run),
    check: (value) => ending(() => evaluation.run(value)) !== false,
    issues(value) {
      const faults: NodeFault[] = []
      ending(() => evaluation.run(value, faults))
      return faults.map((fault) => issueOf(pathOf(fault.at), fault))
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

function issueOf(path: SchemaIssue['path'], fault: SchemaFault): SchemaIssue {
  return { path, message: wordsOf(fault), says: sayingOf(fault) }
}

function faultOf(error: { readonly keyword: string; readonly params: unknown }): SchemaFault {
  const { keyword } = error
  const params = error.params as Readonly<Record<string, unknown>>
  const [about] = [aboutIn[keyword] ?? keyword, 'limit'].flatMap((name) =>
    name in params ? [params[name]] : [],
  )
  return { keyword, about }
}

/** What the compiler calls that which an error is about. */
const aboutIn: Readonly<Record<string, string>> = {
  enum: 'allowedValues',
  const: 'allowedValue',
  required: 'requiredProperties',
}

function pointerToPath(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pathOf(step: PathLink | undefined): string[] {
  const path: string[] = []
  for (let at = step; at; at = at.before) path.unshift(String(at.key))
  return path
}

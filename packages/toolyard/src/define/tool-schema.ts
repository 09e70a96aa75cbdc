/**
 * One schema, whichever way it was written: its JSON Schema, and its check.
 *
 * Standard Schemas (Zod and others) check with their own code. Plain JSON Schema is compiled on the first
 * check, never before: ten thousand tools of which ten are called cost ten compilations.
 *
 * @module
 */
import {
  checkSchema,
  childSchemas,
  type CompiledSchema,
  compileSchema,
  copyWithDefaults,
  isPlainObject,
  type JsonSchema,
  matchApart,
  messageOf,
  type OpenMatches,
  type SchemaCheck,
  type Shape,
  shapeOf,
  withoutDefaulted,
  tellValue,
} from '../kernel/index.ts'
import type { StandardIssue, StandardSchema } from './infer.ts'
import { zodInputJson } from './zod-json.ts'

export interface ValueIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export type Checked =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly ValueIssue[] }

export interface ToolSchema {
  readonly json: JsonSchema
  /** Known keys and defaults, worked out on first use. */
  readonly shape: Shape | undefined
  /** Never throws. Answers a value that shares nothing with the one it was given. */
  check(value: unknown): Checked | Promise<Checked>
}

/** Why a schema can't be used, in words that fit behind "inputSchema". */
export class SchemaError extends Error {}

export function toToolSchema(
  schema: unknown,
  side: 'input' | 'output' = 'input',
  check: SchemaCheck = checkSchema,
): ToolSchema {
  if (isStandard(schema)) return new StandardToolSchema(schema, standardJson(schema, side))
  if (isShortForm(schema)) return new JsonToolSchema(fromShortForm(schema))
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new SchemaError(`must be a schema, not ${Array.isArray(schema) ? 'a list' : String(schema)}`)
  }
  if (side === 'input' && Object.keys(schema).length === 0) return new JsonToolSchema(noParameters)
  const json = schema as JsonSchema
  const [problem] = check(json)
  if (problem) throw new SchemaError(`${problem.path ? `at ${problem.path} ` : ''}${problem.message}`)
  return new JsonToolSchema(json, side === 'input')
}

/** The schema of a tool that takes nothing. */
export const noParameters: JsonSchema = Object.freeze({
  type: 'object',
  properties: {},
  additionalProperties: false,
})

function isStandard(schema: unknown): schema is StandardSchema {
  return (
    (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
  )
}

function standardJson(schema: StandardSchema, side: 'input' | 'output'): JsonSchema {
  const ordinary = side === 'input' ? zodInputJson(schema) : undefined
  if (ordinary) return ordinary
  const { jsonSchema, vendor } = schema['~standard']
  if (!jsonSchema)
    throw new SchemaError(
      `was made by "${vendor}", which gives no JSON Schema; use a version of it that implements Standard JSON Schema, or Zod 4`,
    )
  let json: JsonSchema
  try {
    json = jsonSchema[side]({ target: 'draft-2020-12' })
  } catch (error) {
    throw new SchemaError(
      `has no JSON Schema form (${messageOf(error)}); models send JSON, so use JSON types here`,
    )
  }
  const { $schema: _, ...rest } = json
  return rest
}

const shortTypes = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
  [Object, 'object'],
  [BigInt, 'integer'],
])

/** Keys of JSON Schema whose values are words. */
const wordKeys = /^(?:\$.*|type|title|description|const|format|pattern|contentMediaType|contentEncoding)$/

/** No other form has functions in it; words for types, such as `{ path: 'string' }`, are a mistake in this one. */
function isShortForm(schema: unknown): schema is Record<string, unknown> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  const fields = Object.entries(schema)
  return (
    fields.some(([, value]) => typeof value === 'function') ||
    (fields.length > 0 && fields.every(([name, value]) => typeof value === 'string' && !wordKeys.test(name)))
  )
}

function fromShortForm(form: Record<string, unknown>): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, constructor] of Object.entries(form)) {
    const type = shortTypes.get(constructor)
    if (!type)
      throw new SchemaError(
        `field "${name}" must be String, Number, Boolean, Array, Object or BigInt (a whole number), not ${tellType(constructor)}`,
      )
    properties[name] = { type }
  }
  return { type: 'object', properties, required: Object.keys(form) }
}

function tellType(given: unknown): string {
  return typeof given === 'function' && given.name !== '' ? given.name : tellValue(given)
}

class StandardToolSchema implements ToolSchema {
  readonly json: JsonSchema
  /** Asked on the first check: Zod makes its `~standard` when it is first read. */
  readonly #schema: StandardSchema
  #validate: StandardSchema['~standard']['validate'] | undefined
  /** Whether the library makes a new value of everything that it takes; Zod does, but for places that take anything. */
  #copies: boolean | undefined
  #shape: { readonly it: Shape | undefined } | undefined

  constructor(schema: StandardSchema, json: JsonSchema) {
    this.json = json
    this.#schema = schema
  }

  get shape(): Shape | undefined {
    return (this.#shape ??= { it: shapeOf(this.json) }).it
  }

  check(value: unknown): Checked | Promise<Checked> {
    try {
      this.#validate ??= this.#prepare()
      const outcome = this.#validate(this.#copies ? value : copyJson(value))
      if (outcome instanceof Promise) return outcome.then(fromStandard, fromThrown)
      return outcome.issues === undefined ? outcome : fromStandard(outcome)
    } catch (error) {
      return fromThrown(error)
    }
  }

  #prepare(): StandardSchema['~standard']['validate'] {
    const { validate, vendor } = this.#schema['~standard']
    this.#copies = vendor === 'zod' && !takesAnything(this.json)
    return validate
  }
}

/** Whether some place in a schema says nothing of what may stand there. */
function takesAnything(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true
  const says = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'not'].some(
    (word) => word in schema,
  )
  return !says || childSchemas(schema as JsonSchema).some(([, child]) => takesAnything(child))
}

function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyJson(item)]))
}

class JsonToolSchema implements ToolSchema {
  readonly json: JsonSchema
  #compiled: CompiledSchema | undefined
  #shape: { readonly it: Shape | undefined } | undefined

  /** What is filled in need not be given. */
  readonly #fills: boolean

  constructor(json: JsonSchema, fills = true) {
    this.json = json
    this.#fills = fills
  }

  get shape(): Shape | undefined {
    return (this.#shape ??= { it: shapeOf(this.json) }).it
  }

  check(value: unknown): Checked | Promise<Checked> {
    try {
      const compiled = (this.#compiled ??= compileSchema(
        this.#fills ? withoutDefaulted(this.json) : this.json,
      ))
      const checked = this.#check(compiled, value)
      const open = compiled.takeOpen()
      return open.size === 0 ? checked : this.#checkApart(compiled, value, open)
    } catch (error) {
      return fromThrown(error)
    }
  }

  #check(compiled: CompiledSchema, value: unknown): Checked {
    return compiled.check(value)
      ? { value: copyWithDefaults(value, this.shape) }
      : { issues: compiled.issues(value) }
  }

  /** What is too long to match in passing is matched in threads of its own; then the value is checked again. */
  async #checkApart(compiled: CompiledSchema, value: unknown, first: OpenMatches): Promise<Checked> {
    const answers = new Map<string, Map<string, boolean>>()
    try {
      for (let open = first; ;) {
        for (const [pattern, texts] of open) {
          const known = answers.get(pattern) ?? new Map<string, boolean>()
          answers.set(pattern, known)
          using thread = matchApart(pattern)
          const matches = await thread.test([...texts])
          for (const [index, text] of [...texts].entries()) known.set(text, matches[index] === true)
        }
        const checked = compiled.withAnswers(answers, () => this.#check(compiled, value))
        open = compiled.takeOpen()
        if (open.size === 0) return checked
      }
    } catch (error) {
      return fromThrown(error)
    }
  }
}

function fromStandard(outcome: Awaited<ReturnType<StandardSchema['~standard']['validate']>>): Checked {
  return outcome.issues === undefined ? outcome : { issues: outcome.issues.map(toIssue) }
}

function toIssue({ message, path = [] }: StandardIssue): ValueIssue {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  return { message, path: keys.map((key) => (typeof key === 'symbol' ? String(key) : key)) }
}

function fromThrown(error: unknown): Checked {
  return { issues: [{ path: [], message: `could not be checked: ${messageOf(error)}` }] }
}

/**
 * One schema, whichever way it was written: its JSON Schema, and its check.
 *
 * Standard Schemas (Zod and others) check with their own code. Plain JSON Schema is compiled on the first
 * check, never before: ten thousand tools of which ten are called cost ten compilations.
 *
 * @module
 */
import {
  childSchemas,
  type CompiledSchema,
  compileSchema,
  copyWithDefaults,
  isPlainObject,
  type JsonSchema,
  lenientSchema,
  matchApart,
  messageOf,
  type OpenMatches,
  readSchema,
  type Saying,
  type SchemaProblem,
  type Shape,
  shapeOf,
  withoutDefaulted,
} from '../kernel/index.ts'
import type { StandardIssue, StandardSchema } from './infer.ts'
import { type AiSchema, checkedTwice, isAiSchema, isPromise, isRawShape, objectOf } from './other-schemas.ts'
import { SchemaError } from './schema-error.ts'
import { fromShortForm, isShortForm } from './short-form.ts'
import { zodInputJson } from './zod-json.ts'
import { zodSaying } from './zod-saying.ts'

export interface ValueIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying | undefined
}

export type Checked =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly ValueIssue[] }

export interface ToolSchema {
  readonly json: JsonSchema
  /** Known keys and defaults, worked out on first use. */
  readonly shape: Shape | undefined
  /** Keywords of a schema that others wrote which are not enforced, and why. */
  readonly unchecked: readonly SchemaProblem[]
  /** Never throws. Answers a value that shares nothing with the one it was given. */
  check(value: unknown): Checked | Promise<Checked>
}

export interface SchemaUse {
  readonly side?: 'input' | 'output'
  /** Written by others: what can't be enforced is passed over and told, instead of refused. */
  readonly isForeign?: boolean
  /** Whether a schema is known to be right as it is. */
  readonly isRight?: ((schema: object) => boolean) | undefined
}

export function toToolSchema(schema: unknown, use: SchemaUse = {}): ToolSchema {
  const { side = 'input' } = use
  if (isStandard(schema)) {
    const json = standardJson(schema, side)
    return new StandardToolSchema(schema, side === 'input' ? closedIfEmpty(json) : json)
  }
  if (isAiSchema(schema)) return fromAiSchema(schema, use)
  if (isRawShape(schema)) return toToolSchema(objectOf(schema), use)
  if (isShortForm(schema)) return new JsonToolSchema(fromShortForm(schema))
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new SchemaError(`must be a schema, not ${Array.isArray(schema) ? 'a list' : String(schema)}`)
  }
  if (side === 'input' && Object.keys(schema).length === 0) return new JsonToolSchema(noParameters)
  return fromJson(schema, use)
}

function fromJson(schema: object, { side = 'input', isForeign = false, isRight }: SchemaUse): ToolSchema {
  if (isRight?.(schema)) return new JsonToolSchema(schema as JsonSchema, { fills: side === 'input' })
  if (isForeign) {
    const read = lenientSchema(schema)
    if (read.problem) throw new SchemaError(wordsOf(read.problem))
    // Arguments are named, also where nothing else is left of the schema.
    const isBare = side === 'input' && !roots.some((keyword) => keyword in read.shown)
    const json: JsonSchema = isBare ? { ...read.shown, type: 'object' } : read.shown
    return new JsonToolSchema(json, { fills: side === 'input', ...read })
  }
  const { schema: json, problems } = readSchema(schema)
  const [problem] = problems
  if (problem) throw new SchemaError(wordsOf(problem))
  return new JsonToolSchema(json, { fills: side === 'input' })
}

const roots = ['type', '$ref', 'anyOf', 'oneOf', 'allOf']

function wordsOf({ path, message }: SchemaProblem): string {
  return `${path ? `at ${path} ` : ''}${message}`
}

/** Held to its JSON Schema by us, then to what its own check says. */
function fromAiSchema({ jsonSchema, validate }: AiSchema, use: SchemaUse): ToolSchema {
  if (isPromise(jsonSchema))
    throw new SchemaError('gives its JSON Schema later; pass the schema that it was made from')
  const inner = toToolSchema(jsonSchema, use)
  return validate ? new StandardToolSchema(checkedTwice(inner, validate), inner.json) : inner
}

/** The schema of a tool that takes nothing. */
export const noParameters: JsonSchema = Object.freeze({
  type: 'object',
  properties: {},
  additionalProperties: false,
})

/** Most schemas are enforced as a whole; they share this. */
const allChecked: readonly SchemaProblem[] = Object.freeze([])

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

/** An object of a library that names no field takes none. */
function closedIfEmpty(json: JsonSchema): JsonSchema {
  const isEmpty = json.properties !== undefined && Object.keys(json.properties).length === 0
  const isPlain = Object.keys(json).every((keyword) =>
    ['type', 'properties', 'description'].includes(keyword),
  )
  return isEmpty && isPlain ? { ...json, additionalProperties: false } : json
}

class StandardToolSchema implements ToolSchema {
  readonly json: JsonSchema
  readonly unchecked = allChecked
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

  /** Libraries say by other means that an object takes more than it names. */
  get shape(): Shape | undefined {
    return (this.#shape ??= { it: shapeOf(this.json, true) }).it
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
  readonly unchecked: readonly SchemaProblem[]
  #compiled: CompiledSchema | undefined
  #shape: { readonly it: Shape | undefined } | undefined
  readonly #checked: JsonSchema
  /** What is filled in need not be given. */
  readonly #fills: boolean

  constructor(
    json: JsonSchema,
    use: {
      readonly fills?: boolean
      readonly checked?: JsonSchema
      readonly dropped?: readonly SchemaProblem[]
    } = {},
  ) {
    this.json = json
    this.unchecked = use.dropped ?? allChecked
    this.#checked = use.checked ?? json
    this.#fills = use.fills ?? true
  }

  get shape(): Shape | undefined {
    return (this.#shape ??= { it: shapeOf(this.json) }).it
  }

  check(value: unknown): Checked | Promise<Checked> {
    try {
      const compiled = (this.#compiled ??= compileSchema(
        this.#fills ? withoutDefaulted(this.#checked) : this.#checked,
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

  /** What is too long to match in passing is matched in a thread of its own; then the value is checked again. */
  async #checkApart(compiled: CompiledSchema, value: unknown, first: OpenMatches): Promise<Checked> {
    const answers = new Map<string, Map<string, boolean>>()
    using thread = matchApart()
    try {
      for (let open = first; ;) {
        for (const [pattern, texts] of open) {
          const known = answers.get(pattern) ?? new Map<string, boolean>()
          answers.set(pattern, known)
          const matches = await thread.test([...texts], pattern)
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

function toIssue(issue: StandardIssue): ValueIssue {
  const { message, path = [] } = issue
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  const says = issue.says ?? zodSaying(issue)
  return {
    message,
    path: keys.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    ...(says && { says }),
  }
}

function fromThrown(error: unknown): Checked {
  return { issues: [{ path: [], message: `could not be checked: ${messageOf(error)}` }] }
}

/**
 * Schemas as other libraries write them: `{ city: z.string() }`, and `jsonSchema()` of the package `ai`.
 *
 * Neither library is imported: both are known by what they are made of.
 *
 * @module
 */
import { isPlainObject } from '../kernel/index.ts'
import type { RawShape, StandardIssue, StandardResult, StandardSchema } from './infer.ts'
import { zodSaying } from './zod-saying.ts'

/** What `jsonSchema()` and `zodSchema()` of `ai` make. */
export interface AiSchema {
  readonly jsonSchema: unknown
  readonly validate?: AiValidate | undefined
}

type AiValidate = (value: unknown) => AiResult | PromiseLike<AiResult>

type AiResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Error }

const aiMark = Symbol.for('vercel.ai.schema')

export function isAiSchema(schema: unknown): schema is AiSchema {
  return typeof schema === 'object' && schema !== null && aiMark in schema && 'jsonSchema' in schema
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}

interface Checks {
  check(value: unknown): StandardResult<unknown> | Promise<StandardResult<unknown>>
}

/** A schema that holds values to the one and hands what comes out to the other. */
export function checkedTwice(first: Checks, second: AiValidate): StandardSchema {
  const validate = async (value: unknown): Promise<StandardResult<unknown>> => {
    const checked = await first.check(value)
    if (checked.issues !== undefined) return { issues: checked.issues }
    const result = await second(checked.value)
    return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] }
  }
  return { '~standard': { version: 1, vendor: 'ai', validate } }
}

export function isRawShape(schema: unknown): schema is RawShape {
  if (!isPlainObject(schema)) return false
  const fields = Object.values(schema)
  return fields.length > 0 && fields.every((field) => isStandardSchema(field))
}

function isStandardSchema(value: unknown): boolean {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value
}

/** The object that a shape describes. A field that takes nothing may be left out. */
export function objectOf(shape: RawShape): StandardSchema {
  const json = (side: 'input' | 'output') => (options: { readonly target: 'draft-2020-12' }) => {
    const fields = Object.entries(shape)
    const properties = fields.map(([name, field]) => {
      const { jsonSchema, vendor } = field['~standard']
      if (!jsonSchema) throw new Error(`"${name}" was made by "${vendor}", which gives no JSON Schema`)
      const { $schema: _, ...rest } = jsonSchema[side](options)
      return [name, rest] as const
    })
    const required = fields.filter(([, field]) => !takesNothing(field)).map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    }
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'shape',
      validate: (value) => validateFields(shape, value),
      jsonSchema: { input: json('input'), output: json('output') },
    },
  }
}

function takesNothing(field: StandardSchema): boolean {
  try {
    const result = field['~standard'].validate(undefined)
    return !isPromise(result) && result.issues === undefined
  } catch {
    return false
  }
}

function issueIn(field: string, issue: StandardIssue): StandardIssue {
  const { message, path = [] } = issue
  return { message, path: [field, ...path], says: zodSaying(issue) }
}

async function validateFields(shape: RawShape, value: unknown): Promise<StandardResult<unknown>> {
  if (!isPlainObject(value)) return { issues: [{ message: 'must be object' }] }
  const issues: StandardIssue[] = []
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(shape)) {
    const isGiven = Object.hasOwn(value, name) && value[name] !== undefined
    if (!isGiven && !takesNothing(field)) {
      issues.push({
        message: `lacks ${JSON.stringify(name)}`,
        says: { key: 'fieldRequired', values: [name] },
      })
      continue
    }
    const result = await field['~standard'].validate(isGiven ? value[name] : undefined)
    if (result.issues !== undefined) issues.push(...result.issues.map((issue) => issueIn(name, issue)))
    else if (result.value !== undefined) fields.push([name, result.value])
  }
  return issues.length > 0 ? { issues } : { value: Object.fromEntries(fields) }
}

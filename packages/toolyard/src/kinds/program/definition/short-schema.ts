/**
 * The parameters of a program, as its manifest writes them: JSON Schema, or the short form.
 *
 * In the short form a key is a parameter and its value a type (`path = "string"`), with `?` where it may be left out and
 * `[]` for a list (`tags = "string[]?"`), or a table that is the parameter's own JSON Schema; one with a default, or with
 * `optional = true`, may be left out.
 *
 * @module
 */
import { didYouMean, isPlainObject, type JsonSchema, ToolyardError } from '../../../kernel/index.ts'

const types: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array']

export function toParameterSchema(parameters: Readonly<Record<string, unknown>>): JsonSchema {
  if (isJsonSchema(parameters)) return parameters
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [name, written] of Object.entries(parameters)) {
    const { schema, optional } = readParameter(name, written)
    properties[name] = schema
    if (!optional) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A parameter may be called "type", too: then its value is no "object". */
function isJsonSchema(value: Readonly<Record<string, unknown>>): value is JsonSchema {
  const { type, properties } = value
  if (type === 'object') return true
  if (isPlainObject(properties) && Object.values(properties).every(isPlainObject)) return true
  return ['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in value)
}

interface ShortParameter {
  readonly schema: JsonSchema
  readonly optional: boolean
}

function readParameter(name: string, written: unknown): ShortParameter {
  if (typeof written === 'string') return readType(name, written)
  if (!isPlainObject(written))
    return refuseParameter(name, `must be a type or a table, not ${JSON.stringify(written)}`)
  const { optional, type, ...rest } = written
  if (optional !== undefined && typeof optional !== 'boolean')
    return refuseParameter(name, `"optional" must be true or false, not ${JSON.stringify(optional)}`)
  const short = typeof type === 'string' ? readType(name, type) : undefined
  return {
    schema: { ...(short ? short.schema : type === undefined ? {} : { type: type as string[] }), ...rest },
    optional: optional ?? (short?.optional === true || 'default' in rest),
  }
}

function readType(name: string, written: string): ShortParameter {
  const [, type = '', list = '', mark = ''] = /^(\w*)((?:\[\])*)(\??)$/.exec(written) ?? []
  if (!types.includes(type))
    return refuseParameter(name, `"${written}" is not a type.${didYouMean(type || written, types)}`)
  let schema: JsonSchema = { type }
  for (let depth = list.length / 2; depth > 0; depth--) schema = { type: 'array', items: schema }
  return { schema, optional: mark !== '' }
}

function refuseParameter(name: string, problem: string): never {
  throw new ToolyardError('invalid_definition', `parameters.${name}: ${problem}`, {
    hint: `Write one of ${types.join(', ')}, with "[]" for a list and "?" where it may be left out.`,
  })
}

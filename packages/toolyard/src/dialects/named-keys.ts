/**
 * Records whose keys are known, as `z.record(z.enum([…]), …)` makes them: objects with those properties.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { isSchema } from './schema-walk.ts'

/** A record whose keys are a list of words is an object with those properties. */
export function withNamedKeys(schema: JsonSchema): JsonSchema {
  if (schema['propertyNames'] === undefined) return schema
  const { propertyNames, additionalProperties, properties, ...rest } = schema
  if (!isSchema(propertyNames) || !isSchema(additionalProperties)) return schema
  if (properties !== undefined && Object.keys(properties).length > 0) return schema
  const keys = 'const' in propertyNames ? [propertyNames['const']] : propertyNames.enum
  if (!keys?.every((key) => typeof key === 'string')) return schema
  const named = Object.fromEntries(keys.map((key) => [key, additionalProperties] as const))
  return { ...rest, properties: named, additionalProperties: false }
}

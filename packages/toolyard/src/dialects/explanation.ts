/**
 * `explanation`: the property by which a model says why it calls.
 *
 * It joins the schema that the model sees and stays in the arguments that come back; the pipeline takes it out.
 * A tool that declares a property of that name keeps its own.
 *
 * @module
 */
import { isPlainObject, type JsonSchema } from '../kernel/index.ts'
import type { DialectOptions } from './dialect.ts'
import { type AnySchema, follow, isSchema, rewriteRefs } from './schema-walk.ts'

export const explanationName = 'explanation'
const description = 'Why you call this tool, in one sentence, first person.'

export type ExplanationMode = 'optional' | 'required' | 'off'

/** How the property joins this schema: `off` if the tool declares it by itself. */
export function explanationMode(options: DialectOptions, schema: JsonSchema): ExplanationMode {
  const { explanation = 'optional' } = options
  return explanation === 'off' || isDeclared(schema) ? 'off' : explanation
}

export interface ExplanationStyle {
  readonly mode: ExplanationMode
  /** How an optional property is written: left out of `required`, or required and nullable. */
  readonly optional: 'kept' | 'nullable'
}

/** `schema`, an object's, with the property in front: models answer in order, and a reason first is a better one. */
export function withExplanation(schema: JsonSchema, style: ExplanationStyle): JsonSchema {
  return style.mode === 'off' ? schema : addExplanation(apartFromRoot(schema), style)
}

/** The same for a schema in which no reference leads to its root. */
export function addExplanation(schema: JsonSchema, { mode, optional }: ExplanationStyle): JsonSchema {
  if (mode === 'off') return schema
  const nullable = mode === 'optional' && optional === 'nullable'
  const property: JsonSchema = { type: nullable ? ['string', 'null'] : 'string', description }
  const { properties = {}, required = [] } = schema
  const names = mode === 'required' || nullable ? [explanationName, ...required] : required
  if (names.length > 0)
    return { ...schema, properties: { [explanationName]: property, ...properties }, required: names }
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: { [explanationName]: property, ...properties },
  }
}

/** A model that has nothing to say may send `null`. */
export function dropNullExplanation(args: unknown): unknown {
  if (!isPlainObject(args) || args[explanationName] !== null) return args
  const { [explanationName]: _, ...rest } = args
  return rest
}

/** A schema that refers to its own root would ask for an explanation at every level: its root gets a copy to refer to. */
function apartFromRoot(schema: JsonSchema): JsonSchema {
  const { $defs = {}, ...rest } = schema
  let name = 'root'
  while (Object.hasOwn($defs, name)) name += '_'
  const rewritten = rewriteRefs(schema, (ref) => (ref === '#' ? `#/$defs/${name}` : ref))
  if (rewritten === schema) return schema
  const { $defs: defs = {}, ...root } = rewritten
  return { ...rest, ...root, $defs: { ...defs, [name]: root } }
}

function isDeclared(schema: JsonSchema): boolean {
  const { properties, anyOf, oneOf, allOf, $ref } = schema
  if ((anyOf ?? oneOf ?? allOf ?? $ref) !== undefined) return declares(schema, schema, new Set())
  return Object.hasOwn(properties ?? {}, explanationName)
}

function declares(schema: AnySchema, root: JsonSchema, seen: Set<unknown>): boolean {
  const target = follow(schema, root)
  if (!isSchema(target) || seen.has(target)) return false
  seen.add(target)
  if (Object.hasOwn(target.properties ?? {}, explanationName)) return true
  const inner = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  return inner.some((branch) => declares(branch, root, seen))
}

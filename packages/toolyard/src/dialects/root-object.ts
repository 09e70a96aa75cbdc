/**
 * The root of a tool's schema, as every provider wants it: `type: "object"`, with no union above its properties.
 *
 * A root that is something else is wrapped in one property, `input`, and taken out again when arguments come back.
 *
 * @module
 */
import { isPlainObject, type JsonSchema } from '../kernel/index.ts'
import type { Decode } from './codec.ts'
import { explanationName } from './explanation.ts'
import { mergeAllOf } from './merge-all-of.ts'
import type { DialectNotes } from './notes.ts'
import { type AnySchema, constraintsOf, follow, isSchema, rewriteRefs, typesOf } from './schema-walk.ts'

export const wrapperName = 'input'
/** Keywords that providers refuse at the root, whatever stands beside them. */
const notAtRoot = ['allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf']

export interface RootObject {
  readonly schema: JsonSchema
  readonly wrapped: boolean
  /** What the schema no longer says, in words for the tool's description. */
  readonly told: readonly string[]
}

export function toRootObject(schema: JsonSchema, notes: DialectNotes): RootObject {
  const flat = schema.allOf || schema.$ref !== undefined ? (mergeAllOf(schema, schema) ?? schema) : schema
  const { schema: plain, told } = tellRequired(flat, notes)
  if (plain.$ref === undefined && !notAtRoot.some((keyword) => plain[keyword] !== undefined)) {
    const root = plain.type === 'object' && plain.properties ? plain : asObject(plain)
    return { schema: root, wrapped: false, told }
  }
  notes.add('adapted', '', `the root is no plain object; it is sent as the property "${wrapperName}"`)
  return { schema: wrap(onlyObjects(plain, notes), wrapperName), wrapped: true, told }
}

/** `schema` as the only property of an object; its definitions stay at the root, other references follow the move. */
export function wrap(schema: JsonSchema, name: string): JsonSchema {
  const { $defs, definitions, ...inner } = rewriteRefs(schema, (ref) =>
    /^#\/(\$defs|definitions)\//.test(ref) || !/^#(\/|$)/.test(ref)
      ? ref
      : `#/properties/${name}${ref.slice(1)}`,
  )
  return {
    type: 'object',
    properties: { [name]: inner },
    required: [name],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

/** Takes what was wrapped out again; a model that sent it bare is understood too. */
export function unwrap(inner: Decode | undefined): Decode {
  return (args) => {
    if (!isPlainObject(args) || !Object.hasOwn(args, wrapperName)) return args
    if (Object.keys(args).some((key) => key !== wrapperName && key !== explanationName)) return args
    const input = inner ? inner(args[wrapperName]) : args[wrapperName]
    if (!isPlainObject(input)) return args
    return args[explanationName] === undefined
      ? input
      : { ...input, [explanationName]: args[explanationName] }
  }
}

/** Why no object could ever fit `schema`. */
export function whyNoObject(
  schema: AnySchema,
  root: JsonSchema,
  seen = new Set<unknown>(),
): string | undefined {
  const target = follow(schema, root)
  if (!isSchema(target)) return target === true ? undefined : 'nothing fits its root'
  if (seen.has(target)) return undefined
  seen.add(target)
  const types = typesOf(target)
  if (types.length > 0 && !types.includes('object'))
    return `its root is ${types.join(' or ')}; arguments are an object`
  const literals = 'const' in target ? [target['const']] : target.enum
  if (literals && !literals.some(isPlainObject)) return 'its root is a literal that is no object'
  const all = target.allOf?.map((branch) => whyNoObject(branch, root, seen)).find((why) => why !== undefined)
  if (all !== undefined) return all
  const union = target.anyOf ?? target.oneOf
  const reasons = union?.map((branch) => whyNoObject(branch, root, seen)) ?? []
  return reasons.length > 0 && !reasons.includes(undefined)
    ? 'no branch of its root takes an object'
    : undefined
}

function asObject(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: schema.properties ?? {} }
}

/** `anyOf: [{ required: ["a"] }, { required: ["b"] }]` beside properties says less than a sentence does. */
function tellRequired(
  schema: JsonSchema,
  notes: DialectNotes,
): { schema: JsonSchema; told: readonly string[] } {
  const { anyOf, oneOf, ...rest } = schema
  const branches = anyOf ?? oneOf
  if (!branches || (anyOf && oneOf) || !schema.properties) return { schema, told: [] }
  const groups = branches.map((branch) => (isSchema(branch) ? onlyRequired(branch) : undefined))
  if (!groups.every((group) => group !== undefined)) return { schema, told: [] }
  notes.add('adapted', '', 'which properties must come together is told in the description')
  const listed = groups.map((group) => group.map((name) => `"${name}"`).join(' with ')).join(', or ')
  return { schema: rest, told: [`Give ${anyOf ? 'at least' : 'exactly'} one of: ${listed}.`] }
}

function onlyRequired(branch: JsonSchema): readonly string[] | undefined {
  const keywords = Object.keys(constraintsOf(branch, 'type'))
  return keywords.length === 1 && branch.required?.length ? branch.required : undefined
}

/** The root without what arguments could never be: other types, and branches of a union that take no object. */
export function onlyObjects(schema: JsonSchema, notes: DialectNotes): JsonSchema {
  const kept = keepObjects(schema, schema)
  if (kept !== schema)
    notes.add('adapted', '', 'what is no object is left out of the root: arguments are one')
  return kept
}

function keepObjects(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typesOf(schema).length > 1) return keepObjects({ ...schema, type: 'object' }, root)
  const keyword = schema.anyOf ? 'anyOf' : 'oneOf'
  const branches = schema[keyword]
  if (!branches) return schema
  const kept = branches
    .filter((branch) => whyNoObject(branch, root) === undefined)
    .map((branch) => (isSchema(branch) && branch.$ref === undefined ? keepObjects(branch, root) : branch))
  const same = kept.length === branches.length && kept.every((branch, index) => branch === branches[index])
  return same ? schema : { ...schema, [keyword]: kept }
}

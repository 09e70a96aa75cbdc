/**
 * The sizes that OpenAI's strict mode takes: one schema over a limit makes the whole request fail.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { type AnySchema, eachChild, isSchema } from './schema-walk.ts'

const openAiLimits = {
  properties: 5000,
  levels: 10,
  nameCharacters: 120_000,
  enumValues: 1000,
  largeEnum: 250,
  largeEnumCharacters: 15_000,
}

interface SchemaSizes {
  properties: number
  characters: number
  enumValues: number
  largeEnum: boolean
}

export function overOpenAiLimit(schema: JsonSchema): string | undefined {
  const limits = openAiLimits
  const sizes: SchemaSizes = { properties: 0, characters: 0, enumValues: 0, largeEnum: false }
  measure(schema, sizes)
  if (sizes.properties > limits.properties) return `over ${limits.properties} properties`
  if (sizes.characters > limits.nameCharacters)
    return `over ${limits.nameCharacters} characters of names and literals`
  if (sizes.enumValues > limits.enumValues) return `over ${limits.enumValues} values of enums`
  if (sizes.largeEnum)
    return `an enum of over ${limits.largeEnum} values has over ${limits.largeEnumCharacters} characters`
  if (levelsOf(schema, { root: schema, known: new Map() }) > limits.levels)
    return `over ${limits.levels} levels`
  return undefined
}

function measure(schema: JsonSchema, sizes: SchemaSizes): void {
  const { properties, $defs } = schema
  if (properties) {
    const names = Object.keys(properties)
    sizes.properties += names.length
    sizes.characters += lengthOf(names)
  }
  if ($defs) sizes.characters += lengthOf(Object.keys($defs))
  if ('const' in schema) sizes.characters += lengthOf([schema['const']])
  if (schema.enum) {
    const length = lengthOf(schema.enum)
    sizes.characters += length
    sizes.enumValues += schema.enum.length
    sizes.largeEnum ||=
      schema.enum.length > openAiLimits.largeEnum && length > openAiLimits.largeEnumCharacters
  }
  eachChild(schema, (child) => measure(child, sizes))
}

function lengthOf(values: readonly unknown[]): number {
  let length = 0
  for (const value of values) length += String(value).length
  return length
}

interface LevelCount {
  readonly root: JsonSchema
  /** Levels of each definition; 0 while it is being counted, which ends cycles. */
  readonly known: Map<string, number>
}

/** Objects and lists inside one another. OpenAI does not say whether lists count, so they do here. */
function levelsOf(schema: AnySchema, at: LevelCount): number {
  if (!isSchema(schema)) return 0
  if (schema.$ref !== undefined) return levelsOfRef(schema.$ref, at)
  let deepest = 0
  eachChild(schema, (child, keyword) => {
    if (keyword !== '$defs') deepest = Math.max(deepest, levelsOf(child, at))
  })
  return deepest + (schema.type === 'object' || schema.type === 'array' ? 1 : 0)
}

function levelsOfRef(ref: string, at: LevelCount): number {
  const known = at.known.get(ref)
  if (known !== undefined) return known
  at.known.set(ref, 0)
  const levels = levelsOf(at.root.$defs?.[ref.slice('#/$defs/'.length)] ?? true, at)
  at.known.set(ref, levels)
  return levels
}

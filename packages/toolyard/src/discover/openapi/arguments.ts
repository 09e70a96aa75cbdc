/**
 * The arguments of a tool while they are gathered: from path, query, headers, cookies and body into one flat object.
 *
 * @module
 */
import type { RestParameter } from '../../define/index.ts'
import type { Conversion } from './conversion.ts'
import { hashOf, parameterName } from './names.ts'
import type { Operation } from './operations.ts'
import { type ConvertedSchema, type SchemaDraft, isObject, type OpenApiSchema } from './schema/pass.ts'

export interface Argument {
  /** Its name in the request. */
  readonly wire: string
  readonly converted: ConvertedSchema
  readonly required: boolean
  readonly place: RestParameter
}

export interface Arguments {
  /** Answers the name under which the model gives it. */
  add(argument: Argument): string
  readonly properties: Readonly<Record<string, OpenApiSchema>>
  readonly required: readonly string[]
  readonly places: Readonly<Record<string, RestParameter>>
  /** Definitions that they need. */
  readonly refs: ReadonlySet<string>
  /** Flat names by names in the request. */
  readonly byWire: ReadonlyMap<string, readonly string[]>
}

/** The operation whose arguments are gathered. */
export interface ArgumentsContext {
  readonly operation: Operation
  readonly conversion: Conversion
  readonly args: Arguments
}

export function createArguments(): Arguments {
  const properties: Record<string, OpenApiSchema> = {}
  const places: Record<string, RestParameter> = {}
  const required: string[] = []
  const refs = new Set<string>()
  const byWire = new Map<string, string[]>()
  return {
    properties,
    places,
    required,
    refs,
    byWire,
    add({ wire, converted, required: isRequired, place }) {
      const name = freeName(wire, place.in, properties)
      const filled = isObject(converted.schema) && converted.schema['default'] !== undefined
      properties[name] = converted.schema
      places[name] = name === wire || place.in === 'path' ? place : { ...place, name: wire }
      if (isRequired && !filled) required.push(name)
      for (const ref of converted.refs) refs.add(ref)
      byWire.set(wire, [...(byWire.get(wire) ?? []), name])
      return name
    },
  }
}

/** The first keeps its name; the next of the same name says where it goes, and any other gets a hash of what it was. */
function freeName(wire: string, place: string, taken: Readonly<Record<string, unknown>>): string {
  const name = parameterName(wire)
  if (!Object.hasOwn(taken, name)) return name
  const placed = parameterName(`${place}_${name}`)
  if (!Object.hasOwn(taken, placed)) return placed
  const hashed = parameterName(`${placed}_${hashOf(wire)}`)
  return Object.hasOwn(taken, hashed) ? `${place}_${hashOf(`${place} ${wire}`)}` : hashed
}

/** `converted` with other words. */
export function described(converted: ConvertedSchema, description: string | undefined): ConvertedSchema {
  if (description === undefined || !isObject(converted.schema)) return converted
  return { ...converted, schema: { ...converted.schema, description } }
}

/** A schema of our own making. */
export function ownSchema(schema: SchemaDraft): ConvertedSchema {
  return { schema, refs: new Set(), nodes: 1, depth: 1 }
}

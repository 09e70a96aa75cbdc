/**
 * What all dialects do before they differ: a modern schema with an object at its root, and the definition's frame.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { chain, type Decode, identity } from './codec.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { dropNullExplanation, explanationMode, type ExplanationMode, withExplanation } from './explanation.ts'
import { modernise } from './modernise.ts'
import { createNotes, type DialectNotes } from './notes.ts'
import type { ObjectSchema } from './provider-types.ts'
import { toRootObject, unwrap, whyNoObject } from './root-object.ts'
import { isSchema } from './schema-walk.ts'

export type PreparedSchema =
  | {
      /** The schema as it was written, in its present form. */
      readonly modern: JsonSchema
      readonly ordinary: boolean
      readonly mode: ExplanationMode
      readonly problem?: undefined
    }
  | { readonly problem: string }

export function prepare({ manifest, options }: DialectRequest): PreparedSchema {
  if (manifest.name === '') return { problem: 'the tool has no name' }
  const modern = modernise(manifest.inputSchema)
  if (modern.problem !== undefined) return modern
  const { schema, ordinary } = modern
  const plain = ordinary && schema.type === 'object' && schema.enum === undefined
  const problem = plain ? undefined : whyNoObject(schema, schema)
  if (problem !== undefined) return { problem }
  return { modern: schema, ordinary, mode: explanationMode(options, schema) }
}

/** A schema as it goes out, whatever the provider puts around it. */
export interface WireSchema {
  readonly schema: JsonSchema
  readonly decode: Decode | undefined
  readonly strict: boolean
  readonly wrapped: boolean
  readonly notes: DialectNotes
  /** Sentences for the tool's description. */
  readonly told: readonly string[]
}

/** The schema as it was written, with an object at its root and the explanation in it. */
export function plainWire(modern: JsonSchema, mode: ExplanationMode): WireSchema {
  const notes = createNotes()
  const root = toRootObject(modern, notes)
  return {
    schema: withExplanation(root.schema, { mode, optional: 'kept' }),
    decode: root.wrapped ? unwrap(undefined) : undefined,
    strict: false,
    wrapped: root.wrapped,
    notes,
    told: root.told,
  }
}

/** The schema that goes out. There is an object at its root; clients want each of its properties to be one, too. */
export function rootOf(schema: JsonSchema): ObjectSchema {
  const { properties = {} } = schema
  if (Object.values(properties).every((child) => isSchema(child))) return schema as ObjectSchema
  const entries = Object.entries(properties).map(([name, child]) => {
    return [name, isSchema(child) ? child : child ? {} : { not: {} }] as const
  })
  return { ...schema, properties: Object.fromEntries(entries) } as ObjectSchema
}

export function reject({ manifest, dialect }: DialectRequest, reason: string): CompiledDefinition {
  const notes = [`/: ${dialect} cannot take this tool: ${reason}`]
  const report = { dialect, tool: manifest.name, fidelity: 'rejected', strict: false, notes } as const
  return Object.freeze({ definition: undefined, report, decode: identity })
}

export interface FinishedDefinition {
  readonly definition: object
  readonly wire: WireSchema
  readonly mode: ExplanationMode
  /** What happens to arguments before all else; unless said otherwise, an empty explanation is taken out. */
  readonly first?: Decode
}

export function finish(
  { manifest, dialect }: DialectRequest,
  finished: FinishedDefinition,
): CompiledDefinition {
  const { definition, wire, mode } = finished
  const { notes, strict } = wire
  const first = finished.first ?? (mode === 'off' ? undefined : dropNullExplanation)
  return Object.freeze({
    definition,
    report: { dialect, tool: manifest.name, fidelity: notes.fidelity(), strict, notes: notes.list() },
    decode: chain(first, wire.decode),
  })
}

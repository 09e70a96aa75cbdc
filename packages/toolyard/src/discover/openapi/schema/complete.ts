/**
 * A schema with the definitions that it needs, and they in turn, under `$defs`.
 *
 * Documents exist in which everything leads to everything. Past a limit the definitions that are furthest away take any
 * value: they were too many for a model to read, or for a check to be worth its time. Schemas that lead to the same
 * definitions share one list of them.
 *
 * @module
 */
import type { JsonSchema } from '../../../kernel/index.ts'
import type { ConvertedSchema, Direction, SchemaDraft, OpenApiSchema } from './pass.ts'

const maxNodes: Readonly<Record<Direction, number>> = { input: 400, output: 80 }
/** A definition that is too far away. */
const anything: JsonSchema = Object.freeze({})

export interface CompleteSchema {
  readonly schema: JsonSchema
  /** Some definitions were left open. */
  readonly isCut: boolean
}

/** Answers `schema` with the definitions that `refs` lead to. */
export type SchemaCompleter = (schema: SchemaDraft, refs: Iterable<string>) => CompleteSchema

interface ReachedDefinitions {
  readonly $defs: Readonly<Record<string, OpenApiSchema>>
  readonly isCut: boolean
}

export function createComplete(
  direction: Direction,
  get: (name: string) => ConvertedSchema | undefined,
): SchemaCompleter {
  const known = new Map<string, ReachedDefinitions>()
  return (schema, refs) => {
    const names = [...refs]
    if (names.length === 0) return { schema, isCut: false }
    const key = names.join('\n')
    const { $defs, isCut } = known.get(key) ?? reach(names, maxNodes[direction], get)
    known.set(key, { $defs, isCut })
    return { schema: { ...schema, $defs }, isCut }
  }
}

function reach(
  names: readonly string[],
  limit: number,
  get: (name: string) => ConvertedSchema | undefined,
): ReachedDefinitions {
  const found: Record<string, OpenApiSchema> = {}
  let left = limit
  const open = new Set(names)
  for (const name of open) {
    const definition = left < 0 ? undefined : get(name)
    left -= definition?.nodes ?? 1
    found[name] = definition && left >= 0 ? definition.schema : anything
    if (definition && left >= 0) for (const next of definition.refs) open.add(next)
  }
  return { $defs: Object.freeze(found), isCut: left < 0 }
}

/**
 * A schema with the definitions that it needs, and they in turn, under `$defs`.
 *
 * Documents exist in which everything leads to everything. Past a limit the definitions that are furthest away take any
 * value: they were too many for a model to read, or for a check to be worth its time.
 *
 * @module
 */
import type { JsonSchema } from '../../../kernel/index.ts'
import type { Definitions } from './definitions.ts'
import type { Direction, Draft, Schema } from './pass.ts'

const maxNodes: Readonly<Record<Direction, number>> = { input: 400, output: 80 }

export interface Whole {
  readonly schema: JsonSchema
  /** Some definitions were left open. */
  readonly isCut: boolean
}

export function withDefinitions(
  schema: Draft,
  refs: Iterable<string>,
  { definitions, direction }: { readonly definitions: Definitions; readonly direction: Direction },
): Whole {
  const found: Record<string, Schema> = {}
  let left = maxNodes[direction]
  let isCut = false
  const open = new Set(refs)
  for (const name of open) {
    const definition = definitions.get(name)
    left -= definition?.nodes ?? 1
    isCut ||= left < 0
    found[name] = definition && left >= 0 ? definition.schema : {}
    if (definition && left >= 0) for (const next of definition.refs) open.add(next)
  }
  return { schema: open.size === 0 ? schema : { ...schema, $defs: found }, isCut }
}

/** Small schemas to compare, and the one way in which tables of them are read. */
import assert from 'node:assert/strict'
import type { JsonSchema } from '../../kernel/index.ts'
import type { SchemaSide } from './change-words.ts'
import { compareSchemas } from './compare-schemas.ts'

/** No reason means that the change is compatible. */
export type ComparisonCase = readonly [before: unknown, after: unknown, reason?: RegExp | undefined]

export const text = { type: 'string' }
export const count = { type: 'integer' }

export function object(properties: object, more: object = {}): JsonSchema {
  return { type: 'object', properties: properties as NonNullable<JsonSchema['properties']>, ...more }
}

export function tagged(kind: string, more: object = {}): JsonSchema {
  return object({ kind: { const: kind }, ...more }, { required: ['kind'] })
}

export function judge(side: SchemaSide, [before, after, reason]: ComparisonCase): void {
  const changes = compareSchemas(side, { before: before as JsonSchema, after: after as JsonSchema })
  const reasons = changes.filter(({ breaking }) => breaking).map((change) => change.text)
  if (reason === undefined) assert.deepEqual(reasons, [])
  else assert.match(reasons.join('\n'), new RegExp(reason.source, 'm'))
}

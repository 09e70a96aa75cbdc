/**
 * The fingerprint of a tool: one hash over everything that a model sees or policy depends on.
 *
 * Two schemas that mean the same must give the same hash, whatever library wrote them and in whatever order: dialect
 * marks, redundant bounds and types are left out, and sets are put in order. The schema itself is never copied or
 * changed. What is hashed is JSON of lists, which is quicker to make than sorted objects: ten thousand tools are
 * fingerprinted before the first is called.
 *
 * @module
 */
import { canonicalJson, type JsonSchema, schemaHolder, sha256, sorted, sortedKeys } from '../kernel/index.ts'
import type { ToolManifest } from './manifest.ts'

export function fingerprintOf(manifest: Omit<ToolManifest, 'fingerprint'>): string {
  const { name, title = 0, description, type, permission, effects } = manifest
  const { confirm, streaming, idempotent, inputSchema, outputSchema } = manifest
  const facts = [name, title, description, type, permission, effects, confirm, streaming, idempotent]
  const output = outputSchema === undefined ? 0 : meaningOf(outputSchema)
  return sha256(JSON.stringify([facts, meaningOf(inputSchema), output]))
}

/** A text that is the same for schemas that mean the same, and for no others. */
export function meaningText(schema: unknown): string {
  return JSON.stringify(meaningOf(schema))
}

/** What a list in a meaning stands for; one that begins with none of these lists keys and their values in turn. */
const kinds = { list: 0, data: 1, mixed: 2 }

function meaningOf(schema: unknown): unknown {
  if (!isRecord(schema)) return dataOf(schema)
  const keywords = sortedKeys(schema)
  const members = roomFor(keywords)
  let filled = 0
  let allowed: unknown
  for (const keyword of keywords) {
    const value = schema[keyword]
    if (value === undefined || isRedundant(keyword, value)) continue
    if (keyword === 'anyOf' && schema.type === undefined) {
      const type = unionOfTypes(value)
      if (type) return meaningOf({ ...schema, anyOf: undefined, type })
    }
    // In the order of the alphabet these come before "type".
    if (keyword === 'const') allowed = [value]
    else if (keyword === 'enum') allowed ??= value
    else if (keyword === 'type' && isImplied(value, allowed)) continue
    members[filled++] = keyword
    members[filled++] = meaningOfKeyword(keyword, value)
  }
  members.length = filled
  return members
}

/** A list for keys and values, at once as long as it can be: one that grows leaves more behind than it holds. */
function roomFor(keys: readonly string[]): unknown[] {
  return Array<unknown>(keys.length * 2)
}

function meaningOfKeyword(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return dataOf(value)
  const holds = schemaHolder(keyword)
  if (Array.isArray(value)) {
    if (keyword === 'required' || keyword === 'type' || keyword === 'enum') return meaningOfSet(value)
    return holds === 'schemas' ? [kinds.list, ...value.map((child) => meaningOf(child))] : dataOf(value)
  }
  if (holds === undefined) return dataOf(value)
  return holds === 'names' ? meaningOfNames(value as Readonly<Record<string, unknown>>) : meaningOf(value)
}

function meaningOfNames(map: Readonly<Record<string, unknown>>): unknown {
  const names = sortedKeys(map)
  const members = roomFor(names)
  let filled = 0
  for (const name of names) {
    if (map[name] === undefined) continue
    members[filled++] = name
    members[filled++] = meaningOf(map[name])
  }
  members.length = filled
  return members
}

function meaningOfSet(values: readonly unknown[]): unknown {
  if (values.every((value) => typeof value === 'string')) return [kinds.list, ...sorted([...values])]
  return [kinds.mixed, ...sorted(values.map((value) => canonicalJson(value ?? null)))]
}

function dataOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  return Number.isFinite(value) ? value : [kinds.data, canonicalJson(value ?? null)]
}

/** Whether the values that are allowed tell the type already. */
function isImplied(type: unknown, values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.every((value) => type === typeof value || (type === 'integer' && Number.isInteger(value)))
  )
}

/** `string | null`, where a library writes it as two schemas that say nothing else. */
function unionOfTypes(branches: unknown): string[] | undefined {
  if (!Array.isArray(branches)) return undefined
  const types: string[] = []
  for (const branch of branches as JsonSchema[]) {
    if (typeof branch?.type !== 'string' || Object.keys(branch).length !== 1) return undefined
    types.push(branch.type)
  }
  return types
}

function isRedundant(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case '$schema':
    case '$id':
      return true
    case 'required':
      return Array.isArray(value) && value.length === 0
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER
    case 'propertyNames':
      return JSON.stringify(value) === '{"type":"string"}'
    default:
      return false
  }
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What is known of a tool without running it.
 *
 * A manifest is plain, frozen JSON data: it is shown, stored, compared and hashed as it is.
 *
 * @module
 */
import { canonicalJson, digestOf, type JsonSchema, mapChildSchemas } from '../kernel/index.ts'

/** What a call may do, decided by policy: look, change, or reach outside. */
export type Permission = 'read' | 'write' | 'external'
/** What a call touches. */
export type Effects = 'none' | 'local_state' | 'db_write' | 'network'
/** How a tool runs. */
export type ToolType = 'STATELESS' | 'STATEFUL' | 'REST' | 'MCP' | 'EXTERNAL'
/** Where a tool came from. */
export type ToolSource = 'builtin' | 'app' | 'plugin' | 'config' | 'mcp'

export const permissions: readonly Permission[] = ['read', 'write', 'external']
export const effectKinds: readonly Effects[] = ['none', 'local_state', 'db_write', 'network']

/** A call that must keep working: run by `toolyard check`, shown to people and, where supported, to models. */
export interface ToolExample {
  readonly title?: string
  readonly input: Readonly<Record<string, unknown>>
  /** The structured output, where it is always the same. */
  readonly output?: unknown
}

export interface ToolManifest {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly category: string
  readonly type: ToolType
  readonly source: ToolSource
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly permission: Permission
  readonly effects: Effects
  /** Ask a person before every call, whatever policy says. */
  readonly confirm: boolean
  readonly streaming: boolean
  /** Running it twice with the same arguments is the same as running it once. */
  readonly idempotent: boolean
  readonly timeoutMs?: number
  readonly tags: readonly string[]
  readonly version: string
  readonly examples?: readonly ToolExample[]
  /** SHA-256 over everything that a model sees or policy depends on. */
  readonly fingerprint: string
}

export function fingerprintOf(manifest: Omit<ToolManifest, 'fingerprint'>): string {
  const { name, title, description, type, permission, effects, confirm, streaming, idempotent } = manifest
  const facts = { name, title, description, type, permission, effects, confirm, streaming, idempotent }
  const input = normaliseSchema(manifest.inputSchema)
  const output = manifest.outputSchema && normaliseSchema(manifest.outputSchema)
  return digestOf({ ...facts, input, output })
}

/** Removes what makes equal schemas look different: dialect marks, redundant bounds and types, the order of sets. */
export function normaliseSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = mapChildSchemas(schema as JsonSchema, normaliseSchema)
  for (const keyword of Object.keys(copy)) {
    const value = copy[keyword]
    if (isRedundant(keyword, value)) copy[keyword] = undefined
    else if (sets.has(keyword) && Array.isArray(value)) copy[keyword] = sortedSet(value)
  }
  if (isImplied(copy['type'], 'const' in copy ? [copy['const']] : copy['enum'])) copy['type'] = undefined
  const types = copy['type'] === undefined ? unionOfTypes(copy['anyOf']) : undefined
  return types ? { ...copy, anyOf: undefined, type: types } : copy
}

const sets: ReadonlySet<string> = new Set(['required', 'type', 'enum'])
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

function sortedSet(values: readonly unknown[]): unknown[] {
  return values.length < 2
    ? [...values]
    : values.toSorted((left, right) => byText(canonicalJson(left), canonicalJson(right)))
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
  const types = branches.map((branch: JsonSchema) =>
    typeof branch?.type === 'string' && Object.keys(branch).length === 1 ? branch.type : undefined,
  )
  return types.every((type) => type !== undefined) ? types.toSorted(byText) : undefined
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

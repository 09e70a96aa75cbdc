/**
 * The fingerprint of a tool: one hash over everything that a model sees or policy depends on.
 *
 * Two schemas that say the same must give the same text, whatever library wrote them and in whatever order: dialect
 * marks, redundant bounds and types are left out, and sets are put in order. The text is written in one pass over the
 * schema, which is never copied or changed; ten thousand tools are fingerprinted before the first is called.
 *
 * @module
 */
import { canonicalJson, type JsonSchema, quoted, schemaHolder, sha256, sortedKeys } from '../kernel/index.ts'
import type { ToolManifest } from './manifest.ts'

export function fingerprintOf(manifest: Omit<ToolManifest, 'fingerprint'>): string {
  const { name, title, description, type, permission, effects } = manifest
  const { confirm, streaming, idempotent, inputSchema, outputSchema } = manifest
  const input = schemaText(inputSchema)
  const output = outputSchema === undefined ? '' : schemaText(outputSchema)
  const flags = `${confirm},${streaming},${idempotent}`
  const words = `${quoted(name)},${title === undefined ? '' : quoted(title)},${quoted(description)}`
  const kinds = `${quoted(type)},${quoted(permission)},${quoted(effects)}`
  return sha256(`[${words},${kinds},${flags},${input},${output}]`)
}

/** The canonical JSON of what a schema means. */
export function schemaText(schema: unknown): string {
  if (!isRecord(schema)) return canonicalJson(schema ?? null)
  const union = schema.type === undefined ? unionOfTypes(schema.anyOf) : undefined
  const hidesType = schema.type !== undefined && isImplied(schema)
  let members = ''
  for (const keyword of sortedKeys(union ? { ...schema, anyOf: undefined, type: union } : schema)) {
    const value = union && keyword === 'type' ? union : schema[keyword]
    if (value === undefined || (union && keyword === 'anyOf') || (hidesType && keyword === 'type')) continue
    if (isRedundant(keyword, value)) continue
    members += `${members === '' ? '' : ','}${quoted(keyword)}:${keywordText(keyword, value)}`
  }
  return `{${members}}`
}

function keywordText(keyword: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return canonicalJson(value)
  if (Array.isArray(value) && isSet(keyword)) return setText(value)
  const holds = schemaHolder(keyword)
  if (holds === undefined) return canonicalJson(value)
  if (Array.isArray(value))
    return holds === 'names' ? canonicalJson(value) : `[${value.map((child) => schemaText(child)).join(',')}]`
  return holds === 'names' ? namesText(value as Readonly<Record<string, unknown>>) : schemaText(value)
}

function namesText(map: Readonly<Record<string, unknown>>): string {
  let members = ''
  for (const name of sortedKeys(map)) {
    const child = map[name]
    if (child === undefined) continue
    members += `${members === '' ? '' : ','}${quoted(name)}:${schemaText(child)}`
  }
  return `{${members}}`
}

function isSet(keyword: string): boolean {
  return keyword === 'required' || keyword === 'type' || keyword === 'enum'
}

function setText(values: readonly unknown[]): string {
  const texts = values.map((value) => canonicalJson(value ?? null))
  return `[${texts.length < 2 ? texts.join(',') : texts.toSorted().join(',')}]`
}

/** Whether the values that are allowed tell the type already. */
function isImplied(schema: JsonSchema): boolean {
  const values = 'const' in schema ? [schema['const']] : schema.enum
  const { type } = schema
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

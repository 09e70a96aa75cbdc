/**
 * The fingerprint of a tool: one hash over everything that a model sees or policy depends on.
 *
 * Two schemas that mean the same must give the same hash, whatever library wrote them and in whatever order: dialect
 * marks, redundant bounds and types are left out, and sets are put in order. The schema itself is never copied or
 * changed. What is hashed is one flat list, which is quicker to make than sorted objects: ten thousand tools are
 * fingerprinted before the first is called.
 *
 * @module
 */
import {
  canonicalJson,
  isSchema,
  type JsonSchema,
  schemaHolder,
  sha256,
  sorted,
  sortedKeys,
} from '../kernel/index.ts'
import type { ToolManifest } from './manifest.ts'

const longText = 32_000

/** What definitions say, by the definition: tools that share them write each once. */
export type DefinitionTexts = WeakMap<object, string>

/** The same with `known` and without. */
export function fingerprintOf(manifest: Omit<ToolManifest, 'fingerprint'>, known?: DefinitionTexts): string {
  const { name, title = null, description, type, permission, effects } = manifest
  const { confirm, streaming, idempotent, inputSchema, outputSchema, via } = manifest
  const text: FingerprintToken[] = [
    name,
    title,
    description,
    type,
    permission,
    effects,
    confirm,
    streaming,
    idempotent,
  ]
  if (known !== undefined) {
    const parts = [insideOf(text), sharedText(inputSchema, known)]
    if (outputSchema !== undefined) parts.push(sharedText(outputSchema, known))
    if (via !== undefined) parts.push(insideOf([via.text, via.hash]))
    return sha256(`[${parts.join(',')}]`)
  }
  writeSchema(inputSchema, text)
  if (outputSchema !== undefined) writeSchema(outputSchema, text)
  if (via !== undefined) text.push(via.text, via.hash)
  return sha256(JSON.stringify(text))
}

/** A list without its brackets. */
function insideOf(text: readonly FingerprintToken[]): string {
  return JSON.stringify(text).slice(1, -1)
}

/** What `writeSchema` writes. Definitions come first in the order of the alphabet; what is before them is left to it. */
function sharedText(schema: JsonSchema, known: DefinitionTexts): string {
  const { $defs, ...own } = schema
  const text: FingerprintToken[] = []
  if (!isSchema($defs) || sortedKeys(schema)[0] !== '$defs') {
    writeSchema(schema, text)
    return insideOf(text)
  }
  writeSchema(own, text)
  const [first = marks.members, ...rest] = text
  return [insideOf([first]), definitionsText($defs, known), insideOf(rest)].join(',')
}

/** A list that many tools have is kept too, unless it is long. */
function definitionsText($defs: NonNullable<JsonSchema['$defs']>, known: DefinitionTexts): string {
  const before = known.get($defs)
  if (before !== undefined) return before
  const parts = [insideOf(['$defs', marks.members])]
  for (const name of sortedKeys($defs)) {
    const definition = $defs[name]
    if (definition !== undefined) parts.push(JSON.stringify(name), definitionText(definition, known))
  }
  parts.push(insideOf([marks.end]))
  const text = parts.join(',')
  if (text.length <= longText) known.set($defs, text)
  return text
}

function definitionText(definition: JsonSchema | boolean, known: DefinitionTexts): string {
  const before = typeof definition === 'object' ? known.get(definition) : undefined
  if (before !== undefined) return before
  const text: FingerprintToken[] = []
  writeSchema(definition, text)
  const written = insideOf(text)
  if (typeof definition === 'object') known.set(definition, written)
  return written
}

/** A text that is the same for schemas that mean the same, and for no others. */
export function meaningText(schema: unknown): string {
  const text: FingerprintToken[] = []
  writeSchema(schema, text)
  return JSON.stringify(text)
}

/** Words and literals stand for themselves; a number says what follows. */
type FingerprintToken = string | boolean | null | number

/** `data` is followed by one text, the others by members up to `end`. */
const marks = { end: 0, members: 1, list: 2, set: 3, data: 4 }

function writeSchema(schema: unknown, text: FingerprintToken[]): void {
  if (!isSchema(schema)) return writeData(schema, text)
  if (schema.type === undefined && schema.anyOf !== undefined) {
    const type = unionOfTypes(schema.anyOf)
    if (type) return writeSchema({ ...schema, anyOf: undefined, type }, text)
  }
  text.push(marks.members)
  let allowed: unknown
  for (const keyword of sortedKeys(schema)) {
    const value = schema[keyword]
    if (value === undefined || isRedundant(keyword, value)) continue
    // In the order of the alphabet these come before "type".
    if (keyword === 'const') allowed = [value]
    else if (keyword === 'enum') allowed ??= value
    else if (keyword === 'type' && isImplied(value, allowed)) continue
    text.push(keyword)
    writeKeyword(keyword, value, text)
  }
  text.push(marks.end)
}

function writeKeyword(keyword: string, value: unknown, text: FingerprintToken[]): void {
  if (typeof value !== 'object' || value === null) return writeData(value, text)
  const holds = schemaHolder(keyword)
  if (Array.isArray(value)) {
    if (keyword === 'required' || keyword === 'type' || keyword === 'enum') return writeSet(value, text)
    if (holds !== 'schemas') return writeData(value, text)
    text.push(marks.list)
    for (const child of value) writeSchema(child, text)
    text.push(marks.end)
  } else if (holds === 'names') writeNames(value as Readonly<Record<string, unknown>>, text)
  else if (holds === 'schemas') writeSchema(value, text)
  else writeData(value, text)
}

function writeNames(map: Readonly<Record<string, unknown>>, text: FingerprintToken[]): void {
  text.push(marks.members)
  for (const name of sortedKeys(map)) {
    if (map[name] === undefined) continue
    text.push(name)
    writeSchema(map[name], text)
  }
  text.push(marks.end)
}

/** Words as they are; a set with anything else in it as the texts of its values. */
function writeSet(values: readonly unknown[], text: FingerprintToken[]): void {
  const words = values.every((value) => typeof value === 'string')
  text.push(words ? marks.set : marks.list)
  const members = words ? [...values] : values.map((value) => canonicalJson(value ?? null))
  for (const member of sorted(members)) text.push(member)
  text.push(marks.end)
}

function writeData(value: unknown, text: FingerprintToken[]): void {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) text.push(value)
  else text.push(marks.data, canonicalJson(value ?? null))
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

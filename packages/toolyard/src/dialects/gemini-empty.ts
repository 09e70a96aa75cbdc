/**
 * Empty strings among literals, which Gemini refuses: a word stands for them on the way out, and is made an empty string again on
 * the way in.
 *
 * @module
 */
import { isPlainObject, type JsonSchema, resolveRef } from '../kernel/index.ts'
import type { Decode } from './codec.ts'
import { isSchema } from './schema-walk.ts'

/** Deeper values are answered as they are; validation refuses them long before this. */
const maxDepth = 128

export interface EmptyStrings {
  /** The literals with the word in place of an empty string; the same if there is none. */
  literals(values: readonly string[]): readonly string[]
  /** Told beside literals that have the word. */
  readonly sentence: string
  /** The way back for arguments; undefined if no word was needed. */
  decoder(sent: JsonSchema): Decode | undefined
}

export function createEmptyStrings(root: JsonSchema): EmptyStrings {
  let word: string | undefined
  const withWord = new Set<unknown>()
  return {
    literals(values) {
      if (!values.includes('')) return values
      const given = (word ??= freeWord(root))
      const sent = values.map((value) => (value === '' ? given : value))
      withWord.add(sent)
      return sent
    },
    get sentence() {
      return `${JSON.stringify(word)} stands for an empty string.`
    },
    decoder(sent) {
      if (word === undefined) return undefined
      const walk = {
        root: sent,
        isWord: (list: unknown, value: string) => value === word && withWord.has(list),
      }
      return (args) => restore(args, [sent], { ...walk, depth: 0 })
    },
  }
}

/** That no literal of the schema is like. */
function freeWord(root: JsonSchema): string {
  const text = JSON.stringify(root)
  let word = '(empty)'
  for (let count = 2; text.includes(JSON.stringify(word)); count++) word = `(empty ${count})`
  return word
}

interface LiteralWalk {
  readonly root: JsonSchema
  /** Whether a value is the word, and one of these literals. */
  readonly isWord: (list: unknown, value: string) => boolean
  readonly depth: number
}

/** The value without the word, wherever one of the schemas that it may be written for has it. */
function restore(value: unknown, schemas: readonly unknown[], walk: LiteralWalk): unknown {
  if (walk.depth > maxDepth) return value
  const all = branchesOf(schemas, walk.root)
  if (typeof value === 'string') return all.some((schema) => walk.isWord(schema.enum, value)) ? '' : value
  const deeper = { ...walk, depth: walk.depth + 1 }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      restore(
        item,
        all.map((schema) => itemOf(schema, index)),
        deeper,
      ),
    )
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => {
    const inner = all.map(({ properties, additionalProperties }) =>
      properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
    )
    return [name, restore(one, inner, deeper)] as const
  })
  return entries.some(([name, one]) => one !== value[name]) ? Object.fromEntries(entries) : value
}

function itemOf(schema: JsonSchema, index: number): unknown {
  const { prefixItems } = schema as { readonly prefixItems?: readonly unknown[] }
  return prefixItems?.[index] ?? schema.items
}

/** What the schemas come to, through references and unions; each once. */
function branchesOf(schemas: readonly unknown[], root: JsonSchema): readonly JsonSchema[] {
  const found = new Set<JsonSchema>()
  const left = [...schemas]
  for (let schema = left.pop(); left.length > 0 || schema !== undefined; schema = left.pop()) {
    if (!isSchema(schema) || found.has(schema)) continue
    found.add(schema)
    if (typeof schema.$ref === 'string') left.push(resolveRef(root, schema.$ref))
    left.push(...(schema.anyOf ?? []))
  }
  return [...found]
}

/**
 * A text of what a schema decides, for keywords that are only ever compared as a whole: `not`, `if`, `contains` …
 *
 * Two places with the same text take the same values. Words for people are left out, sets are put in order, and what a
 * reference means stands beside it: the same name may mean something else in the next version.
 *
 * @module
 */
import { canonicalJson, decides, isSchema, schemaHolder, sorted } from '../../kernel/index.ts'
import { type SchemaBook, spend, targetOf } from './schema-book.ts'

/** Stands for the whole schema, if a reference may mean any place in it. */
const whole = ''
const unordered = ['required', 'enum', 'type', 'allOf', 'anyOf', 'oneOf']

/** A text that is the same if a schema decides the same, told by its own keywords and those of what it refers to. */
export function meaningIn(book: SchemaBook, schema: unknown): string {
  const refs = new Map<string, string>()
  const text = write(book, schema, refs)
  // Grows while it is read: what is referred to refers to more.
  for (const [ref, known] of refs) {
    if (known !== '') continue
    const target = ref === whole ? canonicalJson(book.root) : write(book, targetOf(book, ref), refs)
    refs.set(ref, `${JSON.stringify(ref)}=${target}`)
  }
  return refs.size === 0 ? text : `${text} where ${sorted([...refs.values()]).join(' ')}`
}

function write(book: SchemaBook, schema: unknown, refs: Map<string, string>): string {
  if (!spend(book.effort)) return ''
  if (!isSchema(schema)) return schema === true ? '{}' : canonicalJson(schema ?? null)
  const words: string[] = []
  for (const keyword of sorted(Object.keys(schema))) {
    const value = schema[keyword]
    if (value === undefined || !decides(keyword)) continue
    if (keyword === '$dynamicRef' || keyword === '$recursiveRef') refs.set(whole, refs.get(whole) ?? '')
    if (keyword === '$ref' && typeof value === 'string') {
      const found = targetOf(book, value) === undefined ? whole : value
      refs.set(found, refs.get(found) ?? '')
    }
    if (keyword === 'const') words.push(`enum:[${canonicalJson(value)}]`)
    else words.push(`${keyword}:${writeKeyword(book, [keyword, value], refs)}`)
  }
  return `{${words.join(',')}}`
}

function writeKeyword(
  book: SchemaBook,
  [keyword, value]: readonly [string, unknown],
  refs: Map<string, string>,
): string {
  const holds = schemaHolder(keyword)
  if (keyword === 'type' && typeof value === 'string') return `[${canonicalJson(value)}]`
  if (Array.isArray(value)) {
    const texts = value.map((item) =>
      holds === 'schemas' ? write(book, item, refs) : canonicalJson(item ?? null),
    )
    return `[${(unordered.includes(keyword) ? sorted(texts) : texts).join(',')}]`
  }
  if (holds === 'schemas') return write(book, value, refs)
  if (holds !== 'names' || !isSchema(value)) return canonicalJson(value)
  const names = sorted(Object.keys(value))
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(book, value[name], refs)}`).join(',')}}`
}

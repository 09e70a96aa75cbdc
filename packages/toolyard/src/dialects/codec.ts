/**
 * Decoders: from a value in a provider's form back to the form that the original schema describes.
 *
 * A decoder copies only what it changes, answers what it does not recognise as it came, and never throws: what is
 * wrong with the arguments is for validation to say.
 *
 * @module
 */
import { isPlainObject } from '../kernel/index.ts'

/** Deeper values are answered as they are; validation refuses them long before this. */
const maxDepth = 128

export type Decoder = (value: unknown, depth: number) => unknown
/** A decoder of whole arguments. */
export type Decode = (args: unknown) => unknown

export const identity: Decode = (args) => args

export interface FieldDecoder {
  readonly decode: Decoder | undefined
  /** `null` stands for "not given". */
  readonly dropNull: boolean
}

export function objectDecoder(fields: ReadonlyMap<string, FieldDecoder>): Decoder | undefined {
  if (fields.size === 0) return undefined
  return (value, depth) => {
    if (depth > maxDepth || !isPlainObject(value)) return value
    let copy: Record<string, unknown> | undefined
    for (const [name, field] of fields) {
      if (!Object.hasOwn(value, name)) continue
      const before = value[name]
      if (before === null && field.dropNull) {
        copy ??= { ...value }
        delete copy[name]
      } else if (field.decode) {
        const after = field.decode(before, depth + 1)
        if (after !== before) (copy ??= { ...value })[name] = after
      }
    }
    return copy ?? value
  }
}

export function listDecoder(item: Decoder | undefined): Decoder | undefined {
  if (item === undefined) return undefined
  return (value, depth) => {
    if (depth > maxDepth || !Array.isArray(value)) return value
    let copy: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const after = item(value[index], depth + 1)
      if (after !== value[index]) (copy ??= [...value])[index] = after
    }
    return copy ?? value
  }
}

/** A list of `{ key, value }` → a record. A list with a key twice is left alone: neither value may win in silence. */
export function recordDecoder(inner: Decoder | undefined): Decoder {
  return (value, depth) => {
    if (depth > maxDepth || !Array.isArray(value)) return value
    const entries = new Map<string, unknown>()
    for (const entry of value) {
      if (!isPlainObject(entry) || typeof entry['key'] !== 'string' || !Object.hasOwn(entry, 'value'))
        return value
      if (entries.has(entry['key'])) return value
      entries.set(entry['key'], inner ? inner(entry['value'], depth + 1) : entry['value'])
    }
    return Object.fromEntries(entries)
  }
}

/** Some models write a literal in another case; the one literal that it can only be is put in its place. */
export function looseLiteralDecoder(values: readonly unknown[]): Decoder | undefined {
  const words = values.filter((value) => typeof value === 'string')
  const byCase = new Map<string, string | undefined>()
  for (const word of words) byCase.set(word.toLowerCase(), byCase.has(word.toLowerCase()) ? undefined : word)
  if (words.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'string' || words.includes(value)) return value
    return byCase.get(value.toLowerCase()) ?? value
  }
}

/** Several steps as one; `identity` itself if there is nothing to do. */
export function chain(...steps: readonly (Decode | undefined)[]): Decode {
  if (steps.length === 2 && steps[0] && !steps[1]) return steps[0]
  const [first, ...rest] = steps.filter((step) => step !== undefined)
  if (first === undefined) return identity
  return rest.length === 0 ? first : (args) => rest.reduce((value, step) => step(value), first(args))
}

/** A decoder of a node as a decoder of whole arguments. */
export function fromTop(decoder: Decoder | undefined): Decode | undefined {
  return decoder && ((args) => decoder(args, 0))
}

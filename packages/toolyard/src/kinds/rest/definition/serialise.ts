/**
 * Values of parameters as text: in paths, queries, headers and cookies, in the styles that OpenAPI names.
 *
 * What a model gives is always a value: it is percent-encoded, so that it can't add a segment, a key or a host.
 *
 * @module
 */
import type { RestParameter } from '../../../define/index.ts'
import { isPlainObject } from '../../../kernel/index.ts'

export type NameAndValue = readonly [name: string, value: string]

type Style = NonNullable<RestParameter['style']>

/** A single value as text; lists and objects as JSON. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : (JSON.stringify(value) ?? '')
}

/** Half a pair of surrogates has no form in a URL. */
export function encode(value: unknown): string {
  return encodeURIComponent(textOfValue(value).toWellFormed())
}

/** In a path or a header. `write` writes one value. */
export function serialiseInline(
  value: unknown,
  { name, style = 'simple', explode = false }: RestParameter & { readonly name: string },
  write: (value: unknown) => string = encode,
): string {
  const pairs = isPlainObject(value)
    ? Object.entries(value).map(([key, item]) => [write(key), write(item)] as const)
    : undefined
  const items = Array.isArray(value) ? value.map((item: unknown) => write(item)) : [write(value)]
  const flat = pairs ? (explode ? pairs.map((pair) => pair.join('=')) : pairs.flat()) : items
  if (style === 'label') return `.${flat.join(explode ? '.' : ',')}`
  if (style !== 'matrix') return flat.join(',')
  if (!explode) return `;${name}=${flat.join(',')}`
  return pairs ? `;${flat.join(';')}` : items.map((item) => `;${name}=${item}`).join('')
}

/** In a query, a form or the cookies: pairs, not yet encoded. */
export function serialisePairs(
  value: unknown,
  {
    name,
    style = 'form',
    explode = style === 'form' || style === 'deepObject',
  }: RestParameter & { readonly name: string },
): NameAndValue[] {
  if (style === 'deepObject' && typeof value === 'object' && value !== null) return deepPairs(name, value)
  if (Array.isArray(value)) {
    const items = value.map(textOfValue)
    return explode ? items.map((item) => [name, item]) : [[name, items.join(separators[style] ?? ',')]]
  }
  if (!isPlainObject(value)) return [[name, textOfValue(value)]]
  const pairs = Object.entries(value).map(([key, item]): NameAndValue => [key, textOfValue(item)])
  return explode ? pairs : [[name, pairs.flat().join(separators[style] ?? ',')]]
}

const separators: Partial<Record<Style, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** `name[key]` and `name[0]`, as deep as the value is. OpenAPI leaves lists open; services that take them count from 0. */
function deepPairs(name: string, value: object): NameAndValue[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const inner = `${name}[${key}]`
    if (item === undefined) return []
    return typeof item === 'object' && item !== null
      ? deepPairs(inner, item)
      : [[inner, textOfValue(item)] as NameAndValue]
  })
}

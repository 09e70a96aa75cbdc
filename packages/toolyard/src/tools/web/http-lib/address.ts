/**
 * The address of a request: its URL with the query parameters added.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { HttpInput } from './input.ts'

type QueryFields = Readonly<Record<string, unknown>>

/** Throws `invalid_arguments`. */
export function addressOf({ url, query = {} }: Pick<HttpInput, 'url' | 'query'>): URL {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new ToolyardError(
      'invalid_arguments',
      `url: ${JSON.stringify(url.slice(0, 200))} is not an http or https address`,
      { hint: 'Write it whole, such as https://api.example.com/items.' },
    )
  const added = encodeFields(query, 'query')
  if (added !== '') parsed.search += parsed.search === '' ? added : `&${added}`
  parsed.hash = ''
  return parsed
}

/** `a=1&b=x%20y`: lists repeat their name, null leaves a field out. Throws `invalid_arguments` for an object in a field. */
export function encodeFields(fields: QueryFields, parameter: string): string {
  return Object.entries(fields)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => [name, item] as const),
    )
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encode(name)}=${encode(textOf(value, `${parameter}.${name}`))}`)
    .join('&')
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new ToolyardError('invalid_arguments', `${place}: an object can't be sent as one field`, {
    hint: 'Write its members as fields of their own, or its JSON as a text.',
  })
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

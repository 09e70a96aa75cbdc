/**
 * Checks of single values in a definition. Each ends it with the field, the reason and the remedy.
 *
 * @module
 */
import type { Refuse } from '../../../define/index.ts'
import { didYouMean, isPlainObject, parsePath, tellValue } from '../../../kernel/index.ts'
import { badReference, withoutReferences } from './template.ts'

export type ValueCheck = (value: unknown, field: string, refuse: Refuse) => void

/** Headers that belong to the connection. */
const ownHeaders =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
export function checkText(value: unknown, field: string, refuse: Refuse): string {
  if (typeof value !== 'string' || value === '')
    return refuse(field, `must be a text, not ${tellValue(value) || 'an empty one'}`, 'Write it in quotes.')
  const bad = badReference(value)
  if (bad !== undefined)
    return refuse(
      field,
      `holds "${bad}", which is no reference`,
      'Write ${NAME}, with letters, digits and "_".',
    )
  return value
}

/** With names of its members that are known, if only some are. */
export function checkObject(
  value: unknown,
  field: string,
  { known, refuse }: { readonly known?: readonly string[]; readonly refuse: Refuse },
): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value))
    return refuse(field, `must be an object, not ${tellValue(value)}`, 'Write it in braces.')
  for (const name of known === undefined ? [] : Object.keys(value))
    if (!known?.includes(name))
      refuse(
        `${field}.${name}`,
        'is not known',
        didYouMean(name, known ?? []).trim() || `Known: ${known?.join(', ')}.`,
      )
  return value
}

export function checkWhole(
  value: unknown,
  field: string,
  { least, most, refuse }: { readonly least: number; readonly most: number; readonly refuse: Refuse },
): void {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most))
    refuse(
      field,
      `${tellValue(value)} is not a number that it can have`,
      `Use a whole number from ${least} to ${most}.`,
    )
}

export function checkJsonPath(value: unknown, field: string, refuse: Refuse): void {
  if (parsePath(checkText(value, field, refuse)) === undefined)
    refuse(
      field,
      `"${String(value)}" is not a JSON path`,
      'Write it as in data.items[0].name or items[*].id.',
    )
}

export function checkHeaderName(name: string, field: string, refuse: Refuse): void {
  if (!token.test(name)) refuse(field, `"${name}" is not a name of a header`, 'Use letters, digits and "-".')
  if (ownHeaders.test(name))
    refuse(field, `"${name}" is a header of the connection, which is not yours to set`, 'Leave it out.')
}

export function oneOf(known: readonly string[]): ValueCheck {
  return (value, field, refuse) => {
    if (typeof value !== 'string' || !known.includes(value))
      refuse(field, `${tellValue(value)} is not known`, `Use one of ${known.join(', ')}.`)
  }
}

export function checkUrl(value: unknown, field: string, refuse: Refuse): URL {
  const text = checkText(value, field, refuse)
  const url = URL.parse(withoutReferences(text))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refuse(
      field,
      `"${text}" is not the URL of a service`,
      'Write it as in https://api.example.com/v1.',
    )
  if (url.username !== '' || url.password !== '')
    refuse(field, 'has credentials in it', "Use auth: { type: 'basic', username, password } instead.")
  return url
}

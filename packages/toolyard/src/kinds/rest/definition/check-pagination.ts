/**
 * Whether `config.pagination` says all that its type needs.
 *
 * @module
 */
import type { Refuse, RestPagination } from '../../../define/index.ts'
import { checkJsonPath, checkObject, checkText, checkWhole, oneOf } from './check-values.ts'

type PaginationType = RestPagination['type']

const members: Readonly<Record<PaginationType, readonly string[]>> = {
  link: ['path'],
  cursor: ['path', 'query'],
  page: ['query', 'first'],
  offset: ['query', 'limitQuery', 'limit'],
}
const needed: Readonly<Record<PaginationType, readonly string[]>> = {
  link: [],
  cursor: ['path', 'query'],
  page: ['query'],
  offset: ['query', 'limit'],
}
const mostPages = 1000

export function checkPagination(value: unknown, field: string, refuse: Refuse): void {
  const given = checkObject(value, field, { refuse })
  oneOf(Object.keys(members))(given['type'], `${field}.type`, refuse)
  const type = given['type'] as PaginationType
  checkObject(value, field, { known: ['type', 'maxPages', ...members[type]], refuse })
  for (const name of needed[type])
    if (given[name] === undefined)
      refuse(`${field}.${name}`, `is missing, and "${type}" needs it`, `Name the ${name}.`)
  if (given['path'] !== undefined) checkJsonPath(given['path'], `${field}.path`, refuse)
  for (const name of ['query', 'limitQuery'])
    if (given[name] !== undefined) checkText(given[name], `${field}.${name}`, refuse)
  checkWhole(given['maxPages'] ?? 1, `${field}.maxPages`, { least: 1, most: mostPages, refuse })
  checkWhole(given['first'] ?? 1, `${field}.first`, { least: 0, most: 1_000_000, refuse })
  checkWhole(given['limit'] ?? 1, `${field}.limit`, { least: 1, most: 1_000_000, refuse })
}

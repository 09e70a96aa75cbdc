/**
 * Whether `config.auth` says all that its type needs.
 *
 * @module
 */
import type { Refuse, RestAuth } from '../../../define/index.ts'
import { checkHeaderName, checkObject, checkText, checkUrl, oneOf } from './check-values.ts'

type AuthType = RestAuth['type']

/** What each type has, and which of it may be left out. */
const members: Readonly<
  Record<AuthType, { readonly needed: readonly string[]; readonly optional?: readonly string[] }>
> = {
  bearer: { needed: ['token'] },
  basic: { needed: ['username', 'password'] },
  api_key: { needed: ['in', 'name', 'value'] },
  oauth2: {
    needed: ['tokenUrl', 'clientId', 'clientSecret'],
    optional: ['scopes', 'audience', 'clientAuth'],
  },
}

export function checkAuth(value: unknown, field: string, refuse: Refuse): void {
  const given = checkObject(value, field, { refuse })
  oneOf(Object.keys(members))(given['type'], `${field}.type`, refuse)
  const type = given['type'] as AuthType
  const { needed, optional = [] } = members[type]
  checkObject(value, field, { known: ['type', ...needed, ...optional], refuse })
  for (const name of needed) {
    if (given[name] === undefined)
      refuse(
        `${field}.${name}`,
        `is missing, and "${type}" needs it`,
        `Write ${name}: '\${NAME}' for a secret.`,
      )
    checkText(given[name], `${field}.${name}`, refuse)
  }
  if (type === 'api_key') {
    oneOf(['header', 'query'])(given['in'], `${field}.in`, refuse)
    if (given['in'] === 'header') checkHeaderName(String(given['name']), `${field}.name`, refuse)
  }
  if (type !== 'oauth2') return
  checkUrl(given['tokenUrl'], `${field}.tokenUrl`, refuse)
  const { scopes = [], audience, clientAuth } = given
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string'))
    refuse(`${field}.scopes`, 'must be a list of words', "Write scopes: ['read'].")
  if (audience !== undefined) checkText(audience, `${field}.audience`, refuse)
  if (clientAuth !== undefined) oneOf(['basic', 'body'])(clientAuth, `${field}.clientAuth`, refuse)
}

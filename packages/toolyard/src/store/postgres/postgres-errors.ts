/**
 * What PostgreSQL and the network say, in words that help and without passwords.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'

/** The address of a database, for people. With an "@" behind the host, what looks like one is a part of the password. */
export function placeOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed && !parsed.pathname.includes('@')
    ? `${parsed.protocol}//${parsed.host}${parsed.pathname}`
    : 'PostgreSQL'
}

export function tellPostgresError(error: unknown, location: string): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const [sentence, hint] = words(error)
  return new ToolyardError('store_unavailable', `the database ${location} ${sentence}`, {
    cause: error,
    hint,
    retryable: !refusals.test(codeOf(error)),
  })
}

/** Of two transactions that wait for each other the server ended this one; nothing of it was done. */
export function isCollision(error: unknown): boolean {
  return ToolyardError.isInstance(error) && /^40(?:P01|001)$/.test(codeOf(error.cause))
}

function words(error: unknown): readonly [string, string] {
  const code = codeOf(error)
  const known = byCode.find(([codes]) => codes.test(code))
  if (known) return [known[1], known[2]]
  if (/timeout|terminated|ended|closed/i.test(messageOf(error)))
    return ['lost the connection', 'It is opened again for the next call.']
  return [`could not be used: ${messageOf(error)}`, 'Look at the log of the database.']
}

/** What no second attempt changes: the row itself is refused. */
const refusals = /^(?:22|23|54)/

const byCode: readonly (readonly [RegExp, string, string])[] = [
  [
    /^ECONNREFUSED|^ENOENT/,
    'does not answer',
    'Start it, or correct its address (DATABASE_URL, or database of the configuration).',
  ],
  [
    /^ENOTFOUND|^EAI_AGAIN/,
    'has a host that is not known',
    'Correct the host in its address (DATABASE_URL, or database of the configuration).',
  ],
  [
    /^28/,
    'does not accept this user or password',
    'Correct user and password (DATABASE_URL, or database of the configuration), or let the user in.',
  ],
  [
    /^3D000/,
    'is not there',
    'Create it, for example with createdb, or correct its address (DATABASE_URL, or database of the configuration).',
  ],
  [/^53100/, 'could not be written: its disk is full', 'Free some space there; nothing was changed.'],
  [/^53/, 'has no more room for connections', 'Close others, or raise max_connections.'],
  [/^25006/, 'is read-only', 'Use the primary server.'],
  [/^42501/, 'does not allow this user to do that', 'Grant the user create and write rights.'],
  [/^55P03/, 'is in use by others for too long', 'Try again; if it goes on, look for what holds its locks.'],
  [/^(?:57P|08|25P03|ECONNRESET|EPIPE)/, 'lost the connection', 'It is opened again for the next call.'],
]

function codeOf(error: unknown): string {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

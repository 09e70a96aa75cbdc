/**
 * How a legacy REST tool is reached: `api_url` and its flat keys, or the settings of `[config]` and `metadata.customFields`.
 *
 * @module
 */
import type { HttpMethod, RestAuth, RestFacts, RestParameter, RestRetry } from '../../define/index.ts'
import { didYouMean, isPlainObject } from '../../kernel/index.ts'
import { secretIn, secretUnder } from './find-secrets.ts'
import type { Table } from './table.ts'
import { milliseconds, seconds } from './times.ts'
import { readHeaders, secretInFile, type ToolTables } from './tool-tables.ts'

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies HttpMethod[]
const authMethods = ['api_key', 'api_key_header', 'oauth', 'none']
const oauthKeys = ['token_url', 'client_id', 'client_secret', 'scopes', 'audience']
const form = /^application\/x-www-form-urlencoded\b/i
const address = /^(https?:\/\/[^/?#\s]+|\$\{\w+(?::-[^}]*)?\})([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i

export interface ReadRest {
  readonly rest: RestFacts
  /** The beginning of the address as it is written: a reference that `rest` has filled in, or the same. */
  readonly base: string
}

export function readRest(
  tables: ToolTables,
  schema: Readonly<Record<string, unknown>> | undefined,
): ReadRest | undefined {
  const at = readAddress(tables)
  if (!at) return undefined
  const flat = readHeaders(tables.of('headers'), ['retry_count', 'retry_delay', 'timeout'])
  const config = readHeaders(tables.setting('headers'), ['maxRetries', 'retryDelay', 'timeout'])
  const headers = { ...config.headers, ...flat.headers }
  const isForm = Object.entries(headers).some(([name, value]) => isContentType(name) && form.test(value))
  const auth = readAuth(tables)
  const method = readMethod(tables)
  checkParameters(tables, schema, at)
  const retry = readRetry(tables, flat.slipped, config.slipped)
  const timeoutMs =
    milliseconds(slippedOr(config.slipped, tables.setting('timeout'), 'timeout'), 'timeout') ??
    seconds(slippedOr(flat.slipped, tables.of('timeout'), 'timeout'), 'timeout')
  const parameters = readPlaces(schema)
  const own = auth?.type === 'api_key' ? auth.name : auth && 'Authorization'
  const kept = Object.entries(headers).filter(
    ([name]) => !(isForm && isContentType(name)) && name.toLowerCase() !== own?.toLowerCase(),
  )
  const rest: RestFacts = {
    method,
    baseUrl: at.baseUrl,
    path: at.path,
    ...(Object.keys(at.query).length > 0 && { query: at.query }),
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    ...(parameters && { parameters }),
    ...(isForm && { bodyType: 'form' as const }),
    ...(auth && { auth }),
    ...(retry && { retry }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  return { rest, base: at.base }
}

interface Address {
  /** As it is written. */
  readonly base: string
  readonly baseUrl: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

function readAddress(tables: ToolTables): Address | undefined {
  const flat = tables.of('api_url')
  const settings = tables.setting('baseUrl')
  const [table, key] = flat.value('api_url') === undefined ? [settings, 'baseUrl'] : [flat, 'api_url']
  const written = table.text(key)
  if (written === undefined) {
    if (table.value(key) === undefined)
      flat.refuse('api_url', {
        reason: 'a REST tool needs an address: api_url, or baseUrl in [config]',
        hint: 'Write api_url = "https://api.example.com/v1/items". To let the model fetch any page, switch on the built-in web tools instead.',
      })
    return undefined
  }
  const match = address.exec(written.trim())
  if (!match) {
    return table.refuse(key, {
      reason: `${key} "${withoutPassword(written)}" is not an address`,
      hint: 'Write the whole address, as in "https://api.example.com/v1/items".',
    })
  }
  const [, base = '', path = '', query = ''] = match
  // A reference inside an address is filled in when a request is sent; without any address there would be none to check.
  const baseUrl = base.startsWith('$') ? table.fill(key, base) : base
  if (baseUrl === undefined) return undefined
  if (baseUrl.includes('@')) {
    return table.refuse(key, {
      reason: `${key} has a name and a password in it`,
      hint: 'Take them out, and write auth_method = "api_key" with api_key = "${NAME}", or a header.',
    })
  }
  const rest = key === 'baseUrl' ? (tables.setting('path').text('path') ?? '') : ''
  const fixed = readQuery(query)
  for (const name of Object.keys(fixed))
    if (secretUnder(name, fixed[name] ?? '') !== undefined) table.note(key, secretInFile(`${name} in ${key}`))
  return { base, baseUrl, path: joined(path, rest), query: fixed }
}

function joined(path: string, rest: string): string {
  if (rest === '') return path
  return `${path.replace(/\/$/, '')}/${rest.replace(/^\//, '')}`
}

function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decode(name), decode(value.join('='))]
      }),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//…@')
}

/** `POST` in the flat shape, `GET` in the other, if the file says nothing. */
function readMethod(tables: ToolTables): HttpMethod {
  const isFlat = tables.of('api_url').value('api_url') !== undefined
  const flat = tables.of('method')
  const table = flat.value('method') === undefined ? tables.setting('method') : flat
  const written = table.filled('method') ?? (isFlat ? 'POST' : 'GET')
  const method = written.toUpperCase()
  if (methods.includes(method)) return method as HttpMethod
  table.refuse('method', {
    reason: `method "${written}" is not one that tools send.${didYouMean(method, methods)}`,
    hint: `Use one of ${methods.join(', ')}.`,
  })
  return 'GET'
}

function readAuth(tables: ToolTables): RestAuth | undefined {
  const table = tables.of('auth_method')
  const keys = tables.of('api_key')
  const key = keys.text('api_key')
  const method = table.filled('auth_method') ?? (key === undefined ? 'none' : 'api_key')
  if (!authMethods.includes(method)) {
    return table.refuse('auth_method', {
      reason: `auth_method "${method}" is not known.${didYouMean(method, authMethods)}`,
      hint: `Use one of ${authMethods.join(', ')}.`,
    })
  }
  if (method === 'none') return undefined
  const client = method === 'oauth' ? readClient(tables.of('oauth')) : undefined
  if (client) return client
  if (key === undefined || key === '') {
    table.warn('auth_method', {
      reason: `auth_method is "${method}" and there is no api_key: requests are sent without one`,
      hint:
        method === 'oauth'
          ? 'Add [oauth] with token_url, client_id and client_secret, or api_key = "${TOKEN}".'
          : 'Add api_key = "${NAME}", or write auth_method = "none".',
    })
    return undefined
  }
  if (secretIn(key) !== undefined) keys.note('api_key', secretInFile('api_key'))
  if (method === 'api_key_header') return { type: 'api_key', in: 'header', name: 'X-API-Key', value: key }
  return { type: 'bearer', token: key }
}

function readClient(tables: Table): RestAuth | undefined {
  const table = tables.table('oauth')
  if (!table) return undefined
  table.checkKeys(oauthKeys)
  const tokenUrl = table.text('token_url')
  const clientId = table.text('client_id')
  const clientSecret = table.text('client_secret')
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined) {
    return tables.refuse('oauth', {
      reason: 'oauth needs token_url, client_id and client_secret',
      hint: 'Write all three; client_secret = "${NAME}" reads the environment.',
    })
  }
  if (secretIn(clientSecret) !== undefined) table.note('client_secret', secretInFile('client_secret'))
  const scopes = Array.isArray(table.value('scopes'))
    ? table.texts('scopes')
    : table.text('scopes')?.split(/\s+/)
  const audience = table.text('audience')
  return {
    type: 'oauth2',
    tokenUrl,
    clientId,
    clientSecret,
    ...(scopes && { scopes }),
    ...(audience !== undefined && { audience }),
  }
}

const mostAttempts = 10

/** The files count repetitions; the facts count attempts. */
function readRetry(
  tables: ToolTables,
  flat: Table | undefined,
  config: Table | undefined,
): RestRetry | undefined {
  const repetitions =
    slippedOr(config, tables.setting('maxRetries'), 'maxRetries').number('maxRetries') ??
    slippedOr(flat, tables.of('retry_count'), 'retry_count').number('retry_count')
  const delayMs =
    milliseconds(slippedOr(config, tables.setting('retryDelay'), 'retryDelay'), 'retryDelay') ??
    seconds(slippedOr(flat, tables.of('retry_delay'), 'retry_delay'), 'retry_delay')
  if (repetitions === undefined && delayMs === undefined) return undefined
  return {
    ...(repetitions !== undefined && { attempts: Math.min(Math.floor(repetitions) + 1, mostAttempts) }),
    ...(delayMs !== undefined && { delayMs }),
  }
}

function slippedOr(slipped: Table | undefined, table: Table, key: string): Table {
  return table.value(key) === undefined && slipped?.value(key) !== undefined ? slipped : table
}

/** An object called `query_params` is no query key of that name: its members are the keys. */
function readPlaces(
  schema: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, RestParameter>> | undefined {
  const properties = schema?.['properties']
  if (!isPlainObject(properties) || !isPlainObject(properties['query_params'])) return undefined
  return { query_params: { in: 'query', style: 'form', explode: true } }
}

/** Parameters that mean something else here than they did there. */
function checkParameters(
  tables: ToolTables,
  schema: Readonly<Record<string, unknown>> | undefined,
  { path }: Address,
): void {
  const properties = schema?.['properties']
  if (!isPlainObject(properties)) return
  const key =
    tables.of('parameters_schema').value('parameters_schema') === undefined
      ? 'parameters'
      : 'parameters_schema'
  const table = tables.of(key)
  const isFlat = tables.of('api_url').value('api_url') !== undefined
  const chosen = isFlat
    ? undefined
    : ['endpoint', 'url'].find((name) => name in properties && !path.includes(`{${name}}`))
  if (chosen !== undefined)
    table.refuse(key, {
      reason: `the model would choose the address of each call (parameter "${chosen}"), which a tool has once for all`,
      hint: 'Describe each endpoint in a file of its own, as in api_url = "https://api.example.com/users/{id}".',
    })
  const nested = ['path_params', 'headers'].find((name) => isObjectSchema(properties[name]))
  if (nested !== undefined)
    table.refuse(key, {
      reason: `the parameter "${nested}" holds others that are sent apart, which can't be done here`,
      hint:
        nested === 'headers'
          ? 'Take it out, and write headers that a parameter fills in as X-Name = "{name}" in [headers].'
          : 'Make each of them a parameter of its own; {name} in api_url takes it up.',
    })
}

function isObjectSchema(schema: unknown): boolean {
  return isPlainObject(schema) && schema['type'] === 'object'
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === 'content-type'
}

/**
 * How one MCP server is reached, as the configuration says it: the program to start, or the address to call.
 *
 * Texts may hold references, `${NAME}` and `${NAME:-otherwise}`: the value is put in when the server is reached, and
 * nowhere else. What other hosts write beside is passed over; what they write to skip questions never counts here.
 *
 * @module
 */
import { didYouMean, isPlainObject, maxDelayMs, tellValue, visibleText } from '../../kernel/index.ts'

/** Which tools of a server are taken, by the names that the server gives them; `*` and `?` stand for any characters, and for one. */
export interface McpToolFilter {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

export interface McpOAuthSpec {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scopes?: readonly string[]
  /** The only authorisation server that gets the client's secret; without it, whichever the server names. */
  readonly issuer?: string
  /** `authorization_code` by default: a person agrees in a browser. `client_credentials`: the secret is enough. */
  readonly grant?: 'authorization_code' | 'client_credentials'
  /** The document that describes this client, for servers that take an address in place of a registration. */
  readonly clientMetadataUrl?: string
  /** The port of the address on this machine that the browser comes back to, where it had to be registered; any free one by default. */
  readonly redirectPort?: number
}

interface AnyServerSpec {
  /** How long a request may go without an answer or a sign of progress; 60,000 ms by default. */
  readonly timeoutMs?: number
  readonly disabled?: boolean
  /** Folders that it is told it may work in; `false` for none. The workspace and folders among its arguments by default. */
  readonly roots?: readonly string[] | false
  /** Whether it may ask for a model's words; only where the application answers for a model by default. */
  readonly sampling?: boolean
  readonly tools?: McpToolFilter
}

export interface McpProgramSpec extends AnyServerSpec {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The workspace by default. */
  readonly cwd?: string
}

export interface McpUrlSpec extends AnyServerSpec {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly oauth?: McpOAuthSpec
}

export type McpServerSpec = McpProgramSpec | McpUrlSpec

export interface SpecProblem {
  readonly reason: string
  readonly hint: string
}

const knownKeys = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'oauth',
  'timeoutMs',
  'disabled',
  'roots',
  'sampling',
  'tools',
]
/** What other hosts write beside, and what nobody misses here. */
const foreignKeys = new Set(
  'type transport transportType alwaysAllow autoApprove trust enabled timeout name title description icon note tags version provider gallery isActive inputs dev sandbox sandboxEnabled requestInit eventSourceInit initTimeout startupTimeout toolTimeout includeTools excludeTools enabledTools disabledTools authProviderType envFile $schema'.split(
    ' ',
  ),
)
const urlKeys = ['url', 'httpUrl', 'serverUrl']
/** Shorter times are meant as seconds by those who write `timeout`. */
const leastMs = 1000

export function isProgramSpec(spec: McpServerSpec): spec is McpProgramSpec {
  return 'command' in spec
}

/** An entry of a configuration, or why it can't be used. */
export function readServerSpec(entry: unknown): McpServerSpec | SpecProblem {
  if (!isPlainObject(entry)) return problem(`must be an object, not ${tellValue(entry)}`)
  const { command } = entry
  const url = urlKeys.map((key) => entry[key]).find((value) => value !== undefined)
  if (command !== undefined && url !== undefined) return problem('has both a command and a url', oneOfBoth)
  if (command === undefined && url === undefined)
    return problem(`has no command and no url.${nearKey(entry)}`, oneOfBoth)
  const common = readCommon(entry)
  if ('reason' in common) return common
  return command === undefined ? readUrl(entry, url, common) : readProgram(entry, command, common)
}

/** What is written in an entry and means nothing: most often a misspelt name. */
export function unreadKeys(entry: unknown): SpecProblem | undefined {
  if (!isPlainObject(entry)) return undefined
  const unread = Object.keys(entry).filter(
    (key) => !knownKeys.includes(key) && !urlKeys.includes(key) && !foreignKeys.has(key),
  )
  if (unread.length === 0) return undefined
  const told = unread.slice(0, 5).map((key) => `"${visibleText(key.slice(0, 50))}"`)
  const rest = unread.length > 5 ? ` and ${unread.length - 5} more` : ''
  const near = unread.map((key) => didYouMean(key, knownKeys)).find((text) => text !== '') ?? ''
  return problem(
    `has ${told.join(', ')}${rest}, which nothing here reads.${near} The server is used without it`,
    `Known are ${knownKeys.join(', ')}.`,
  )
}

const oneOfBoth = 'Write "command" and "args" for a program to start, or "url" for a server to call.'

function readProgram(
  entry: Record<string, unknown>,
  command: unknown,
  common: AnyServerSpec,
): McpProgramSpec | SpecProblem {
  const { args, env, cwd } = entry
  if (typeof command !== 'string' || command.trim() === '')
    return problem(`"command" must name a program, not ${tellValue(command)}`)
  if (args !== undefined && !isWords(args))
    return problem('"args" must be a list of texts', 'Write "args": ["--flag", "value"].')
  if (env !== undefined && !isTexts(env))
    return problem('"env" must map names to texts', 'Write "env": { "NAME": "${NAME}" }.')
  if (cwd !== undefined && typeof cwd !== 'string') return problem('"cwd" must be a path')
  const spec = {
    ...common,
    command: portable(command),
    ...(args !== undefined && { args: args.map(portable) }),
    ...(env !== undefined && { env: mapTexts(env, portable) }),
    ...(cwd !== undefined && { cwd: portable(cwd) }),
  }
  return (
    foreignReference([
      spec.command,
      ...(spec.args ?? []),
      ...Object.values(spec.env ?? {}),
      spec.cwd ?? '',
    ]) ?? spec
  )
}

function readUrl(
  entry: Record<string, unknown>,
  url: unknown,
  common: AnyServerSpec,
): McpUrlSpec | SpecProblem {
  const { headers, oauth } = entry
  if (typeof url !== 'string' || !/^(?:https?:\/\/|\$\{)/i.test(url))
    return problem(`"url" must begin with http:// or https://, not ${tellValue(url)}`)
  if (headers !== undefined && !isTexts(headers))
    return problem(
      '"headers" must map names to texts',
      'Write "headers": { "Authorization": "Bearer ${TOKEN}" }.',
    )
  const auth = oauth === undefined ? undefined : readOAuth(oauth)
  if (auth !== undefined && 'reason' in auth) return auth
  const spec = {
    ...common,
    url: portable(url),
    ...(headers !== undefined && { headers: mapTexts(headers, portable) }),
    ...(auth !== undefined && { oauth: auth }),
  }
  return (
    foreignReference([spec.url, ...Object.values(spec.headers ?? {}), spec.oauth?.clientSecret ?? '']) ?? spec
  )
}

function readCommon(entry: Record<string, unknown>): AnyServerSpec | SpecProblem {
  const { timeoutMs = milliseconds(entry['timeout']), disabled, enabled, roots, sampling, tools } = entry
  if (
    timeoutMs !== undefined &&
    !(Number.isInteger(timeoutMs) && Number(timeoutMs) > 0 && Number(timeoutMs) <= maxDelayMs)
  )
    return problem(`"timeoutMs" must be a whole number of milliseconds, not ${tellValue(timeoutMs)}`)
  if (disabled !== undefined && typeof disabled !== 'boolean')
    return problem('"disabled" must be true or false')
  if (roots !== undefined && roots !== false && !isWords(roots))
    return problem('"roots" must be a list of folders, or false', 'Write "roots": ["/data"].')
  if (sampling !== undefined && typeof sampling !== 'boolean')
    return problem('"sampling" must be true or false')
  const filter = isPlainObject(tools) ? readFilter(tools) : {}
  if ('reason' in filter) return filter
  return {
    ...(timeoutMs !== undefined && { timeoutMs: Number(timeoutMs) }),
    ...((disabled === true || enabled === false) && { disabled: true }),
    ...(roots !== undefined && { roots: roots === false ? roots : roots.map(portable) }),
    ...(sampling !== undefined && { sampling }),
    ...(Object.keys(filter).length > 0 && { tools: filter }),
  }
}

function readFilter({ include, exclude }: Record<string, unknown>): McpToolFilter | SpecProblem {
  if ((include !== undefined && !isWords(include)) || (exclude !== undefined && !isWords(exclude)))
    return problem(
      '"tools" must hold lists of names',
      'Write "tools": { "include": ["read_*"], "exclude": ["*_all"] }.',
    )
  return { ...(include !== undefined && { include }), ...(exclude !== undefined && { exclude }) }
}

function readOAuth(oauth: unknown): McpOAuthSpec | SpecProblem {
  const hint =
    'Write "oauth": { "clientId": "…", "clientSecret": "${SECRET}", "scopes": ["read"] }; each may be left out.'
  if (!isPlainObject(oauth)) return problem('"oauth" must be an object', hint)
  const { clientId, clientSecret, issuer, scopes, grant, clientMetadataUrl, redirectPort } = oauth
  for (const [key, value] of Object.entries({ clientId, clientSecret, issuer, clientMetadataUrl }))
    if (value !== undefined && typeof value !== 'string')
      return problem(`"oauth.${key}" must be a text`, hint)
  if (scopes !== undefined && !isWords(scopes)) return problem('"oauth.scopes" must be a list of texts', hint)
  if (grant !== undefined && grant !== 'authorization_code' && grant !== 'client_credentials')
    return problem(
      `"oauth.grant" must be "authorization_code" or "client_credentials", not ${tellValue(grant)}`,
      hint,
    )
  if (
    redirectPort !== undefined &&
    !(Number.isInteger(redirectPort) && Number(redirectPort) > 0 && Number(redirectPort) < 65_536)
  )
    return problem('"oauth.redirectPort" must be a port', hint)
  return {
    ...(clientId !== undefined && { clientId: clientId as string }),
    ...(clientSecret !== undefined && { clientSecret: portable(clientSecret as string) }),
    ...(issuer !== undefined && { issuer: issuer as string }),
    ...(scopes !== undefined && { scopes }),
    ...(grant !== undefined && { grant }),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl: clientMetadataUrl as string }),
    ...(redirectPort !== undefined && { redirectPort: redirectPort as number }),
  }
}

/** `${env:NAME}`, as some editors write it, is `${NAME}`. */
function portable(text: string): string {
  return text.replaceAll('${env:', '${')
}

/** Editors have references of their own, which mean nothing elsewhere. */
function foreignReference(texts: readonly string[]): SpecProblem | undefined {
  const found = texts
    .map((text) => /\$\{[A-Za-z]+:(?!-)[^}]*\}/.exec(text)?.[0])
    .find((match) => match !== undefined)
  if (found === undefined) return undefined
  return problem(
    `refers to ${visibleText(found)}, which only the editor that wrote it can fill in`,
    'Use ${NAME} and set that environment variable.',
  )
}

function milliseconds(timeout: unknown): unknown {
  if (typeof timeout !== 'number') return undefined
  return timeout < leastMs ? Math.round(timeout * 1000) : timeout
}

function nearKey(entry: Record<string, unknown>): string {
  return Object.keys(entry)
    .map((key) => didYouMean(key, knownKeys))
    .join('')
}

function mapTexts(
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]))
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isPlainObject(value) && Object.values(value).every((item) => typeof item === 'string')
}

function problem(reason: string, hint = oneOfBoth): SpecProblem {
  return { reason, hint }
}

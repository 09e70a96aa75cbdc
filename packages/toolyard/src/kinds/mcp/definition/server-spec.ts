/**
 * How one MCP server is reached, as the configuration says it: the program to start, or the address to call.
 *
 * Texts may hold references, `${NAME}` and `${NAME:-otherwise}`: the value is put in when the server is reached, and
 * nowhere else. What other hosts write beside is passed over; what they write to skip questions never counts here.
 *
 * @module
 */
import { didYouMean, isPlainObject, maxDelayMs, tellValue, visibleText } from '../../../kernel/index.ts'

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
  /**
   * `authorization_code` by default: a person agrees in a browser. `client_credentials`: the secret or the key is enough.
   * `jwt_bearer`: a token of this workload (`assertion`) is exchanged.
   */
  readonly grant?: 'authorization_code' | 'client_credentials' | 'jwt_bearer'
  /** In place of a secret: a key in PEM form that signs who we are (`private_key_jwt`). */
  readonly privateKey?: string
  /** How the key signs; `ES256` by default. */
  readonly signingAlgorithm?: string
  /** For `jwt_bearer`: the token by which the platform vouches for this workload. */
  readonly assertion?: string
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
  /** Whether it may ask for a model's words; only if the application answers for a model by default. */
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
/** What other hosts write beside, and what is not needed here. */
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
  return foreignReference([spec.url, ...Object.values(spec.headers ?? {}), ...oauthSecrets(spec)]) ?? spec
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

/** What proves who we are. */
export function oauthSecrets({ oauth = {} }: McpUrlSpec): readonly string[] {
  return [oauth.clientSecret, oauth.privateKey, oauth.assertion].filter((text) => text !== undefined)
}

const oauthTexts = [
  'clientId',
  'clientSecret',
  'issuer',
  'clientMetadataUrl',
  'privateKey',
  'signingAlgorithm',
  'assertion',
]
const grants = ['authorization_code', 'client_credentials', 'jwt_bearer'] as const

function isGrant(grant: unknown): grant is (typeof grants)[number] {
  return grants.some((known) => known === grant)
}

function readOAuth(oauth: unknown): McpOAuthSpec | SpecProblem {
  const hint =
    'Write "oauth": { "clientId": "…", "clientSecret": "${SECRET}", "scopes": ["read"] }; each may be left out.'
  if (!isPlainObject(oauth)) return problem('"oauth" must be an object', hint)
  const { scopes, grant, redirectPort } = oauth
  const texts = Object.fromEntries(
    oauthTexts.filter((key) => oauth[key] !== undefined).map((key) => [key, oauth[key]]),
  )
  for (const [key, value] of Object.entries(texts))
    if (typeof value !== 'string') return problem(`"oauth.${key}" must be a text`, hint)
  if (scopes !== undefined && !isWords(scopes)) return problem('"oauth.scopes" must be a list of texts', hint)
  if (grant !== undefined && !isGrant(grant))
    return problem(`"oauth.grant" must be ${grants.join(' or ')}, not ${tellValue(grant)}`, hint)
  if (grant === 'jwt_bearer' && texts['assertion'] === undefined)
    return problem(
      '"oauth.assertion" is needed for the grant jwt_bearer',
      'Write "assertion": "${WORKLOAD_TOKEN}".',
    )
  if (
    redirectPort !== undefined &&
    !(Number.isInteger(redirectPort) && Number(redirectPort) > 0 && Number(redirectPort) < 65_536)
  )
    return problem('"oauth.redirectPort" must be a port', hint)
  return {
    ...mapTexts(texts as Record<string, string>, portable),
    ...(scopes !== undefined && { scopes }),
    ...(grant !== undefined && { grant }),
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

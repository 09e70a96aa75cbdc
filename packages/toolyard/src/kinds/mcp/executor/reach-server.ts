/**
 * Reaches a server in the way that its configuration says, and shakes hands with it in the newest protocol that both know.
 *
 * References to secrets are filled in here, when the server is reached.
 *
 * @module
 */
import { isAbsolute, resolve } from 'node:path'
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  isProgramSpec,
  type McpProgramSpec,
  type McpServerSpec,
  type McpUrlSpec,
} from '../definition/index.ts'
import type { HostAccess } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { createAnswers } from './answers.ts'
import type { Sampling } from './sample.ts'
import { rootsOf } from './roots.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { type ConnectionParts, McpConnection } from './connection.ts'
import { nameServer, statusOf, wantsAuthorisation } from './fault.ts'
import type { McpLimits } from './limits.ts'
import { authorise, type AuthoriseOptions, type AuthoriseRequest } from './oauth/authorise.ts'
import { createProvider } from './oauth/provider.ts'
import type { OAuthTokenStore } from './oauth/token-store.ts'
import { AsideTransport } from './raw-results.ts'
import type { OfferKind } from './server-offers.ts'
import { type StdioProgram, StdioTransport } from './stdio-transport.ts'

export interface ReachRequest {
  readonly server: string
  readonly spec: McpServerSpec
  readonly host: HostAccess
  readonly limits: McpLimits
  /** The protocol that it is greeted in; the second one where a program ends at the first. */
  readonly greetings: readonly [first: Greeting, second?: Greeting]
  readonly sampling: Sampling | undefined
  /** Takes secrets, and what can't be seen, out of a server's words. */
  readonly clean: (text: string) => string
  /** Told what a server's program says on its standard error. */
  readonly said?: ((chunk: Buffer) => void) | undefined
  readonly onToolsChanged: () => void
  readonly onOffersChanged: (kind: OfferKind) => void
  /** Ends the attempt. */
  readonly signal: AbortSignal
  /** What was agreed with servers that want to know who we are. */
  readonly tokens: OAuthTokenStore
  /** Told that a person has to agree to more than before. */
  readonly onScopeWanted: (scope: string) => void
}

export type Greeting = 'modern' | 'legacy'

type ServerPlace = Pick<ReachRequest, 'server' | 'host'>

/** Rejects with a `ToolyardError`, or with what the SDK threw. */
export function reachServer(request: ReachRequest): Promise<McpConnection> {
  const { spec } = request
  return isProgramSpec(spec) ? reachProgram(request, spec) : reachUrl(request, spec)
}

/** Some older programs end when they are greeted in the newer way: those are started again, and greeted in theirs. */
async function reachProgram(request: ReachRequest, spec: McpProgramSpec): Promise<McpConnection> {
  const program = programOf(spec, request)
  const { greetings } = request
  for (const [index, greeting] of greetings.entries()) {
    // Whatever it was at the last start: what it runs may be another file now.
    const env = await request.host.settings.trust?.command({ name: nameServer(request.server), ...program })
    const transport = new StdioTransport(
      { ...program, env: { ...program.env, ...env } },
      { programs: request.host.programs, clean: request.clean, said: request.said },
    )
    try {
      return await open(request, {
        program,
        transport,
        direct: transport.calls,
        isLegacy: greeting === 'legacy',
        fault: () => transport.fault,
      })
    } catch (error) {
      if (transport.fault === undefined) throw error
      if (index === greetings.length - 1)
        throw new ToolyardError('unavailable', `${nameServer(request.server)} ${transport.fault}`, {
          cause: error,
        })
    }
  }
  throw new ToolyardError('internal', 'a server was not even tried')
}

/** Servers of before 2025 have another way to talk over HTTP: they refuse the newer one with a status. */
async function reachUrl(request: ReachRequest, spec: McpUrlSpec): Promise<McpConnection> {
  const { host, server, tokens, greetings } = request
  const url = urlOf(spec, request)
  const headers = fillAll(spec.headers ?? {}, request, 'header')
  const options = {
    fetch: boundedFetch((input, init) => host.net.fetch(input, init)),
    requestInit: { headers },
    authProvider: createProvider({
      url,
      spec,
      tokens,
      fill: (text) => fill(text, request, 'oauth'),
      wanted: request.onScopeWanted,
    }),
  }
  try {
    const transport = new AsideTransport(new StreamableHTTPClientTransport(url, options))
    return await open(request, {
      transport,
      direct: undefined,
      isLegacy: greetings[0] === 'legacy',
      fault: () => undefined,
    })
  } catch (error) {
    const status = statusOf(error)
    if (wantsAuthorisation(error) || status === undefined || ![400, 404, 405, 406, 415].includes(status))
      throw error
    try {
      const transport = new AsideTransport(new SSEClientTransport(url, options))
      return await open(request, { transport, direct: undefined, isLegacy: true, fault: () => undefined })
    } catch {
      throw new ToolyardError('unavailable', `${nameServer(server)} answered with HTTP status ${status}`, {
        cause: error,
      })
    }
  }
}

/** Lets a person agree to what the server wants. Rejects with a `ToolyardError`. */
export async function authoriseServer(
  request: ServerPlace & AuthoriseOptions & Pick<AuthoriseRequest, 'tokens' | 'clock' | 'scope' | 'spec'>,
): Promise<void> {
  const { spec, host } = request
  await authorise({
    ...request,
    url: urlOf(spec, request),
    headers: fillAll(spec.headers ?? {}, request, 'header'),
    fetch: boundedFetch((input, init) => host.net.fetch(input, init)),
    fill: (text) => fill(text, request, 'oauth'),
  })
}

interface ServerTransport extends Pick<ConnectionParts, 'transport' | 'direct' | 'isLegacy' | 'fault'> {
  readonly program?: StdioProgram
}

function open(request: ReachRequest, { program, ...way }: ServerTransport): Promise<McpConnection> {
  const { server, spec, host, limits, sampling, signal, onToolsChanged, onOffersChanged } = request
  const roots = rootsOf({
    roots: spec.roots && spec.roots.map((path) => fill(path, request, 'roots')),
    workspace: host.settings.workspace,
    program,
  })
  const canSample = spec.sampling ?? sampling !== undefined
  const answer = createAnswers({ server, roots, sampling, canSample })
  return McpConnection.open({
    ...way,
    hasRoots: roots !== undefined,
    server,
    limits,
    answer,
    canSample,
    onToolsChanged,
    onOffersChanged,
    signal,
  })
}

function programOf(spec: McpProgramSpec, request: ReachRequest): StdioProgram {
  const { workspace } = request.host.settings
  const cwd = resolve(workspace, fill(spec.cwd ?? '.', request, 'cwd'))
  const command = fill(spec.command, request, 'command')
  const isPath = /[\\/]/.test(command) && !isAbsolute(command)
  const args = (spec.args ?? []).map((arg) => fill(arg, request, 'args'))
  return {
    argv: [isPath ? resolve(cwd, command) : command, ...args],
    cwd,
    env: fillAll(spec.env ?? {}, request, 'env'),
  }
}

function urlOf(spec: McpUrlSpec, request: ServerPlace): URL {
  const text = fill(spec.url, request, 'url')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new ToolyardError(
    'invalid_config',
    `${nameServer(request.server)}: its url is not one of http or https`,
    {
      hint: 'Correct "url" in its configuration.',
    },
  )
}

function fillAll(
  texts: Readonly<Record<string, string>>,
  request: ServerPlace,
  place: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fill(text, request, `${place} ${name}`)]),
  )
}

function fill(text: string, { host, server }: ServerPlace, place: string): string {
  if (!text.includes('${')) return text
  const here = text.replaceAll('${workspaceFolder}', host.settings.workspace)
  return host.secrets.fill(here, `MCP server "${server}", ${place}`)
}

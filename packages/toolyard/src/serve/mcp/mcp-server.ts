/**
 * The MCP door: lists the tools and calls them, through the pipeline like every other door. What servers behind us offer beside
 * tools is passed on by `offers.ts`.
 *
 * The SDK owns the protocol and its versions; this file owns the mapping. One server is made for a connection, or for a single
 * request if the era knows no connections; what outlives it is in the client's session.
 *
 * @module
 */
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { callTool } from './call-tool.ts'
import type { CalledTool, McpClient } from './client.ts'
import { type Envelope, envelopeOf } from './envelope.ts'
import { exchangeOf } from './exchange.ts'
import { addOffers, offerCapabilities, onChanges } from './offers.ts'
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext, type Tool } from './sdk.ts'
import type { McpSession } from './session.ts'
import { addTasks, taskCapabilities, withTaskSupport } from './tasks/index.ts'

export interface McpServerOptions {
  readonly name?: string
  readonly version: string
  /** The agent on whose behalf clients call. */
  readonly agent?: string | undefined
  /** Who is behind the clients, as journal and approvals name them. */
  readonly principal?: string
  /** Called when a client is given the list of tools. */
  readonly onListed?: () => void
}

export interface ServedClient extends Omit<McpServerOptions, 'agent'> {
  readonly agent: string | undefined
  readonly era: McpClient['era']
  /** Whether the person at the client may approve calls; true by default. */
  readonly approves?: boolean
  /** The access token of the client. */
  readonly tokenId?: string | undefined
  /** The method of the only request that is served, if that is known. */
  readonly method?: string | undefined
  /** The session of the client that sent a request. */
  session(context: ServerContext): McpSession
  /** Called with each call that is served here. */
  readonly onServed?: (server: Server, client: McpClient) => void
}

const callMethod = 'tools/call'

/** Nothing here checks forms with it: answers are read by hand. */
const noValidator = {
  getValidator: () => (input: unknown) =>
    ({ valid: true, data: input as never, errorMessage: undefined }) as const,
}

/** What clients are told of who serves them. */
export function identityOf({ name = 'toolyard', version }: Pick<McpServerOptions, 'name' | 'version'>): {
  name: string
  version: string
} {
  return { name, version }
}

export function createMcpServer(yard: ToolService, served: ServedClient): Server {
  const server = new Server(identityOf(served), {
    capabilities: {
      tools: { listChanged: true },
      ...offerCapabilities(yard),
      ...taskCapabilities(served.era),
    },
    jsonSchemaValidator: noValidator,
    debouncedNotificationMethods: [
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ],
  })
  const describe = (context: ServerContext): McpClient => describeClient(server, yard, { served, context })
  if (served.method !== callMethod) {
    addToolList(server, yard, served)
    addOffers(server, yard, describe)
    addTasks(server, served.era, describe)
  }
  if (served.method === undefined || served.method === callMethod)
    server.fallbackRequestHandler = async ({ method, params }, context) => {
      if (method !== callMethod) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
      const called = readCall(params)
      const client = describe(context)
      served.onServed?.(server, client)
      return callTool(client, called, exchangeOf(context)).finally(client.session.use())
    }
  return server
}

function addToolList(server: Server, yard: ToolService, served: ServedClient): void {
  server.setRequestHandler('tools/list', async (_request, context) => {
    const { threadId } = served.session(context)
    const tools = await listTools(yard, served.agent, threadId)
    served.onListed?.()
    return { tools: withTaskSupport(yard, served.era, tools as Tool[]) }
  })
}

/**
 * What a request to call a tool says. It is read here, not by the SDK, whose checks before and after a call the pipeline makes
 * as well, with words that a model learns from.
 */
function readCall(params: unknown): CalledTool {
  const { name, arguments: input, task } = isPlainObject(params) ? params : {}
  if (typeof name === 'string') return { name, input: input ?? {}, task }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid params: "name" must name a tool')
}

/** Tells the client of a connection when tools, prompts or resources come, go or change, until the connection ends. */
export function tellChanges(yard: ToolService, server: Server): void {
  const send = {
    tools: () => server.sendToolListChanged(),
    prompts: () => server.sendPromptListChanged(),
    resources: () => server.sendResourceListChanged(),
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = onChanges(yard, (kind) => void send[kind]().catch(() => {}))
}

async function listTools(
  yard: ToolService,
  agent: string | undefined,
  threadId: string,
): Promise<readonly object[]> {
  if (agent === undefined) return yard.definitions('mcp', { threadId })
  try {
    return await yard.definitionsFor(agent, 'mcp', { threadId })
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message} ${error.hint ?? ''}`.trim())
  }
}

function describeClient(
  server: Server,
  yard: ToolService,
  { served, context }: { served: ServedClient; context: ServerContext },
): McpClient {
  const envelope =
    served.era === 'modern'
      ? envelopeOf(context)
      : { info: server.getClientVersion(), capabilities: server.getClientCapabilities() }
  const session = served.session(context)
  return clientOf(yard, served, { ...envelope, session, speaks: server.getNegotiatedProtocolVersion() })
}

/** Whom a request is from, by where it came in and what it says. */
export function clientOf(
  yard: ToolService,
  served: Omit<ServedClient, 'session'>,
  { info, capabilities, session, speaks }: Envelope & Pick<McpClient, 'session' | 'speaks'>,
): McpClient {
  const { agent, principal = 'mcp', tokenId, era, approves = true } = served
  return {
    yard,
    session,
    agent,
    principal,
    era,
    approves,
    tokenId,
    isIdentified: served.principal !== undefined,
    name: info?.name ?? 'client',
    capabilities,
    speaks,
  }
}

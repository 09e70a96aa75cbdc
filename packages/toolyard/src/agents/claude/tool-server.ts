/**
 * The tools of a run as an MCP server in this very process, which the SDK lists and calls.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { renderResult } from '../../dialects/index.ts'
import { type Clock, pause, version } from '../../kernel/index.ts'
import type { ModelTool } from '../models/index.ts'
import type { McpSdk, SdkMcpServer, ServerOrigin } from './sdk.ts'

export const serverName = 'yard'
/** Results are bounded in the pipeline. The program would put longer ones into a file that no tool reads. */
const maxResultChars = 10_000_000
const prefix = `mcp__${serverName}__`
/** Under this name the SDK tells which call of the model it is. */
const callIdKey = 'claudecode/toolUseId'

export interface ServedTools {
  list(): readonly ModelTool[]
  /** Tool and arguments are those that the model wrote, not those that the SDK hands on. */
  call(callId: string): Promise<ToolResult>
}

export interface ToolServer {
  /** What the SDK takes. */
  readonly instance: SdkMcpServer
  /** The list has changed. Waits until the SDK has asked for it, not for ever: before that it asks the model with the old one. */
  tellChanged(clock: Clock): Promise<void>
}

const relistMs = 2000

export function createToolServer(mcp: McpSdk, tools: ServedTools): ToolServer {
  const server = new mcp.Server(
    { name: serverName, version },
    { capabilities: { tools: { listChanged: true } } },
  )
  let listed: AbortController | undefined
  server.setRequestHandler(mcp.ListToolsRequestSchema, async () => {
    listed?.abort()
    return { tools: tools.list().map(toolFor) }
  })
  server.setRequestHandler(mcp.CallToolRequestSchema, async ({ params }) => {
    const { _meta: meta } = params ?? {}
    const callId = meta?.[callIdKey]
    if (typeof callId !== 'string') throw new Error('the call has no id')
    return answerFor(await tools.call(callId))
  })
  return {
    instance: server,
    async tellChanged(clock) {
      listed = new AbortController()
      await server.sendToolListChanged()
      await pause(relistMs, { clock, signal: listed.signal }).catch(() => {})
    },
  }
}

/** The name in our list of a tool that the model asks for; what is not from our server stays as it is. */
export function listedName(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** Whether a call is for our server, by where the server came from: a name can be given to anything. */
export function isOurs(name: string, origin: ServerOrigin | undefined): boolean {
  return name.startsWith(prefix) && origin?.source === 'sdk' && origin.name === serverName
}

/**
 * The SDK runs only those calls beside each other that claim to change nothing, and asks for no leave for them. Which may
 * run beside which, and who must be asked, is decided in the pipeline, so all of them claim it.
 */
function toolFor({ name, description, inputSchema }: ModelTool): object {
  return {
    name,
    description,
    inputSchema,
    annotations: { readOnlyHint: true },
    _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': maxResultChars },
  }
}

/** Without structured content: if there is any, the SDK shows the model nothing else. */
function answerFor(result: ToolResult): object {
  const { content, isError } = renderResult(result, 'mcp', { id: result.callId, name: result.tool }) as {
    readonly content: object
    readonly isError?: boolean
  }
  return { content, ...(isError === true && { isError }) }
}

/**
 * The MCP door: lists the tools and calls them, through the pipeline like every other door.
 *
 * The SDK owns the protocol and its versions; this file owns the mapping. Every connection is a thread of its own, so that
 * stateful tools keep one state per client, and what the client was shown is what it calls.
 *
 * @module
 */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { ToolEvent, ToolResult } from '../define/index.ts'
import { renderResult } from '../dialects/index.ts'
import { createIds, ToolyardError } from '../kernel/index.ts'
import type { CallOptions } from '../pipeline/index.ts'
import type { ToolService } from '../runtime/index.ts'

export interface McpServerOptions {
  readonly name?: string
  readonly version: string
  /** The agent on whose behalf clients call. */
  readonly agent?: string | undefined
}

/** A server for one connection. */
export function createMcpServer(yard: ToolService, options: McpServerOptions): Server {
  const server = new Server(
    { name: options.name ?? 'toolyard', version: options.version },
    { capabilities: { tools: { listChanged: true } } },
  )
  const threadId = createIds().next('mcp')
  const tellChanged = (): void => void server.sendToolListChanged().catch(() => {})
  const stopTelling = yard.onToolsChanged(tellChanged)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = () => {
    stopTelling()
    void yard.threads.cleanupContext(threadId)
  }
  server.setRequestHandler('tools/list', async () => {
    const { agent } = options
    const tools =
      agent === undefined
        ? yard.definitions('mcp', { threadId })
        : await yard.definitionsFor(agent, 'mcp', { threadId })
    return { tools: tools as unknown as Tool[] }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const call: CallOptions = {
      threadId,
      origin: 'mcp',
      agent: options.agent,
      principal: 'mcp',
      signal: context.mcpReq.signal,
    }
    const result = await runCall(yard, { name: params.name, input: params.arguments ?? {}, call }, context)
    if (result.error?.code === 'tool_not_found' && !yard.registry.has(params.name))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${params.name} not found. ${result.error.hint ?? ''}`.trim(),
      )
    return renderResult(result, 'mcp', { id: result.callId, name: params.name }) as CallToolResult
  })
  return server
}

interface Requested {
  readonly name: string
  readonly input: unknown
  readonly call: CallOptions
}

/** Streams only where the client asked to be told of progress. */
async function runCall(
  yard: ToolService,
  { name, input, call }: Requested,
  context: ServerContext,
): Promise<ToolResult> {
  const { _meta: meta } = context.mcpReq
  const token = meta?.progressToken
  if (token === undefined) return yard.call(name, input, call)
  const progressOf = createProgress()
  for await (const event of yard.stream(name, input, call)) {
    if (event.type === 'result') return event.result
    const progress = progressOf(event)
    if (progress)
      await context.mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken: token, ...progress } })
        .catch(() => {})
  }
  throw new ToolyardError('internal', `the call of "${name}" ended without a result`)
}

interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A step for what has no number of its own, in a call that counts its work itself. */
const smallStep = 0.001

/** Events as progress. Its number grows with each, as the protocol wants, also where a tool counts and streams in turns. */
function createProgress(): (event: ToolEvent) => Progress | undefined {
  let last = 0
  let step = 1
  return (event) => {
    if (event.type !== 'progress' && event.type !== 'chunk') return undefined
    const done = event.type === 'progress' ? event.done : undefined
    if (done !== undefined) step = smallStep
    last = done !== undefined && done > last ? done : last + step
    if (event.type === 'chunk')
      return {
        progress: last,
        message: typeof event.data === 'string' ? event.data : JSON.stringify(event.data),
      }
    const { total, message } = event
    return {
      progress: last,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    }
  }
}

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
import { createIds } from '../kernel/index.ts'
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
  const stopTelling = yard.registry.registrations.onChange(tellChanged)
  server.onclose = () => {
    stopTelling()
    void yard.threads.cleanupContext(threadId)
  }
  server.setRequestHandler('tools/list', () => ({
    tools: yard.definitions('mcp', { threadId }) as unknown as Tool[],
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!yard.registry.has(params.name)) {
      const { error } = await yard.call(params.name, {}, { threadId, origin: 'mcp' })
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${params.name} not found. ${error?.hint ?? ''}`.trim(),
      )
    }
    const call: CallOptions = {
      threadId,
      origin: 'mcp',
      agent: options.agent,
      principal: 'mcp',
      signal: context.mcpReq.signal,
    }
    const result = await runCall(yard, { name: params.name, input: params.arguments ?? {}, call }, context)
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
  const token = context.mcpReq._meta?.progressToken
  if (token === undefined) return yard.call(name, input, call)
  let sent = 0
  for await (const event of yard.stream(name, input, call)) {
    if (event.type === 'result') return event.result
    const progress = progressOf(event, ++sent)
    if (progress)
      await context.mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken: token, ...progress } })
        .catch(() => {})
  }
  return yard.call(name, input, call)
}

function progressOf(
  event: ToolEvent,
  count: number,
): { progress: number; total?: number; message?: string } | undefined {
  if (event.type === 'progress') {
    return {
      progress: event.done ?? count,
      ...(event.total !== undefined && { total: event.total }),
      ...(event.message !== undefined && { message: event.message }),
    }
  }
  if (event.type === 'chunk')
    return {
      progress: count,
      message: typeof event.data === 'string' ? event.data : JSON.stringify(event.data),
    }
  return undefined
}

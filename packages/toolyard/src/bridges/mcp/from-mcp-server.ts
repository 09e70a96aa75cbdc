/**
 * `fromMcpServer`: the tools of an MCP server object of this process as tools of a yard, without a program or a port between.
 * It is the application's own, so what it says of its tools is believed.
 *
 * @module
 */
import { type AnySpec, buildTool, type Tool, type ToolContext } from '../../define/index.ts'
import { readDefinition } from '../../kinds/mcp/definition/index.ts'
import { connectInProcess, type McpServerLike } from '../../kinds/mcp/executor/index.ts'
import { maxDelayMs, ToolyardError } from '../../kernel/index.ts'

export interface FromMcpOptions {
  /** Put before the names of its tools. */
  readonly prefix?: string
}

/** Takes an `McpServer` of SDK 1 or 2 that is not connected yet. Throws `invalid_definition` at a tool that can't be taken. */
export async function fromMcpServer(server: McpServerLike, options: FromMcpOptions = {}): Promise<Tool[]> {
  const connection = await connectInProcess(server, 'in-process')
  try {
    return await toolsOver(connection, options)
  } catch (error) {
    // So that it can be taken again.
    await connection.close()
    throw error
  }
}

type InProcessConnection = Awaited<ReturnType<typeof connectInProcess>>

async function toolsOver(connection: InProcessConnection, { prefix = '' }: FromMcpOptions): Promise<Tool[]> {
  const { definitions, problem } = await connection.tools()
  if (problem !== undefined) throw new ToolyardError('invalid_definition', `the MCP server ${problem}`)
  return definitions.map((raw) => {
    const definition = readDefinition(raw)
    if ('reason' in definition)
      throw new ToolyardError('invalid_definition', `a tool of the MCP server ${definition.reason}`, {
        hint: definition.hint,
      })
    const { name, title, description, inputSchema, outputSchema, annotations = {} } = definition
    const spec: AnySpec = {
      name: `${prefix}${name}`.replaceAll(/[^\w-]/g, '_'),
      ...(title !== undefined && { title }),
      description: description.trim() || `${name}.`,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(annotations['readOnlyHint'] === true && { permission: 'read' as const }),
      ...(annotations['idempotentHint'] === true && { idempotent: true }),
      execute: async (input: unknown, context: ToolContext) => {
        if (connection.isClosed) throw closedBefore(name)
        try {
          const call = { name, input: input as never, headerSchema: undefined }
          return await connection.call(call, context, maxDelayMs)
        } catch (error) {
          throw connection.isClosed ? closedDuring(name, error) : error
        }
      },
    }
    return buildTool(spec, 'app')
  })
}

function closedBefore(name: string): ToolyardError {
  return new ToolyardError('unavailable', `the MCP server of "${name}" is closed`, {
    hint: 'Nothing was run. Take its tools again with fromMcpServer().',
  })
}

function closedDuring(name: string, cause: unknown): ToolyardError {
  return new ToolyardError(
    'tool_failed',
    `the MCP server was closed in the middle of the call of "${name}"`,
    {
      cause,
      hint: 'Whether it did what was asked is not known: check before you call again.',
    },
  )
}

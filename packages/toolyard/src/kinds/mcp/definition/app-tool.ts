/**
 * A tool of an MCP server that the application describes itself: the description is the application's own, and needs no person
 * to accept it.
 *
 * @module
 */
import { type AnySpec, buildRemoteTool, type Tool } from '../../../define/index.ts'
import { didYouMean, ToolyardError } from '../../../kernel/index.ts'

export interface McpToolDefinition {
  /** The same as the name that it is registered under, where it is given. */
  readonly name?: string
  readonly title?: string
  readonly description: string
  /** `mcp` by default. */
  readonly category?: string
  readonly version?: string
  readonly tags?: readonly string[]
  /** Ask a person before every call, whatever policy says. */
  readonly confirm?: boolean
  /** The schema of its parameters. */
  readonly parameters?: unknown
  readonly config: {
    /** A server of the configuration, or the name of one that `serverUrl` defines. */
    readonly serverName: string
    readonly serverUrl?: string
    /** How long a call may take, in milliseconds. */
    readonly timeout?: number
    /** The tool's name as the server knows it, where it is another. */
    readonly toolName?: string
  }
}

const configKeys = ['serverName', 'serverUrl', 'timeout', 'toolName']

/** Throws `invalid_definition`. */
export function appMcpTool(name: string, definition: McpToolDefinition): Tool {
  const { name: own, parameters, config, ...facts } = definition
  if (own !== undefined && own !== name)
    throw new ToolyardError('invalid_definition', `Tool "${name}": its definition has the name "${own}"`, {
      hint: 'Use one name for both, or leave it out of the definition.',
      tool: name,
    })
  if (typeof config?.serverName !== 'string' || config.serverName === '')
    throw new ToolyardError('invalid_definition', `Tool "${name}": config.serverName is missing`, {
      hint: 'Name a server of mcp.json, or give config.serverUrl with it.',
      tool: name,
    })
  const wrong = Object.keys(config).find((key) => !configKeys.includes(key))
  if (wrong !== undefined)
    throw new ToolyardError(
      'invalid_definition',
      `Tool "${name}": config.${wrong} is not a setting.${didYouMean(wrong, configKeys)}`,
      { hint: `Settings: ${configKeys.join(', ')}.`, tool: name },
    )
  const { serverName: server, timeout, toolName = name } = config
  const spec: AnySpec = {
    category: 'mcp',
    ...facts,
    name,
    ...(parameters !== undefined && { inputSchema: parameters }),
    permission: 'external',
    effects: 'network',
    ...(timeout !== undefined && { timeoutMs: timeout }),
  }
  return buildRemoteTool(spec, 'app', {
    implementation: { kind: 'mcp', mcp: { server, name: toolName } },
    text: `${toolName} of MCP server ${server}`,
    identity: config.serverUrl ?? null,
  })
}

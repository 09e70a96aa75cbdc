/** `mcp_client`: any configured MCP server, its tools, resources and prompts, without registering each for the model. */
import { z } from 'zod'
import { type ContentBlock, defineTool, type McpAccess, textOf, type ToolContext } from '../define/index.ts'
import { ToolyardError } from '../kernel/index.ts'
import {
  type McpClientOutput,
  outputSchema,
  toldPrompts,
  toldResources,
  toldServers,
} from './mcp-client-lib/output.ts'

const actions = ['servers', 'tools', 'call', 'resources', 'read', 'prompts', 'prompt'] as const

const inputSchema = z.strictObject({
  action: z
    .enum(actions)
    .describe(
      'servers: which there are; tools: what a server can do; call: run a tool; resources: what can be read; read: one of them; prompts: its templates; prompt: one of them filled in',
    ),
  server: z.string().min(1).optional().describe('Name of the server, as "servers" shows it'),
  name: z
    .string()
    .min(1)
    .optional()
    .describe('call: the tool; read: the URI of the resource; prompt: the prompt'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('call, prompt: its arguments by name'),
})

type McpClientInput = z.infer<typeof inputSchema>

export default defineTool({
  name: 'mcp_client',
  description:
    'Use the MCP servers that are configured here: list them, see their tools, resources and prompts, call a tool, read a resource, fill in a prompt. Begin with action "servers", then "tools" with the server that fits.',
  category: 'system',
  permission: 'external',
  effects: 'network',
  tags: ['mcp'],
  inputSchema,
  outputSchema,
  examples: [{ title: 'Which servers there are', input: { action: 'servers' } }],
  aliases: { tool: 'name', uri: 'name', args: 'arguments' },
  permissionFor: ({ action }) =>
    action === 'servers'
      ? { permission: 'read', effects: 'none' }
      : { permission: 'external', effects: 'network' },

  async execute(input, context) {
    const { mcp } = context.services
    if (input.action === 'servers') {
      const servers = mcp?.servers() ?? []
      return listed({ servers }, { servers: toldServers(servers) })
    }
    if (!mcp)
      throw new ToolyardError('unavailable', 'no MCP server is configured', {
        hint: 'Servers are named in mcp.json of the workspace.',
      })
    return use(input, needed(input, 'server'), { mcp, context })
  },
})

interface McpClientAnswer {
  readonly content: readonly ContentBlock[]
  readonly data: McpClientOutput
  readonly isError?: boolean
}

interface McpReach {
  readonly mcp: McpAccess
  readonly context: ToolContext
}

async function use(
  input: McpClientInput,
  server: string,
  { mcp, context }: McpReach,
): Promise<McpClientAnswer> {
  const { signal } = context
  switch (input.action) {
    case 'tools': {
      const tools = await mcp.tools(server)
      return listed(
        { tools },
        { tools: tools.map(({ name, original, description }) => ({ name, original, description })) },
      )
    }
    case 'call':
      return call(input, server, { mcp, context })
    case 'resources': {
      const resources = await mcp.resources(server, signal)
      return listed({ resources }, { resources: toldResources(resources) })
    }
    case 'read':
      return inBlocks(await mcp.read(server, needed(input, 'name'), signal))
    case 'prompts': {
      const prompts = await mcp.prompts(server, signal)
      return listed({ prompts }, { prompts: toldPrompts(prompts) })
    }
    default:
      return promptText(
        await mcp.prompt(server, { name: needed(input, 'name'), arguments: texts(input) }, signal),
      )
  }
}

/** As any other call: rules, holds, bindings and the journal are those of the tool itself. */
async function call(
  input: McpClientInput,
  server: string,
  { mcp, context }: McpReach,
): Promise<McpClientAnswer> {
  const wanted = needed(input, 'name')
  const tools = await mcp.tools(server)
  const tool = tools.find(({ name, original }) => original === wanted || name === wanted)
  if (!tool)
    throw new ToolyardError(
      'tool_not_found',
      `the MCP server "${server}" has no tool "${wanted}" that can be used`,
      {
        hint: `Tools: ${tools
          .map(({ original }) => original)
          .slice(0, 50)
          .join(', ')}.`,
      },
    )
  const { status, content, data, error } = await context.call(tool.name, input.arguments ?? {})
  if (status === 'ok' || status === 'skipped') return { content, data: toldResult(content, data) }
  if (error) throw new ToolyardError(error.code, error.message, error)
  return { content, data: toldResult(content, data), isError: true }
}

/** Characters of a tool's data as JSON; to shorten it would give it another shape. */
const mostResult = 40_000

/** Data that is the text once more is not said twice. */
function toldResult(content: readonly ContentBlock[], data: unknown): McpClientOutput {
  const text = textOf({ content: content.filter(({ type }) => type === 'text') })
  if (data === undefined || data === null || typeof data === 'string') return { text }
  return JSON.stringify(data).length <= mostResult ? { result: data } : { text, truncated: true }
}

function inBlocks(content: readonly ContentBlock[]): McpClientAnswer {
  return { content, data: toldResult(content, undefined) }
}

/** The list as it came for the model, and in our words for programs. */
function listed(shown: object, data: McpClientOutput): McpClientAnswer {
  return { content: [{ type: 'text', text: JSON.stringify(shown) }], data }
}

function promptText(
  messages: readonly { readonly role: string; readonly content: readonly ContentBlock[] }[],
): McpClientAnswer {
  return inBlocks(
    messages.flatMap(({ role, content }) => {
      const words = content.filter(({ type }) => type === 'text')
      return [
        { type: 'text' as const, text: `${role}: ${textOf({ content: words })}` },
        ...content.filter(({ type }) => type !== 'text'),
      ]
    }),
  )
}

function texts({ arguments: given = {} }: McpClientInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

function needed(input: McpClientInput, field: 'server' | 'name'): string {
  const value = input[field]
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${field}: is needed for action "${input.action}"`, {
    hint:
      field === 'server' ? 'Use action "servers" to see which there are.' : `Name what to ${input.action}.`,
  })
}

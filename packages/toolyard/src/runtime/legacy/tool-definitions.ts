/**
 * The shapes in which older code registers tools, and the tool that such a definition becomes under its key.
 *
 * @module
 */
import {
  type InferLoosely,
  type ManifestLike,
  type SchemaLike,
  type Tool,
  type ToolContext,
  toTool,
  withFacts,
} from '../../define/index.ts'
import type { McpToolDefinition } from '../../kinds/mcp/definition/index.ts'
import type { RestToolSpec } from '../../kinds/rest/definition/index.ts'
import { type JsonSchema, lazyBeside, toolNamePattern, ToolyardError } from '../../kernel/index.ts'

type Facts = Omit<ManifestLike, 'name' | 'inputSchema' | 'input_schema' | 'parameters'> & {
  readonly name?: string
}

/** `S` is the schema; `Else` is what `execute` takes where the schema says nothing to the compiler. */
export type StatelessToolDefinition<S = unknown, Else = Record<string, unknown>> = Facts & {
  readonly parameters: S
  execute(parameters: InferLoosely<S, Else>, context: ToolContext): unknown
}

export type StatefulToolDefinition<S = unknown> = Facts & { readonly parameters: S } & (
    | { create(): Instance<S> | Promise<Instance<S>> }
    | { readonly factory: { create(): Instance<S> | Promise<Instance<S>> } }
  )

interface Instance<S> {
  execute(parameters: S extends SchemaLike ? InferLoosely<S, never> : never, context: ToolContext): unknown
  dispose?(): unknown
}

export type ToolParameters = SchemaLike | JsonSchema
export type RestToolConfig = RestToolSpec['config']
export type McpToolConfig = McpToolDefinition['config']

/** What `registerRestTool` takes: an endpoint by its facts. */
export type RestToolDefinition = Omit<RestToolSpec, 'name'> & { readonly name?: string }

/** Takes instances of classes too, whose facts and functions may be anywhere on their prototypes. */
export function toolUnder(name: string, definition: object): Tool {
  const refuse = (reason: string, hint: string): never => {
    throw new ToolyardError('invalid_definition', `Tool "${name}": ${reason}`, { hint, tool: name })
  }
  const tool = toNamedTool(name, definition)
  const { name: own, description } = tool.manifest
  if (own !== '' && own !== name)
    refuse(
      `its definition has the name "${own}"`,
      'Use one name for both, or leave it out of the definition.',
    )
  if (description === '')
    refuse('description is missing', 'Say in one sentence what the tool does, then when to use it.')
  if (own !== '') return tool
  if (!toolNamePattern.test(name))
    refuse(
      'this is not a tool name',
      'Use 1-64 letters, digits, "_" or "-", starting with a letter; snake_case reads best.',
    )
  return withFacts(tool, { name })
}

/** A definition without a name does not know what to call itself in its own mistakes. */
function toNamedTool(name: string, definition: object): Tool {
  try {
    return toTool(definition)
  } catch (error) {
    if (!ToolyardError.isInstance(error) || error.tool !== undefined) throw error
    const message = error.message.replace(/^This tool/, `Tool "${name}"`)
    throw new ToolyardError(error.code, message, { hint: error.hint, tool: name, cause: error })
  }
}

/** The code that knows endpoints is loaded with the first of them. */
export function restToolUnder(name: string, definition: RestToolDefinition): Tool {
  if (definition.name !== undefined && definition.name !== name)
    throw new ToolyardError(
      'invalid_definition',
      `Tool "${name}": its definition has the name "${definition.name}"`,
      {
        hint: 'Use one name for both, or leave it out of the definition.',
        tool: name,
      },
    )
  const { restTool } = loadRest() as { restTool: (spec: RestToolSpec) => Tool }
  return restTool({ ...definition, name })
}

/** The same for those of MCP servers. */
export function mcpToolUnder(name: string, definition: McpToolDefinition): Tool {
  const { appMcpTool } = loadMcp() as { appMcpTool: (name: string, given: McpToolDefinition) => Tool }
  return appMcpTool(name, definition)
}

const loadMcp = lazyBeside(import.meta.url, '../../kinds/mcp/definition/index')
const loadRest = lazyBeside(import.meta.url, '../../kinds/rest/definition/index')

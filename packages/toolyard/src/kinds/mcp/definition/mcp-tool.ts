/**
 * A tool of an MCP server, made from what the server says of it.
 *
 * It reaches outside and changes what it likes, whatever its annotations claim; they are shown and hashed, and believed by
 * no one. Everything that the server said, to the letter, and who the server is are part of the fingerprint: one blank more
 * is another version, which a person has to accept.
 *
 * @module
 */
import { buildRemoteTool, type Tool } from '../../../define/index.ts'
import { messageOf, ToolyardError, visibleText } from '../../../kernel/index.ts'
import { type Definition, readDefinition, type DefinitionRefusal } from './definition.ts'
import { headerProblem } from './header-marks.ts'
import { pretends } from './look-alikes.ts'
import { suspicionsOf } from './suspicions.ts'
import { toolNameOf } from './tool-name.ts'

export interface McpToolSource {
  /** The server's name in the configuration. */
  readonly server: string
  /** As it came over the wire. */
  readonly definition: unknown
  /** Who the server is: the command or the address by which it is reached. */
  readonly identity: unknown
  /** Whether it is reached over HTTP, where marks for headers count. */
  readonly isHttp?: boolean
}

/** As long as a call may take at all: what a server does is limited by its silence, not by its length. */
const timeoutMs = 600_000

export function mcpTool(source: McpToolSource): Tool | DefinitionRefusal {
  const definition = readDefinition(source.definition)
  if ('reason' in definition) return definition
  const { name } = definition
  if (visibleText(name) !== name || /[\n\t]/.test(name)) return nameRefusal('hides characters in its name')
  if (pretends(name)) return nameRefusal('has letters in its name that look like others')
  try {
    const tool = build(source, definition)
    const problem = source.isHttp ? headerProblem(tool.input.json) : undefined
    return problem === undefined ? tool : nameRefusal(problem)
  } catch (error) {
    return nameRefusal(
      ToolyardError.isInstance(error) ? error.message.replace(/^Tool "[^"]*": /, '') : messageOf(error),
    )
  }
}

function build({ server, definition: raw, identity }: McpToolSource, definition: Definition): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations, said } = definition
  const doubts = suspicionsOf(definition, raw)
  const look = doubts.length === 0 ? '' : `; look closely: ${doubts.join(', ')}`
  return buildRemoteTool(
    {
      name: toolNameOf(server, name),
      ...(title !== undefined && { title }),
      description:
        description.trim() === '' ? `${name} of the MCP server ${visibleText(server)}.` : description,
      category: 'mcp',
      inputSchema,
      ...(outputSchema && { outputSchema }),
      permission: 'external',
      effects: 'network',
      timeoutMs,
      tags: [server, ...(doubts.length > 0 ? ['suspicious'] : [])],
    },
    'mcp',
    {
      implementation: { kind: 'mcp', mcp: { server, name, ...(annotations && { annotations }) } },
      text: `${name} of MCP server ${visibleText(server)}${look}`,
      identity: { identity, said },
    },
  )
}

function nameRefusal(reason: string): DefinitionRefusal {
  return { reason, hint: 'This is a fault of the server: tell its maker.' }
}

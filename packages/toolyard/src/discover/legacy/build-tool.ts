/**
 * From a definition of the registry to a tool that runs. A server's own tools are not made here: the server describes them.
 *
 * @module
 */
import { buildRemoteTool, buildTool, type Tool, withFacts } from '../../define/index.ts'
import { restTool } from '../../kinds/rest/definition/index.ts'
import type { LegacyDefinition } from './legacy-registry.ts'
import { statefulOf, statelessOf } from './run-function.ts'

/** Throws `invalid_definition`; returns undefined for a tool that its server describes. */
export function buildLegacyTool({ facts, way, type }: LegacyDefinition): Tool | undefined {
  const { name, description, ...others } = facts
  if (way.kind === 'function') {
    // The function is the application's own code, like a file of its tool folder.
    const run = type === 'STATEFUL' ? { create: statefulOf(way, name) } : { execute: statelessOf(way, name) }
    return buildTool({ ...facts, ...run }, 'app')
  }
  if (way.kind === 'rest') {
    const { inputSchema, ...rest } = others
    const parameters = inputSchema && { parameters: inputSchema }
    return own(restTool({ name, description, ...rest, ...parameters, config: way.rest }))
  }
  if (way.isDynamic) return undefined
  const { server, name: original } = way.mcp
  return own(
    buildRemoteTool({ ...facts, permission: 'external', effects: 'network' }, 'app', {
      implementation: { kind: 'mcp', mcp: way.mcp },
      text: `${original} of MCP server ${server}`,
    }),
  )
}

/** The file is the project's own: what is wrong in it is refused, as in code. */
function own(tool: Tool): Tool {
  return withFacts(tool, { source: 'config' })
}

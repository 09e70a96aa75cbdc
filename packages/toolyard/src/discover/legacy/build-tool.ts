/**
 * From a definition of the registry to a tool that runs. A server's own tools are not made here: the server describes them.
 *
 * @module
 */
import { buildRemoteTool, buildTool, type Tool } from '../../define/index.ts'
import { restTool } from '../rest/index.ts'
import type { LegacyDefinition } from './legacy-registry.ts'
import { statefulOf, statelessOf } from './run-function.ts'

/** Throws `invalid_definition`; answers nothing for a tool that its server describes. */
export function buildLegacyTool({ facts, way, type }: LegacyDefinition): Tool | undefined {
  const { name, description, ...others } = facts
  if (way.kind === 'function') {
    // The function is the application's own code, like a file of its tool folder.
    const run = type === 'STATEFUL' ? { create: statefulOf(way, name) } : { execute: statelessOf(way, name) }
    return buildTool({ ...facts, ...run }, 'app')
  }
  if (way.kind === 'rest') {
    const { inputSchema, ...rest } = others
    return restTool(
      { name, description, ...rest, ...(inputSchema && { parameters: inputSchema }), config: way.rest },
      'config',
    )
  }
  if (way.isDynamic) return undefined
  const { server, name: original } = way.mcp
  return buildRemoteTool({ ...facts, permission: 'external', effects: 'network' }, 'config', {
    implementation: { kind: 'mcp', mcp: way.mcp },
    text: `${original} of MCP server ${server}`,
  })
}

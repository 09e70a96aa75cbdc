/**
 * Parameters that clients mirror into headers (`x-mcp-header`). The SDK compares the two before a call, for servers of the kind
 * that knows its tools' schemas; ours becomes one for a call of such a tool.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { McpServer, type Server } from './sdk.ts'

const annotation = 'x-mcp-header'

/** `name` is the tool that a request says it calls. */
export function withMirroredHeaders(
  yard: ToolService,
  server: Server,
  name: string | null | undefined,
): Server | McpServer {
  const definition = name ? yard.dialects.of(name, 'mcp')?.definition : undefined
  const { inputSchema } = (definition ?? {}) as { readonly inputSchema?: JsonSchema }
  if (!hasMirrored(inputSchema)) return server
  return Object.assign(new McpServer({ name: '', version: '' }), {
    server,
    toolInputSchemaJson: () => inputSchema as Record<string, unknown>,
  })
}

function hasMirrored(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return annotation in schema || Object.values(schema).some(hasMirrored)
}

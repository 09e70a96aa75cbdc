/**
 * The MCP servers whose tools are used here, and their definitions that wait for a person to accept them.
 *
 * @module
 */
import { type Route, route } from '../route.ts'
import { listOf, whole } from '../shapes/common.ts'
import { mcpServer } from '../shapes/server.ts'
import { serverViews } from '../server-views.ts'

export const mcpServerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/mcp/servers',
    summary: 'MCP servers, their state, and their definitions that are held until somebody accepts them.',
    access: 'viewer',
    answer: listOf(mcpServer),
    handle: async ({ yard, mcpServers }) => whole(await serverViews(yard, mcpServers())),
  }),
]

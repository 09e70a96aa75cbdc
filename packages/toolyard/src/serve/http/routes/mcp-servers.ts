/**
 * The MCP servers whose tools are used here, and their definitions that wait for a person to accept them.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
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
  route({
    method: 'GET',
    path: '/api/mcp/servers/:id/log',
    summary:
      'What the program of an MCP server said on its standard error, the newest of it, without secrets.',
    access: 'operator',
    params: idParams,
    answer: z.object({ log: z.string() }),
    handle: async ({ yard }, { params }) => ({ log: await yard.servers.log(params.id) }),
  }),
  route({
    method: 'POST',
    path: '/api/mcp/servers/:id/restart',
    summary:
      'Ends the connection to an MCP server, and its program, and begins anew. Calls that still run over it fail.',
    access: 'operator',
    params: idParams,
    answer: mcpServer,
    handle: async ({ yard, mcpServers }, { params }) => {
      await yard.servers.restart(params.id)
      const [view] = await serverViews(
        yard,
        mcpServers().filter(({ name }) => name === params.id),
      )
      if (!view) throw new ToolyardError('not_found', `there is no MCP server named "${params.id}"`)
      return view
    },
  }),
]

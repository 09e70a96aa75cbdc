/**
 * The MCP servers whose tools are used here, and their definitions that wait for somebody to accept them.
 *
 * @module
 */
import { z } from 'zod'
import { type Route, route } from '../route.ts'
import { anything, listOf, whole } from '../shapes/common.ts'
import { manifestChange } from '../shapes/tools.ts'
import { serverViews } from '../server-views.ts'

const server = z.object({
  name: z.string(),
  state: z.enum(['idle', 'connecting', 'ready', 'failed', 'needs_authorisation']),
  transport: z.enum(['stdio', 'http']),
  tools: z.int(),
  protocolVersion: z.string().optional(),
  error: z.string().optional(),
  held: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.int(),
      comparison: z
        .object({
          verdict: z.enum(['compatible', 'breaking']),
          changes: z.array(manifestChange),
          reasons: z.array(z.string()),
        })
        .optional(),
      manifest: anything,
    }),
  ),
})

export const mcpServerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/mcp/servers',
    summary: 'MCP servers, their state, and their definitions that are held until somebody accepts them.',
    access: 'viewer',
    answer: listOf(server),
    handle: async ({ yard, mcpServers }) => whole(await serverViews(yard, mcpServers())),
  }),
]

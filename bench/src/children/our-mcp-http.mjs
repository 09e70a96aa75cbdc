/** The same tool as one of ours, behind our handler, with a journal in the database that is named. Prints its port. */
import { serve } from '@hono/node-server'
import { createToolyard, defineTool } from 'toolyard'
import { createMcpHandler } from 'toolyard/mcp'
import { z } from 'zod'

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  permission: 'read',
  effects: 'none',
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => ({ content: [{ type: 'text', text }] }),
})
const yard = await createToolyard({ tools: [echo], database: process.argv[2] })
const handler = createMcpHandler(yard, { version: '1.0.0', hosts: ['127.0.0.1'] })
serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(port),
)

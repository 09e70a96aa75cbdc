/** The same tool on the SDK's own handler, over HTTP. Prints its port. */
import { serve } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const inputSchema = z.object({ text: z.string() })
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.registerTool('echo', { description: 'Says it again.', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  return server
})
serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(port),
)

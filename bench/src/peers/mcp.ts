/**
 * MCP SDK v2: a client that calls a server in the same process.
 *
 * @module
 */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type CatalogueTool } from '../catalogue-tool.ts'
import type { Catalogue, Peer } from '../peer.ts'
import { inputAt, type Sample } from '../sample.ts'

interface CallAnswer {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}

export const mcpPeer: Peer = {
  name: 'MCP SDK',
  open: async (sample) => {
    const { client, close } = await connect(serverOf(sample))
    return [
      {
        name: 'MCP SDK callTool',
        validates: true,
        call: (index) => client.callTool({ name: sample.name, arguments: { ...inputAt(sample, index) } }),
        textOf: (answer) => (answer as CallAnswer).content[0]?.text ?? '',
        refuses: (bad) =>
          client.callTool({ name: sample.name, arguments: { ...bad } }).then(
            (answer) => answer.isError === true,
            () => true,
          ),
        close,
      },
    ]
  },
  catalogue: async (tools) => catalogueOf(tools),
}

/** A server that lists its tools to a client. */
async function catalogueOf(tools: readonly CatalogueTool[]): Promise<Catalogue> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  for (const { name, description, ...rest } of tools) {
    const inputSchema = rest.kind === 'zod' ? rest.schema : fromJsonSchema(rest.schema as never)
    server.registerTool(name, { description, inputSchema }, () => ({
      content: [{ type: 'text', text: 'done' }],
    }))
  }
  const { client, close } = await connect(server)
  return { definitions: async () => (await client.listTools()).tools, close }
}

function serverOf(sample: Sample): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  const { name, description, schema } = sample
  server.registerTool(name, { description, inputSchema: schema }, async (input) => ({
    content: [{ type: 'text', text: await sample.execute(input) }],
  }))
  return server
}

async function connect(server: McpServer): Promise<{ client: Client; close: () => Promise<void> }> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'bench-client', version: '1.0.0' })
  await server.connect(serverSide)
  await client.connect(clientSide)
  return { client, close: () => client.close() }
}

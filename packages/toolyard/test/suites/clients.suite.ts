/** MCP clients that others wrote, in front of us: each lists the tools, calls one, and is refused one. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents-core'
import { createToolyard } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import type { SuiteRow } from './suite.ts'

export const title = 'MCP clients'

const root = resolve(import.meta.dirname, '../../../..')
const info = { name: 'suite', version: '1' }

interface Program {
  readonly command: string
  readonly args: string[]
  readonly cwd: string
  readonly env: Record<string, string>
}

/** What a client is tried with: names that it was shown, and the texts of two answers. */
interface Tried {
  names(): Promise<readonly string[]>
  call(name: string, input: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

type Connect = (place: { readonly program: Program; readonly url: URL }) => Promise<Tried>

const clients: Readonly<Record<string, Connect>> = {
  'MCP SDK 1, stdio': async ({ program }) => first(new FirstStdio(program)),
  'MCP SDK 1, HTTP': async ({ url }) => first(new FirstHttp(url) as unknown as FirstStdio),
  'MCP SDK 2, stdio, older protocol': ({ program }) => second(new StdioClientTransport(program), 'legacy'),
  'MCP SDK 2, stdio, newer protocol': ({ program }) => second(new StdioClientTransport(program), 'auto'),
  'MCP SDK 2, HTTP, older protocol': ({ url }) => second(new StreamableHTTPClientTransport(url), 'legacy'),
  'MCP SDK 2, HTTP, newer protocol': ({ url }) => second(new StreamableHTTPClientTransport(url), 'auto'),
  'OpenAI Agents SDK, stdio': async ({ program }) => agents(new MCPServerStdio({ ...program, name: 'yard' })),
  'OpenAI Agents SDK, HTTP': async ({ url }) =>
    agents(new MCPServerStreamableHttp({ url: url.href, name: 'yard' })),
}

export async function run(): Promise<readonly SuiteRow[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-suite-')))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const tool = `defineTool({ name: 'greet', description: 'Greets.', inputSchema: { name: String }, execute: ({ name }) => 'Hello ' + name })`
  writeFileSync(
    join(folder, 'toolyard.config.ts'),
    `import { defineConfig, defineTool } from 'toolyard'\nexport default defineConfig({ tools: [${tool}] })\n`,
  )
  const program: Program = {
    command: process.execPath,
    args: [
      '--conditions=@toolyard/source',
      join(root, 'packages/toolyard/src/cli/main.ts'),
      'mcp',
      '--config',
      'toolyard.config.ts',
    ],
    cwd: folder,
    env: { HOME: folder, PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: join(folder, 'state') },
  }
  const config = (await import(join(folder, 'toolyard.config.ts'))) as { default: object }
  await using yard = await createToolyard(config.default)
  await using http = await serveMcp(yard)
  const rows: SuiteRow[] = []
  for (const [what, connect] of Object.entries(clients)) {
    const note = await problemOf(() => connect({ program, url: http.url }))
    rows.push({ what, passed: note === undefined ? 1 : 0, of: 1, ...(note !== undefined && { note }) })
  }
  rmSync(folder, { recursive: true, force: true })
  return rows
}

async function problemOf(connect: () => Promise<Tried>): Promise<string | undefined> {
  try {
    const client = await connect()
    const names = await client.names()
    const greeting = await client.call('greet', { name: 'Ada' })
    const refusal = await client.call('greet', {})
    await client.close()
    if (!names.includes('greet')) return `saw ${names.join(', ')}`
    if (greeting !== 'Hello Ada') return `heard ${greeting}`
    return refusal.includes('name') ? undefined : `was told ${refusal}`
  } catch (error) {
    return String(error)
  }
}

function textIn(content: unknown): string {
  return Array.isArray(content) ? content.map((block: { text?: string }) => block.text ?? '').join('') : ''
}

async function first(transport: FirstStdio): Promise<Tried> {
  const client = new FirstClient(info)
  await client.connect(transport)
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => textIn((await client.callTool({ name, arguments: input }))['content']),
    close: () => client.close(),
  }
}

async function second(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  mode: 'auto' | 'legacy',
): Promise<Tried> {
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => textIn((await client.callTool({ name, arguments: input })).content),
    close: () => client.close(),
  }
}

async function agents(server: MCPServerStdio | MCPServerStreamableHttp): Promise<Tried> {
  await server.connect()
  return {
    names: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, input) => textIn(await server.callTool(name, input)),
    close: () => server.close(),
  }
}

/**
 * Calls a tool of an MCP server through Toolyard and through the SDK's own client, in turn, each with a server of its own,
 * and prints what a call took of the processor and of the clock.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createToolyard } from 'toolyard'
import { median } from '../harness.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

export interface McpCalls extends Readonly<Record<string, number>> {
  /** Microseconds of processor time of this process a call, and the ratio of the same rounds. */
  readonly cpu: number
  readonly bareCpu: number
  readonly cpuRatio: number
  /** Microseconds until half of the calls are answered. */
  readonly p50: number
  readonly bareP50: number
  readonly p50Ratio: number
}

type Call = (index: number) => Promise<string>

const [way = 'stdio', calls = '', rounds = ''] = process.argv.slice(2)
const script = fileURLToPath(new URL('mcp-echo-server.ts', import.meta.url))
const program = { command: process.execPath, args: [script] }

console.log(JSON.stringify(await inTemporaryFolder(way === 'http' ? overHttp : overStdio)))
process.exit(0)

function overStdio(workspace: string): Promise<McpCalls> {
  return measure(workspace, { transport: new StdioClientTransport(program), server: program, allow: [] })
}

async function overHttp(workspace: string): Promise<McpCalls> {
  const child = spawn(process.execPath, [script, 'http'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const target = `127.0.0.1:${line.toString().trim()}`
  const url = `http://${target}/mcp`
  const transport = new StreamableHTTPClientTransport(new URL(url))
  return measure(workspace, { transport, server: { url }, allow: [target] })
}

interface Contest {
  readonly transport: Transport
  readonly server: { readonly command: string; readonly args: string[] } | { readonly url: string }
  readonly allow: readonly string[]
}

async function measure(workspace: string, { transport, server, allow }: Contest): Promise<McpCalls> {
  // What a client can answer goes with every message of the newer protocol: both can answer the same.
  const capabilities = { roots: {}, elicitation: { form: {}, url: {} } }
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities },
  )
  await client.connect(transport)
  await client.listTools()
  const yard = await createToolyard({
    workspace,
    mcpServers: { bench: server },
    network: { allow },
    policy: { mode: 'bypass' },
  })
  await yard.settled()
  await yard.syncTools()
  await yard.history.accept('bench__echo')
  const bare: Call = async (index) => {
    const { content } = await client.callTool({ name: 'echo', arguments: { text: `${index}` } })
    const [block] = content
    return block?.type === 'text' ? block.text : ''
  }
  const ours: Call = async (index) => String((await yard.call('bench__echo', { text: `${index}` })).data)
  for (const call of [bare, ours]) {
    if ((await call(7)) !== 'echo 7') throw new Error('the tool did not answer')
    await time(call)
  }
  const found: { readonly bare: Time; readonly ours: Time }[] = []
  for (let round = 0; round < Number(rounds); round++) {
    const first = round % 2 === 0 ? await time(bare) : await time(ours)
    const second = round % 2 === 0 ? await time(ours) : await time(bare)
    found.push(round % 2 === 0 ? { bare: first, ours: second } : { bare: second, ours: first })
  }
  await yard.close()
  await client.close()
  return {
    cpu: median(found.map((round) => round.ours.cpu)),
    bareCpu: median(found.map((round) => round.bare.cpu)),
    cpuRatio: median(found.map((round) => round.ours.cpu / round.bare.cpu)),
    p50: median(found.map((round) => round.ours.p50)),
    bareP50: median(found.map((round) => round.bare.p50)),
    p50Ratio: median(found.map((round) => round.ours.p50 / round.bare.p50)),
  }
}

interface Time {
  readonly cpu: number
  readonly p50: number
}

async function time(call: Call): Promise<Time> {
  const count = Number(calls)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) {
    const from = performance.now()
    await call(index)
    times.push((performance.now() - from) * 1000)
  }
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / count, p50: median(times) }
}

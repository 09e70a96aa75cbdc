/** The doors through which a call can come, behind one interface, for the matrix. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createToolyard, type ToolResult, type ToolService } from 'toolyard'
import { loadConfig } from '../../src/runtime/index.ts'

/** What a caller of any door can tell about one call. */
export interface Told {
  readonly ok: boolean
  readonly text: string
}

export interface Door {
  names(): Promise<string[]>
  call(tool: string, input: Record<string, unknown>): Promise<Told>
  close(): Promise<void>
}

export interface DoorEnvironment {
  /** The file to which the project's journal is written. */
  readonly journal: string
  /** A folder with more tools. */
  readonly more: string
}

export interface DoorKind {
  readonly name: string
  /** What the journal calls it. */
  readonly origin: string
  open(environment: DoorEnvironment): Promise<Door>
}

const config = join(import.meta.dirname, '../fixtures/doors/toolyard.config.ts')
const cli = join(import.meta.dirname, '../../src/cli/main.ts')
const condition = '--conditions=@toolyard/source'

export const doors: readonly DoorKind[] = [
  inProcess('TypeScript call()', async (yard, tool, input) => toldOf(await yard.call(tool, input))),
  inProcess('TypeScript stream()', async (yard, tool, input) => {
    for await (const event of yard.stream(tool, input))
      if (event.type === 'result') return toldOf(event.result)
    throw new Error('a stream ended without a result')
  }),
  inProcess('TypeScript callMany()', async (yard, tool, input) => {
    const [result] = await yard.callMany([{ tool, input }])
    if (!result) throw new Error('a batch of one gave no result')
    return toldOf(result)
  }),
  inProcess('a provider call through answer()', async (yard, tool, input) => {
    const calls = [{ type: 'tool_use', id: 'toolu_1', name: tool, input }]
    const [block] = (await yard.answer('anthropic', calls)) as [{ is_error?: boolean; content: unknown }]
    return { ok: block.is_error !== true, text: JSON.stringify(block.content) }
  }),
  inProcess('registry.execute()', async (yard, tool, input) => {
    const answer = await yard.registry.execute(tool, input)
    return { ok: !/^[a-z_]+: /.test(answer) || answer.startsWith('echo: '), text: answer }
  }),
  inProcess('a call inside a call', async (yard, tool, input) => {
    const inner = (await yard.call('nested', { tool, input })).data as { status: string; content: string }
    return { ok: inner.status === 'ok', text: inner.content }
  }),
  { name: 'the command line', origin: 'cli', open: async (environment) => commandLine(environment) },
  { name: 'MCP over stdio', origin: 'mcp', open: mcpStdio },
]

function inProcess(
  name: string,
  call: (yard: ToolService, tool: string, input: Record<string, unknown>) => Promise<Told>,
): DoorKind {
  return {
    name,
    origin: 'typescript',
    open: async (environment) => {
      const yard = await openYard(environment)
      return {
        names: async () => yard.registry.toolNames,
        call: (tool, input) => call(yard, tool, input),
        close: () => yard.close(),
      }
    },
  }
}

function toldOf(result: ToolResult): Told {
  return {
    ok: result.status === 'ok',
    text: result.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  }
}

async function openYard({ journal, more }: DoorEnvironment): Promise<ToolService> {
  process.env['DOORS_JOURNAL'] = journal
  const loaded = await loadConfig(config)
  return createToolyard({ ...loaded, toolFolders: ['tools', more], builtins: ['system'] })
}

function commandLine(environment: DoorEnvironment): Door {
  const run = async (...args: string[]): Promise<{ code: number | null; out: string; problems: string }> => {
    const child = spawn(process.execPath, [condition, cli, '--config', config, '--json-output', ...args], {
      env: childEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => {
      child.on('exit', resolve)
    })
    const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out, problems }
  }
  return {
    async names() {
      const { tools } = JSON.parse((await run('ls')).out) as { tools: { name: string }[] }
      return tools.map(({ name }) => name)
    },
    async call(tool, input) {
      const { code, out, problems } = await run('call', tool, '--json', JSON.stringify(input))
      return {
        ok: code === 0,
        text:
          out === ''
            ? problems
            : (JSON.parse(out) as ToolResult).content
                .map((block) => (block.type === 'text' ? block.text : ''))
                .join(''),
      }
    },
    close: async () => {},
  }
}

async function mcpStdio(environment: DoorEnvironment): Promise<Door> {
  const client = new Client({ name: 'doors', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [condition, cli, '--config', config, 'mcp'],
      env: childEnvironment(environment),
      stderr: 'ignore',
    }),
  )
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(tool, input) {
      try {
        const result = await client.callTool({ name: tool, arguments: input })
        const content = result.content as { type: string; text?: string }[]
        return { ok: result.isError !== true, text: content.map((block) => block.text ?? '').join('') }
      } catch (error) {
        return { ok: false, text: String(error) }
      }
    },
    close: () => client.close(),
  }
}

function childEnvironment({ journal, more }: DoorEnvironment): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    DOORS_JOURNAL: journal,
    DOORS_MORE: more,
  }
}

/** The doors through which a call can come, behind one interface, for the matrix. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  type CallRequest,
  createToolyard,
  type ToolResult,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'
import { loadConfig } from '../../src/runtime/index.ts'
import { warmPrograms } from '../cli/warm-programs.ts'
import { serveMcp } from '../helpers/mcp-http.ts'
import { repository } from '../helpers/built-workspace.ts'
import { compileCache, program, programRoot } from '../helpers/program.ts'
import { builtInRunner, claudeRunner, subAgent } from './agent-doors.ts'
import type { Door, DoorEnvironment, Told } from './door-parts.ts'

export type { Door, DoorEnvironment, Told } from './door-parts.ts'

export interface DoorKind {
  readonly name: string
  /** What the journal calls it. */
  readonly origin: string
  /** Whether a caller can say on whose behalf it calls. */
  readonly knowsAgents: boolean
  /** Whether something before us answers for tools that were not shown: with words of its own, and no row in the journal. */
  readonly answersFirst?: boolean
  open(environment: DoorEnvironment): Promise<Door>
}

const fixture = 'packages/toolyard/test/fixtures/doors/toolyard.config.ts'
const config = join(repository, fixture)
/** The same, where the program of the command line finds its own package. */
const programConfig = join(programRoot, fixture)
const [command, ...main] = program

export const doors: readonly DoorKind[] = [
  inProcess('TypeScript call()', async (yard, { tool, input, ...options }) =>
    toldOf(await yard.call(tool, input, options)),
  ),
  inProcess('TypeScript stream()', async (yard, { tool, input, ...options }) => {
    for await (const event of yard.stream(tool, input, options))
      if (event.type === 'result') return toldOf(event.result)
    throw new Error('a stream ended without a result')
  }),
  inProcess('TypeScript callMany()', async (yard, request) => {
    const [result] = await yard.callMany([request])
    if (!result) throw new Error('a batch of one gave no result')
    return toldOf(result)
  }),
  inProcess('a provider call through answer()', async (yard, { tool, input, ...options }) => {
    const calls = [{ type: 'tool_use', id: 'toolu_1', name: tool, input }]
    const [block] = await yard.answer('anthropic', calls, options)
    if (!block) throw new Error('a batch of one gave no result')
    return { ok: block.is_error !== true, text: JSON.stringify(block.content) }
  }),
  {
    ...inProcess('registry.execute()', async (yard, { tool, input }) => {
      const answer = await yard.registry.execute(tool, input)
      return { ok: !/^[a-z_]+: /.test(answer) || answer.startsWith('echo: '), text: answer }
    }),
    knowsAgents: false,
  },
  inProcess('a call inside a call', async (yard, { tool, input, ...options }) => {
    const outer = await yard.call('nested', { tool, input }, options)
    const inner = outer.data as { status: string; content: string } | undefined
    return inner ? { ok: inner.status === 'ok', text: inner.content } : toldOf(outer)
  }),
  inProcess('a call that is made again under its id', async (yard, { tool, input, ...options }) => {
    const callId = `again-${randomUUID()}`
    await yard.call(tool, input, { ...options, callId })
    return toldOf(await yard.call(tool, input, { ...options, callId }))
  }),
  { name: 'a call that another process takes up', origin: 'typescript', knowsAgents: true, open: takenUp },
  {
    name: 'the command line',
    origin: 'cli',
    knowsAgents: true,
    open: async (environment) => commandLine(environment),
  },
  {
    name: 'MCP over stdio',
    origin: 'mcp',
    knowsAgents: true,
    open: (environment) => mcpStdio(environment),
  },
  { name: 'MCP over HTTP', origin: 'mcp', knowsAgents: true, open: mcpHttp },
  { name: 'the built-in runner', origin: 'agent', knowsAgents: true, open: builtInRunner },
  {
    name: 'the runner of the Claude Agent SDK',
    origin: 'agent',
    knowsAgents: true,
    answersFirst: true,
    open: claudeRunner,
  },
  { name: 'a sub-agent', origin: 'agent', knowsAgents: true, open: subAgent },
]

export function inProcess(
  name: string,
  call: (yard: ToolService, request: CallRequest) => Promise<Told>,
): DoorKind {
  return {
    name,
    origin: 'typescript',
    knowsAgents: true,
    open: async (environment) => {
      const { agent } = environment
      const yard = await openYard(environment)
      return {
        names: () => namesOf(yard, agent),
        call: (tool, input) => call(yard, { tool, input, agent }),
        close: () => yard.close(),
      }
    },
  }
}

/** Each call is begun by one Toolyard, and made again under its id by another. */
async function takenUp(environment: DoorEnvironment): Promise<Door> {
  const { agent } = environment
  const first = await openYard(environment)
  const second = await openYard(environment)
  return {
    names: () => namesOf(second, agent),
    async call(tool, input) {
      const options = { agent, callId: `resumed-${randomUUID()}` }
      await first.call(tool, input, options)
      return toldOf(await second.call(tool, input, options))
    },
    async close() {
      await first.close()
      await second.close()
    },
  }
}

/** What a caller is shown. */
export async function namesOf(yard: ToolService, agent: string | undefined): Promise<string[]> {
  if (agent === undefined) return yard.registry.toolNames
  const definitions = await yard.definitionsFor(agent, 'mcp')
  return definitions.map((definition) => (definition as { name: string }).name)
}

export function toldOf(result: ToolResult): Told {
  return {
    ok: result.status === 'ok',
    text: result.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  }
}

export async function openYard(environment: DoorEnvironment): Promise<ToolService> {
  const { database, more } = environment
  const loaded = await loadConfig(config)
  return createToolyard({
    ...loaded,
    database,
    toolFolders: ['tools', more],
    builtins: ['system'],
    ...placeOf(environment),
  })
}

/** Where tools work, if they do. */
function placeOf({ workspace, approvals }: DoorEnvironment): ToolyardOptions {
  return {
    ...(workspace !== undefined && { workspace, builtins: ['system', 'files', 'shell'] }),
    ...(approvals && { approvals }),
  }
}

function commandLine(environment: DoorEnvironment): Door {
  const run = async (...args: string[]): Promise<{ code: number | null; out: string; problems: string }> => {
    const words = ['--config', programConfig, '--json-output', ...agentFlag(environment), ...args]
    const env = childEnvironment(environment)
    const asked = { args: words, folder: process.cwd(), environment: env, input: '' }
    const answered = await warmPrograms.run(dirname(programConfig), asked)
    if (answered) return { code: answered.code, out: answered.out, problems: answered.err }
    const child = spawn(command, [...main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
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

export async function mcpStdio(environment: DoorEnvironment, file = programConfig): Promise<Door> {
  const client = new Client({ name: 'doors', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...main, '--config', file, ...agentFlag(environment), 'mcp'],
      env: childEnvironment(environment),
      stderr: 'ignore',
    }),
  )
  return mcpDoor(client, () => client.close())
}

async function mcpHttp(environment: DoorEnvironment): Promise<Door> {
  const { agent } = environment
  const yard = await openYard(environment)
  const served = await serveMcp(yard)
  const client = new Client({ name: 'doors', version: '1' })
  const close = async (): Promise<void> => {
    await client.close()
    await served[Symbol.asyncDispose]()
    await yard.close()
  }
  try {
    const url = agent === undefined ? served.url : served.agentUrl(agent)
    await client.connect(new StreamableHTTPClientTransport(url))
  } catch (error) {
    await close()
    throw error
  }
  return mcpDoor(client, close)
}

function mcpDoor(client: Client, close: () => Promise<void>): Door {
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
    close,
  }
}

function agentFlag({ agent, approvals }: DoorEnvironment): string[] {
  return [
    ...(agent === undefined ? [] : ['--agent', agent]),
    ...(approvals === undefined ? [] : ['--approvals', approvals]),
  ]
}

export function childEnvironment({ database, more, workspace }: DoorEnvironment): Record<string, string> {
  return {
    TOOLYARD_STATE: process.env['TOOLYARD_STATE'] ?? '',
    ...(workspace !== undefined && { DOORS_WORKSPACE: workspace }),
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    TOOLYARD_DATABASE: database,
    DOORS_MORE: more,
    NODE_COMPILE_CACHE: compileCache,
  }
}

/** One project, served over stdio and over HTTP, to clients of both eras of the protocol. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createToolyard, type ToolService } from 'toolyard'
import { loadConfig } from '../../src/runtime/index.ts'
import { Project } from '../cli/cli.ts'
import { named, projectFiles } from '../cli/project.ts'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'

/** How a client comes. */
export interface Way {
  readonly name: string
  readonly over: 'stdio' | 'http'
  readonly era: 'legacy' | 'modern'
}

export const ways: readonly Way[] = (['stdio', 'http'] as const).flatMap((over) =>
  (['legacy', 'modern'] as const).map((era) => ({
    name: `over ${over}, in the era ${era === 'legacy' ? 'of' : 'without'} sessions`,
    over,
    era,
  })),
)

export interface Connection extends AsyncDisposable {
  readonly client: Client
  /** Of the server; 0 over HTTP. */
  readonly pid: number
  text(tool: string, input?: Record<string, unknown>): Promise<string>
  names(): Promise<string[]>
}

export interface GroundOptions {
  readonly files?: Readonly<Record<string, string>>
  readonly approvals?: 'wait' | 'pending'
}

export class Ground implements AsyncDisposable {
  readonly project: Project
  readonly yard: ToolService
  readonly #approvals: string | undefined
  readonly #http: McpHttp
  #clients = 0

  private constructor(made: { project: Project; yard: ToolService; http: McpHttp }, approvals?: string) {
    this.project = made.project
    this.yard = made.yard
    this.#http = made.http
    this.#approvals = approvals
  }

  static async make({ files = {}, approvals }: GroundOptions = {}): Promise<Ground> {
    const project = await Project.make({ ...projectFiles, ...files })
    await project.run([...named, 'ls'])
    const yard = await createToolyard({
      ...(await loadConfig(project.path('work/toolyard.config.ts'))),
      workspace: project.path('work'),
      environment: { ...process.env, ...project.environment },
      database: `sqlite:${project.state('toolyard.db')}`,
      ...(approvals && { approvals }),
    })
    return new Ground({ project, yard, http: await serveMcp(yard) }, approvals)
  }

  /** A client of its own name, so that over HTTP too it shares nothing with others. */
  async connect(
    { over, era }: Way,
    options: ClientOptions = {},
    { agent, name = `test-${this.#clients++}` }: { readonly agent?: string; readonly name?: string } = {},
  ): Promise<Connection> {
    const client = new Client(
      { name, version: '1' },
      { ...options, ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }) },
    )
    const stdio = over === 'stdio' ? this.#stdio(agent) : undefined
    const url = agent === undefined ? this.#http.url : this.#http.agentUrl(agent)
    await client.connect(stdio ?? new StreamableHTTPClientTransport(url))
    return {
      client,
      pid: stdio?.pid ?? 0,
      async text(tool, input = {}) {
        const { content } = await client.callTool({ name: tool, arguments: input })
        return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
      },
      names: async () => (await client.listTools()).tools.map((tool) => tool.name),
      [Symbol.asyncDispose]: () => client.close(),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]()
    await this.yard.close()
    await this.project[Symbol.asyncDispose]()
  }

  #stdio(agent: string | undefined): StdioClientTransport {
    const flags = [
      '--trust-changes',
      ...(agent === undefined ? [] : ['--agent', agent]),
      ...(this.#approvals === undefined ? [] : ['--approvals', this.#approvals]),
    ]
    return new StdioClientTransport({
      ...this.project.command([...named, ...flags, 'mcp']),
      stderr: 'ignore',
    })
  }
}

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await condition())) {
    assert.ok(performance.now() < end, `waited in vain until ${what}`)
    await sleep(20)
  }
}

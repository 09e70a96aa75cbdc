/**
 * The guide to MCP clients is true: every file that it shows is read as its client reads it, and what it names is started, or
 * connected to, by a real client. What the guide says of approvals is tried in the same way.
 */
import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse as parseToml } from 'smol-toml'
import { looked } from './cli/calls-project.ts'
import { Project, type Running } from './cli/cli.ts'
import { programRoot } from './helpers/program.ts'

const root = join(import.meta.dirname, '../../..')
const page = await readFile(join(root, 'docs/guide/mcp-clients.md'), 'utf8')

/** The keys that a client gives its entries, with the way in which it fills in a token. */
const clients = {
  'Claude Code': { key: 'mcpServers', url: 'url', token: '${TOOLYARD_MCP_TOKEN}' },
  'Claude Desktop': { key: 'mcpServers', url: 'args', token: '${TOOLYARD_AUTHORIZATION}' },
  Cursor: { key: 'mcpServers', url: 'url', token: '${env:TOOLYARD_MCP_TOKEN}' },
  'VS Code': { key: 'servers', url: 'url', token: '${input:toolyard-token}' },
  Codex: { key: 'mcp_servers', url: 'url', token: 'TOOLYARD_MCP_TOKEN' },
  'Gemini CLI': { key: 'mcpServers', url: 'httpUrl', token: '$TOOLYARD_MCP_TOKEN' },
} as const

type ClientName = keyof typeof clients

interface Entry {
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly httpUrl?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly bearer_token_env_var?: string
}

/** The entries of a client's chapter: what it starts, and what it connects to. */
function entriesOf(name: ClientName): { readonly stdio: Entry[]; readonly http: Entry[] } {
  const chapter = page.split('\n## ').find((text) => text.startsWith(`${name}\n`)) ?? ''
  const entries = [...chapter.matchAll(/^```(json|toml)\n([\s\S]*?)^```$/gm)].map(
    ([, language, code = '']): Entry => {
      const file = (language === 'toml' ? parseToml(code) : JSON.parse(code)) as Record<string, unknown>
      const servers = file[clients[name].key] as Record<string, Entry> | undefined
      assert.ok(servers?.['toolyard'], `${name}: no entry under ${clients[name].key}`)
      return servers['toolyard']
    },
  )
  const isProgram = ({ command }: Entry): boolean => command !== undefined && command !== 'npx'
  return { stdio: entries.filter(isProgram), http: entries.filter((entry) => !isProgram(entry)) }
}

/** Address and headers of an entry, in whichever way its client writes them. */
function targetOf(name: ClientName, entry: Entry, token: string): { url: string; authorization: string } {
  const { url: key, token: reference } = clients[name]
  if (key === 'args') {
    const [, bridge, url = '', flag, header = ''] = entry.args ?? []
    assert.deepEqual([bridge, flag], ['mcp-remote', '--header'])
    const bearer = entry.env?.['TOOLYARD_AUTHORIZATION']?.replace('ty_…', token) ?? ''
    return { url, authorization: header.replace(/^Authorization:/, '').replace(reference, bearer) }
  }
  const url = entry[key] ?? ''
  if (name === 'Codex') {
    assert.equal(entry.bearer_token_env_var, reference)
    return { url, authorization: `Bearer ${token}` }
  }
  return { url, authorization: entry.headers?.['Authorization']?.replace(reference, token) ?? '' }
}

/** The project of the guide, where Toolyard is installed as in the files that it shows. */
class Ground {
  readonly project: Project
  readonly #served: Running
  readonly #link: { readonly url: string; readonly link: string }

  private constructor(project: Project, served: Running) {
    this.project = project
    this.#served = served
    this.#link = JSON.parse(served.out) as { url: string; link: string }
  }

  static async make(): Promise<Ground> {
    const files = [...page.matchAll(/^```ts\n\/\/ file: (\S+)\n([\s\S]*?)^```$/gm)]
    const project = await Project.make(
      Object.fromEntries(files.map(([, name = '', code = '']) => [name, code])),
    )
    await install(project)
    const { code, err } = await project.run(['trust'])
    assert.equal(code, 0, err)
    const served = project.start(['--json-output', 'serve', '--port', '0'])
    await served.says(/"link": .*\n[\s\S]*\}/)
    return new Ground(project, served)
  }

  get url(): string {
    return this.#link.url
  }

  async token(role: string): Promise<string> {
    const response = await fetch(`${this.url}/api/tokens`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#link.link.replace(/.*#token=/, '')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: `${role} ${crypto.randomUUID()}`, role }),
    })
    assert.equal(response.status, 201)
    return ((await response.json()) as { value: string }).value
  }

  /** As a client does that was given this entry; it does not start in the project. */
  stdio({ command = '', args = [] }: Entry): StdioClientTransport {
    const filled = [command, ...args].map((word) =>
      word.replace(/^(?:\/path\/to\/project|\$\{workspaceFolder\})(?=\/)/, this.project.path('work')),
    )
    return new StdioClientTransport({
      command: filled[0] ?? '',
      args: filled.slice(1),
      cwd: this.project.folder,
      env: this.project.environment,
      stderr: 'ignore',
    })
  }

  http({ url, authorization }: { url: string; authorization: string }): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(url.replace('http://127.0.0.1:4680', this.url)), {
      requestInit: { headers: { authorization } },
    })
  }

  /** The id of what waits in the inbox, as the terminal shows it. */
  async waiting(): Promise<string> {
    for (;;) {
      const { out } = await this.project.run(['--json-output', 'approvals'])
      const [request] = (JSON.parse(out) as { requests: { id: string }[] }).requests
      if (request) return request.id
      await sleep(50)
    }
  }

  async close(): Promise<void> {
    this.#served.child.kill()
    await this.#served.ended
    await this.project[Symbol.asyncDispose]()
  }
}

/** `node_modules` as `npm install` leaves it, with the program of the sources. */
async function install(project: Project): Promise<void> {
  const modules = project.path('work/node_modules')
  await rm(modules)
  await mkdir(join(modules, '.bin'), { recursive: true })
  await symlink(join(programRoot, 'packages/toolyard'), join(modules, 'toolyard'))
  await symlink(join(root, 'node_modules/zod'), join(modules, 'zod'))
  const { command, args } = project.command([])
  const words = [command, ...args].map((word) => `"${word}"`).join(' ')
  await writeFile(join(modules, '.bin/toolyard'), `#!/bin/sh\nexec ${words} "$@"\n`)
  await chmod(join(modules, '.bin/toolyard'), 0o755)
}

type Transport = StdioClientTransport | StreamableHTTPClientTransport

async function connect(
  test: TestContext,
  transport: Transport,
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'guide', version: '1' }, options)
  test.after(() => client.close())
  await client.connect(transport)
  return client
}

async function call(client: Client, name: string, input: Record<string, string>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input })
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

/** One that shows forms, and whose person accepts them. */
function withForms(shown: string[]): { options: ClientOptions; listen: (client: Client) => void } {
  return {
    options: { capabilities: { elicitation: { form: {} } } },
    listen: (client) =>
      client.setRequestHandler('elicitation/create', ({ params }) => {
        shown.push(params.message)
        return { action: 'accept', content: {} }
      }),
  }
}

const note = { to: 'ann', text: 'Hi' }

describe('the guide to MCP clients', () => {
  let ground: Ground
  before(async () => {
    ground = await Ground.make()
  })
  after(() => ground.close())

  for (const name of Object.keys(clients) as ClientName[]) {
    it(`${name}: starts what its file names, from another folder`, async (test) => {
      const { stdio } = entriesOf(name)
      assert.equal(stdio.length, 1)
      for (const entry of stdio) {
        const client = await connect(test, ground.stdio(entry))
        const { tools } = await client.listTools()
        assert.deepEqual(tools.map((tool) => tool.name).toSorted(), ['greet', 'send_note'])
        assert.equal(await call(client, 'greet', { who: 'Ann' }), 'Hello, Ann!')
      }
    })

    it(`${name}: connects to the address that its file names, with its token`, async (test) => {
      const { http } = entriesOf(name)
      assert.equal(http.length, 1)
      for (const entry of http) {
        const target = targetOf(name, entry, await ground.token('operator'))
        assert.match(target.authorization, /^Bearer ty_[\w-]+$/)
        const client = await connect(test, ground.http(target))
        assert.equal(await call(client, 'greet', { who: 'Ann' }), 'Hello, Ann!')
      }
    })
  }

  it('is asked in a form where the client shows one over stdio', async (test) => {
    const shown: string[] = []
    const { options, listen } = withForms(shown)
    const [entry] = entriesOf('Claude Code').stdio
    const client = await connect(test, ground.stdio(entry ?? {}), options)
    listen(client)
    assert.equal(await call(client, 'send_note', note), 'sent to ann')
    assert.match(shown.join(), /send_note wants to run[\s\S]*"to": "ann"/)
  })

  it('is refused over stdio where the client shows no forms', async (test) => {
    const [entry] = entriesOf('Claude Code').stdio
    const client = await connect(test, ground.stdio(entry ?? {}))
    assert.match(await call(client, 'send_note', note), /^denied/)
  })

  for (const name of ['Claude Desktop', 'Gemini CLI'] as const)
    it(`waits in the inbox where ${name} is told to`, async (test) => {
      const [entry] = entriesOf(name).stdio
      const client = await connect(test, ground.stdio(entry ?? {}))
      const sent = call(client, 'send_note', note)
      const id = await looked(ground.project, await ground.waiting())
      const { code } = await ground.project.run(['approvals', 'approve', id])
      assert.equal(code, 0)
      assert.equal(await sent, 'sent to ann')
    })

  it('is asked in a form over HTTP with the token of an approver, and in the inbox with that of an operator', async (test) => {
    const shown: string[] = []
    const { options, listen } = withForms(shown)
    const reach = async (role: string): Promise<Client> => {
      const [entry] = entriesOf('Codex').http
      const target = targetOf('Codex', entry ?? {}, await ground.token(role))
      const client = await connect(test, ground.http(target), options)
      listen(client)
      return client
    }
    assert.equal(await call(await reach('approver'), 'send_note', note), 'sent to ann')
    assert.equal(shown.length, 1)
    const sent = call(await reach('operator'), 'send_note', note)
    await ground.project.run(['approvals', 'approve', await looked(ground.project, await ground.waiting())])
    assert.equal(await sent, 'sent to ann')
    assert.equal(shown.length, 1)
  })
})

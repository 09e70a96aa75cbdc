/** `toolyard mcp` as MCP clients use it: the official client, over stdio, in both eras of the protocol. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientOptions, type Progress } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Project } from './cli/cli.ts'
import { named, projectFiles } from './cli/project.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({
  toolFolders: ['tools'],
  watch: true,
  policy: { deny: [{ rule: 'fail', reason: 'it only fails' }, { rule: 'echo(text=secret*)', reason: 'secrets stay here' }] },
})
`

const notebook = `/** Keeps lines as long as the conversation lasts. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  title: 'Notebook',
  inputSchema: z.object({ line: z.string().optional().describe('Line to add') }),
  outputSchema: z.array(z.string()),
  permission: 'write',
  effects: 'local_state',
  idempotent: true,
  create() {
    const lines = []
    return {
      execute({ line }) {
        if (line !== undefined) lines.push(line)
        return [...lines]
      },
    }
  },
})
`

const late = (text: string): string =>
  `/** Comes late. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => '${text}' }\n`

let project: Project
before(async () => {
  project = await Project.make({
    ...projectFiles,
    'toolyard.config.ts': config,
    'tools/notebook.ts': notebook,
  })
  await project.run([...named, 'ls'])
})
after(() => project[Symbol.asyncDispose]())

interface Connection extends AsyncDisposable {
  readonly client: Client
  readonly pid: number
  text(tool: string, input?: Record<string, unknown>): Promise<string>
}

async function connect(options: ClientOptions = {}, flags: readonly string[] = []): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1' }, options)
  const transport = new StdioClientTransport({
    ...project.command([...named, ...flags, 'mcp']),
    stderr: 'ignore',
  })
  await client.connect(transport)
  return {
    client,
    pid: transport.pid ?? 0,
    async text(name, input = {}) {
      const { content } = await client.callTool({ name, arguments: input })
      return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert.ok(waited < 8000, `waited in vain until ${what}`)
    await sleep(20)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const eras: Readonly<Record<string, ClientOptions>> = {
  'the era of sessions': {},
  'the era without sessions': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
}

for (const [era, options] of Object.entries(eras)) {
  describe(`an MCP client of ${era}`, () => {
    let connection: Connection
    before(async () => {
      connection = await connect(options)
    })
    after(() => connection[Symbol.asyncDispose]())

    it('is served its own version of the protocol', () => {
      assert.equal(connection.client.getProtocolEra(), options.versionNegotiation ? 'modern' : 'legacy')
      assert.equal(connection.client.getServerVersion()?.name, 'toolyard')
    })

    it('sees every tool with its schemas and what it may do, and none that policy denies', async () => {
      const { tools } = await connection.client.listTools()
      const byName = new Map(tools.map((tool) => [tool.name, tool]))
      assert.ok(!byName.has('fail'))
      const echo = byName.get('echo')
      assert.equal(echo?.description?.split('.')[0], 'Says again what it was given')
      assert.deepEqual(echo?.annotations, {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      })
      assert.ok('text' in (echo?.inputSchema.properties ?? {}))
      const shown = byName.get('notebook')
      assert.equal(shown?.title, 'Notebook')
      assert.equal(shown?.annotations?.readOnlyHint, false)
      assert.equal(shown?.annotations?.idempotentHint, true)
      assert.deepEqual(shown?.outputSchema?.['required'], ['result'])
      assert.equal(byName.get('pay')?.annotations?.openWorldHint, true)
    })

    it('calls a tool and gets text and structured content', async () => {
      const result = await connection.client.callTool({ name: 'echo', arguments: { text: 'hello' } })
      assert.deepEqual(result.structuredContent, { text: 'hello', mode: 'plain' })
      assert.ok(!result.isError)
    })

    it('gets a result with isError where a call is denied, wrong, or needs a person', async () => {
      for (const [name, input, says] of [
        ['echo', { text: 'secret plans' }, /secrets stay here/],
        ['echo', { txt: 'x' }, /Did you mean "text"/],
        ['pay', { amount: 1 }, /nobody to ask/],
      ] as const) {
        const { isError, content } = await connection.client.callTool({ name, arguments: input })
        assert.equal(isError, true)
        assert.match(JSON.stringify(content).replaceAll('\\', ''), says)
      }
    })

    it('gets a protocol error, with the nearest name, for a tool that is not there', async () => {
      await assert.rejects(
        connection.client.callTool({ name: 'ecko', arguments: {} }),
        /ecko not found.*echo/,
      )
    })

    it('is told of progress, with a number that only grows', async () => {
      const told: Progress[] = []
      const result = await connection.client.callTool(
        { name: 'climb', arguments: { steps: 3 } },
        { onprogress: (progress) => told.push(progress) },
      )
      assert.deepEqual(result.structuredContent, { height: 60 })
      assert.ok(told.some(({ total, message }) => total === 3 && message === 'climbing'))
      assert.ok(told.some(({ message }) => message === 'step 1\n'))
      for (const [index, { progress }] of told.entries())
        assert.ok(progress > (told[index - 1]?.progress ?? 0), `${progress} follows what is less`)
    })

    it('can cancel a call, and the tool sees it', async () => {
      const stopped = project.path('work/stopped.txt')
      await project.remove('stopped.txt')
      const cancel = new AbortController()
      const call = connection.client.callTool(
        { name: 'wait', arguments: {} },
        { signal: cancel.signal, onprogress: () => cancel.abort() },
      )
      await assert.rejects(call)
      await until(() => existsSync(stopped), 'the tool was aborted')
      assert.match(await connection.text('echo', { text: 'still here' }), /still here/)
    })

    it('can be sure that what a tool prints does not break the protocol', async () => {
      assert.equal(await connection.text('chatty'), 'the answer')
    })

    it('keeps the state of a tool for itself', async () => {
      await using other = await connect(options)
      await connection.text('notebook', { line: 'mine' })
      await other.text('notebook', { line: 'theirs' })
      assert.deepEqual(JSON.parse(await connection.text('notebook')), ['mine'])
      assert.deepEqual(JSON.parse(await other.text('notebook')), ['theirs'])
    })
  })

  it(`a client of ${era} is told when a tool file is saved, and calls the new version`, async () => {
    let changes = 0
    await using connection = await connect({
      ...options,
      listChanged: { tools: { onChanged: () => void changes++ } },
    })
    const names = async (): Promise<string[]> =>
      (await connection.client.listTools()).tools.map(({ name }) => name)
    await project.remove('tools/late.mjs')
    assert.ok(!(await names()).includes('late'))
    await project.write('tools/late.mjs', late('first'))
    await until(() => changes > 0, 'the list had changed')
    assert.ok((await names()).includes('late'))
    assert.equal(await connection.text('late'), 'first')
    const seen = changes
    await project.write('tools/late.mjs', late('second').replace('late.', 'later.'))
    await until(() => changes > seen, 'the list had changed again')
    await names()
    assert.equal(await connection.text('late'), 'second')
    await project.remove('tools/late.mjs')
    await until(() => changes > seen + 1, 'the tool was gone')
    assert.ok(!(await names()).includes('late'))
  })
}

it('a client that is served the tools of an agent is told when somebody changes them', async () => {
  await project.run([...named, 'agent', 'create', 'reader', '--tools=echo'])
  let changes = 0
  await using connection = await connect({ listChanged: { tools: { onChanged: () => void changes++ } } }, [
    '--agent',
    'reader',
  ])
  const names = async (): Promise<string[]> =>
    (await connection.client.listTools()).tools.map(({ name }) => name)
  assert.deepEqual(await names(), ['echo'])
  await project.run([...named, 'agent', 'update', 'reader', '--add=chatty'])
  await until(() => changes > 0, 'the list had changed')
  assert.deepEqual(await names(), ['echo', 'chatty'])
  await project.run([...named, 'disable', 'chatty'])
  await until(() => changes > 1, 'the list had changed again')
  assert.deepEqual(await names(), ['echo'])
})

describe('the server process', { concurrency: true }, () => {
  it('ends when its client closes the connection', async () => {
    const connection = await connect()
    assert.ok(isAlive(connection.pid))
    await connection.client.close()
    await until(() => !isAlive(connection.pid), 'the process was gone')
  })

  it('ends when its client dies, also while a tool runs that ignores its signal', async () => {
    const running = project.start([...named, 'mcp'])
    const send = (message: object): void =>
      running.type(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'raw', version: '1' }
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    })
    await running.says(/"id":1/)
    send({ method: 'notifications/initialized' })
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'stubborn', arguments: {}, _meta: { progressToken: 1 } },
    })
    await running.says(/started/)
    running.child.stdin.destroy()
    running.child.stdout.destroy()
    const { code } = await running.ended
    assert.equal(code, 0)
  })

  it('ends on SIGTERM', async () => {
    const running = project.start([...named, 'mcp'])
    await sleep(1500)
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 143)
  })
})

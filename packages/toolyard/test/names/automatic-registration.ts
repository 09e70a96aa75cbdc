/** Document 1, `Tools 自动注册机制`: each name called the old way. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getSdkToolsForAgent, registerTool, textOf, type ToolService } from 'toolyard'
import { program } from '../helpers/program.ts'
import { runners } from './agents-and-server.ts'
import { type Cases, inWorkspace, readFile, withYard } from './fixtures.ts'
import { httpTools } from './web-and-messages.ts'

const options = { tools: [readFile] }

const builtins: Cases = {
  read_file: () =>
    inWorkspace({ 'a.txt': 'one\ntwo\n' }, async ({ yard }) => {
      const result = await yard.call('read_file', { path: 'a.txt' })
      assert.deepEqual(result.content, [{ type: 'text', text: '1\tone\n2\ttwo' }])
      const failed = await yard.call('read_file', { path: 'none.txt' })
      assert.equal(failed.status, 'error')
      assert.match(textOf(failed), /none\.txt/)
    }),
  write_file: async () => {
    const policy = { mode: 'accept-edits' } as const
    await inWorkspace(
      { 'old.txt': 'old\n' },
      async ({ yard, read }) => {
        const made = await yard.execute('write_file', { path: 'deep/new.txt', content: 'héllo' })
        assert.match(made, /^Created deep\/new\.txt: 6 bytes/)
        assert.equal(await read('deep/new.txt'), 'héllo')
        const unread = await yard.call('write_file', { path: 'old.txt', content: 'new\n' })
        assert.equal(unread.error?.code, 'stale_file')
        assert.equal(await read('old.txt'), 'old\n')
      },
      { policy },
    )
    await inWorkspace(
      { 'old.txt': 'old\n' },
      async ({ yard, read }) => {
        await yard.execute('write_file', { path: 'old.txt', content: 'new\n' })
        assert.equal(await read('old.txt'), 'new\n')
      },
      { policy, readFirst: [] },
    )
  },
}

const agents: Cases = {
  toolIds: () =>
    withAgent(async (yard) => {
      const agent = 'Code Assistant'
      assert.equal((await yard.call('read_file', { path: 'a.txt' }, { agent })).status, 'ok')
      assert.equal((await yard.call('list_dir', {}, { agent })).error?.code, 'tool_not_found')
      assert.equal((await yard.call('list_dir')).status, 'ok')
    }),
  'agent.tools': () =>
    withAgent(async (yard) => {
      const { tools, toolIds } = await yard.agents.find('Code Assistant')
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['read_file', 'write_file'],
      )
      assert.deepEqual(
        tools.map(({ id }) => id),
        toolIds,
      )
    }),
  'agent.prompt': () =>
    withAgent(async (yard) =>
      assert.equal((await yard.agents.find('Code Assistant')).prompt, 'You are a coding assistant...'),
    ),
}

export const automaticRegistration: Cases = {
  ...httpTools,
  ...runners,
  ...builtins,
  ...agents,
  register_tool: async () => {
    const tool = registerTool('write_file', '写入文件内容', { path: String, content: String })(
      async ({ path, content }: { path: string; content: string }) => ({
        content: [{ type: 'text', text: `Successfully wrote ${content.length} bytes to ${path}` }],
      }),
    )
    await withYard(
      async (yard) =>
        assert.equal(
          await yard.execute('write_file', { path: 'a', content: 'xyz' }),
          'Successfully wrote 3 bytes to a',
        ),
      { tools: [tool] },
    )
  },
  _TOOL_REGISTRY: () =>
    withYard((yard) => assert.ok(yard.registry.has('read_file') && !yard.registry.has('none')), options),
  get_all_registered_tools: () =>
    withYard((yard) => {
      const all = Object.fromEntries(yard.registry.listAll().map((manifest) => [manifest.name, manifest]))
      assert.deepEqual(Object.keys(all), ['read_file'])
      delete all['read_file']
      assert.ok(yard.registry.has('read_file'), 'the answer is a copy')
    }, options),
  sync_tools_to_database: () =>
    withYard(async (yard) => {
      const { created, updated, unchanged } = await yard.syncTools()
      assert.deepEqual(
        { created, updated, unchanged },
        { created: ['read_file'], updated: [], unchanged: [] },
      )
      assert.deepEqual((await yard.syncTools()).unchanged, ['read_file'])
    }, options),
  'app.tools.cli sync': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-names-'))
    try {
      const [command, ...main] = program
      const args = [...main, '--workspace', folder, 'sync']
      const { stdout } = await promisify(execFile)(command, args, {
        cwd: folder,
        env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      })
      assert.match(
        stdout,
        /^Created: \['read_file', .*'read_result', .*\]\nUpdated: \[\]\nUnchanged: \[\]\n$/,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  get_sdk_tools_for_agent: () =>
    withYard(async (yard) => {
      const tools = await getSdkToolsForAgent(yard, ['read_file', 'none'])
      assert.deepEqual(
        tools.map(({ name, description }) => [name, description]),
        [['read_file', '读取文件内容']],
      )
      const content = [{ type: 'text', text: 'content of a' }]
      assert.deepEqual(await tools[0]?.handler({ path: 'a' }), { content })
    }, options),
  ToolDefinition: () =>
    withYard((yard) => {
      const { name, description, inputSchema } = yard.registry.register({ ...readFile, name: 'b' }).manifest
      assert.deepEqual([name, description, inputSchema.required], ['b', '读取文件内容', ['path']])
    }),
  'ToolDefinition.name': () =>
    withYard((yard) => assert.equal(yard.registry.get('read_file')?.name, 'read_file'), options),
  'ToolDefinition.description': () =>
    withYard((yard) => assert.equal(yard.registry.get('read_file')?.description, '读取文件内容'), options),
  'ToolDefinition.input_schema': () =>
    withYard(
      (yard) =>
        assert.deepEqual(yard.registry.get('read_file')?.parameters, {
          type: 'object',
          properties: { path: { type: 'string' } },
          required: ['path'],
        }),
      options,
    ),
  'ToolDefinition.sdk_tool_func': () =>
    withYard(
      async (yard) =>
        assert.equal(await yard.registry.getExecutor('read_file')?.({ path: 'a.txt' }), 'content of a.txt'),
      options,
    ),
  _convert_to_json_schema: () => {
    const { manifest } = registerTool('a', 'b', {
      name: String,
      age: BigInt,
      score: Number,
      ok: Boolean,
      list: Array,
      map: Object,
    })(() => 1)
    assert.deepEqual(manifest.inputSchema, {
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: 'integer' },
        score: { type: 'number' },
        ok: { type: 'boolean' },
        list: { type: 'array' },
        map: { type: 'object' },
      },
      required: ['name', 'age', 'score', 'ok', 'list', 'map'],
    })
    const ready = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    assert.deepEqual(registerTool('a', 'b', ready)(() => 1).manifest.inputSchema, ready)
  },
  content: () =>
    withYard(async (yard) => {
      const result = await yard.call('read_file', { path: 'a' })
      assert.deepEqual([result.status, result.content], ['ok', [{ type: 'text', text: 'content of a' }]])
    }, options),
  is_error: () =>
    withYard(async (yard) => {
      const result = await yard.call('read_file', { path: '' })
      assert.deepEqual([result.status, textOf(result)], ['error', 'Error: no path'])
    }, options),
  TOOL_EXECUTORS: () => inToolFolder((yard) => assert.deepEqual(yard.registry.toolNames, ['say_hello'])),
  lifespan: async () => {
    let inside: ToolService | undefined
    await inToolFolder(async (yard) => {
      inside = yard
      assert.equal(await yard.execute('say_hello', {}), 'hello')
    })
    assert.equal((await inside?.call('say_hello'))?.error?.code, 'closed')
  },
}

/** A Toolyard with an agent that has two of the built-in tools, one by its id and one by its name. */
function withAgent(use: (yard: ToolService) => unknown): Promise<void> {
  return inWorkspace({ 'a.txt': 'one\n' }, async ({ yard }) => {
    await yard.syncTools()
    const { id } = await yard.history.find('read_file')
    await yard.agents.create({
      name: 'Code Assistant',
      prompt: 'You are a coding assistant...',
      toolIds: [id, 'write_file'],
    })
    await use(yard)
  })
}

/** A Toolyard over a folder with one tool file in it. */
async function inToolFolder(use: (yard: ToolService) => void | Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-names-'))
  try {
    await writeFile(
      join(folder, 'say-hello.ts'),
      "/** Says hello. */\nexport default { permission: 'read', effects: 'none', execute: () => 'hello' }\n",
    )
    await withYard(use, { toolFolders: [folder], workspace: folder, toolIndex: false })
  } finally {
    await rm(folder, { recursive: true })
  }
}

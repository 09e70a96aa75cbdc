/** Document 2, `工具架构重构方案`: each name called the old way. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolFactory, textOf, type ToolContext, ToolFactory, toolFromClass } from 'toolyard'
import { tool } from 'toolyard/decorators'
import { z } from 'zod'
import { type Cases, inWorkspace, withYard } from './fixtures.ts'
import { browserTool } from './web-and-messages.ts'

class ReadFile {
  /**
   * 读取指定文件的内容
   *
   * 支持按行读取或读取整个文件
   */
  static readonly inputSchema = z.object({
    target_file: z.string().describe('要读取的文件路径'),
    offset: z.int().default(0),
  })
  execute({ target_file, offset }: { target_file: string; offset: number }): string {
    if (target_file === 'none') throw new Error('读取文件失败')
    return `${target_file} from ${offset}`
  }
}
tool()(ReadFile)

const options = { tools: [ReadFile] }
const withFactory = (use: (factory: ToolFactory) => unknown): Promise<unknown> =>
  withYard((yard) => use(new ToolFactory(yard)), options)

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const toolContext = { threadId: 't1' }
const explanation = '我要读取文件'

interface ReadData {
  readonly text: string
  readonly first_line: number
  readonly total_lines: number
  readonly next_offset?: number
}

const builtins: Cases = {
  ReadFileParams: () =>
    inWorkspace({ 'a.txt': lines(150) }, async ({ yard }) => {
      const factory = new ToolFactory(yard)
      const { properties } = factory.getTool('read_file')?.parameters ?? {}
      assert.deepEqual(Object.keys(properties ?? {}), ['path', 'offset', 'limit'])
      const params = { explanation, target_file: 'a.txt', offset: 0, limit: 100 }
      const read = async (input: Record<string, unknown>): Promise<ReadData> =>
        (await factory.runTool(toolContext, 'read_file', input)).output as ReadData
      const first = await read(params)
      assert.match(first.text, /^line 1\n[^]*\nline 100$/)
      assert.deepEqual([first.first_line, first.total_lines, first.next_offset], [1, 150, 100])
      assert.equal((await yard.calls({ status: 'ok' }))[0]?.explanation, explanation)
      const rest = await read({ ...params, offset: 100, limit: 2 })
      assert.deepEqual([rest.text, rest.first_line], ['line 101\nline 102', 101])
      const ours = await read({ path: 'a.txt', offset: 101, limit: 2 })
      assert.deepEqual([ours.text, ours.next_offset], ['line 101\nline 102', 103])
      assert.deepEqual(await read({ ...params, should_read_entire_file: false }), first)
      assert.match((await read({ ...params, should_read_entire_file: true })).text, /\nline 150$/)
    }),
  ReadFile: () =>
    inWorkspace({ 'a.txt': lines(2100) }, async ({ yard }) => {
      const factory = new ToolFactory(yard)
      const read = async (flag: boolean): Promise<ReadData> => {
        const params = { explanation, target_file: 'a.txt', should_read_entire_file: flag }
        return (await factory.runTool(toolContext, 'read_file', params)).output as ReadData
      }
      assert.match((await read(true)).text, /\nline 2100$/)
      const { text, next_offset } = await read(false)
      assert.match(text, /\nline 2000$/)
      assert.equal(next_offset, 2000)
      const failed = await factory.runTool(toolContext, 'read_file', { explanation, target_file: 'none.txt' })
      assert.match(failed.error ?? '', /none\.txt/)
    }),
  write_to_file: () =>
    inWorkspace(
      {},
      async ({ yard, read }) => {
        const params = { explanation, target_file: 'deep/a.txt', content: 'text\n' }
        const { error } = await new ToolFactory(yard).runTool(toolContext, 'write_to_file', params)
        assert.equal(error, undefined)
        assert.equal(await read('deep/a.txt'), 'text\n')
      },
      { policy: { mode: 'accept-edits' } },
    ),
  list_dir: () =>
    inWorkspace({ 'src/a.txt': 'a', 'src/deep/b.txt': 'b' }, async ({ yard }) => {
      const text = await yard.execute('list_dir', { explanation, path: 'src' })
      assert.match(text, /^deep\/[^]*\na\.txt {2}1 B/)
    }),
  grep_search: () =>
    inWorkspace({ 'a.txt': 'one\ntwo\n', 'b.txt': 'three\n' }, async ({ yard }) => {
      assert.equal(await yard.execute('grep_search', { explanation, query: 'tw.' }), 'a.txt:2:two')
    }),
}

export const classesAndFactory: Cases = {
  ...browserTool,
  ...builtins,
  '@tool()': () => withYard((yard) => assert.deepEqual(yard.registry.toolNames, ['read_file']), options),
  BaseTool: () => assert.equal(toolFromClass(ReadFile).manifest.type, 'STATELESS'),
  'BaseTool.execute': () => {
    const made = toolFromClass(ReadFile)
    assert.equal(made.execute({ target_file: 'a', offset: 1 }, {} as ToolContext), 'a from 1')
  },
  'BaseToolParams.explanation': () =>
    withYard(
      async (yard) => {
        const without = await yard.call('read_file', { target_file: 'a' })
        assert.equal(without.error?.code, 'invalid_arguments')
        assert.match(without.error?.message ?? '', /explanation/)
        const result = await yard.call('read_file', { target_file: 'a', explanation: '我要读取文件' })
        assert.equal(textOf(result), 'a from 0')
        assert.equal((await yard.calls({ status: 'ok' }))[0]?.explanation, '我要读取文件')
        const [definition] = yard.definitions()
        assert.ok(definition?.function.parameters.required?.includes('explanation'))
      },
      { ...options, explanation: 'required' },
    ),
  _tool_name: () => assert.equal(toolFromClass(ReadFile).manifest.name, 'read_file'),
  _tool_description: () => assert.equal(toolFromClass(ReadFile).manifest.description, '读取指定文件的内容'),
  _params_class: () =>
    assert.deepEqual(Object.keys(toolFromClass(ReadFile).manifest.inputSchema.properties ?? {}), [
      'target_file',
      'offset',
    ]),
  ToolFactory: async () => {
    const factory = await createToolFactory(options)
    assert.ok(factory instanceof ToolFactory)
    await factory.yard.close()
  },
  'ToolFactory.initialize': () => withFactory(async (factory) => assert.equal(await factory.initialize(), 1)),
  'ToolFactory.auto_discover_tools': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-names-'))
    try {
      await writeFile(join(folder, 'good.ts'), '/** Good. */\nexport default { execute: () => 1 }\n')
      await writeFile(join(folder, 'bad.ts'), "throw new Error('broken module')\n")
      const factory = await createToolFactory({ toolFolders: [folder], workspace: folder, toolIndex: false })
      const problems = await factory.autoDiscoverTools()
      assert.deepEqual(Object.keys(factory.getAllTools()), ['good'])
      assert.match(problems[0]?.reason ?? '', /broken module/)
      await factory.yard.close()
    } finally {
      await rm(folder, { recursive: true })
    }
  },
  'ToolFactory.register_tool': () =>
    withFactory(async (factory) => {
      class Unmarked {
        execute(): number {
          return 1
        }
      }
      class Second {
        /** 第二个工具 */
        execute(): number {
          return 2
        }
      }
      const warned = once(process, 'warning') as Promise<[Error]>
      assert.equal(factory.registerTool(Unmarked), false)
      assert.match((await warned)[0].message, /^Unmarked is not marked by @tool\(\) and was passed over$/)
      assert.equal(factory.registerTool(tool()(Second)), true)
      assert.equal(factory.registerTool(Second), true)
      assert.deepEqual(Object.keys(factory.getAllTools()), ['read_file', 'second'])
    }),
  'ToolFactory.get_tool': () =>
    withFactory((factory) => {
      const info = factory.getTool('read_file')
      assert.deepEqual([info?.name, info?.description], ['read_file', '读取指定文件的内容'])
      assert.equal(info?.class, ReadFile)
      assert.equal(info.paramsClass, ReadFile.inputSchema)
      assert.deepEqual(info.parameters.required, ['target_file'])
      assert.equal(factory.getTool('none'), undefined)
    }),
  'ToolFactory.get_tool_instance': () =>
    withFactory((factory) => {
      assert.equal(factory.getToolInstance('read_file').name, 'read_file')
      assert.equal(factory.getToolInstance('read_file'), factory.getToolInstance('read_file'))
      assert.throws(() => factory.getToolInstance('none'), { code: 'tool_not_found' })
    }),
  'ToolFactory.get_all_tools': () =>
    withFactory((factory) =>
      assert.equal(factory.getAllTools()['read_file']?.description, '读取指定文件的内容'),
    ),
  'ToolFactory.get_all_tool_instances': () =>
    withFactory((factory) =>
      assert.deepEqual(
        factory.getAllToolInstances().map(({ name }) => name),
        ['read_file'],
      ),
    ),
  'ToolFactory.run_tool': () =>
    withFactory(async (factory) => {
      assert.deepEqual(await factory.runTool({ threadId: 't1' }, 'read_file', { target_file: 'a' }), {
        name: 'read_file',
        output: 'a from 0',
      })
      const failed = await factory.runTool(undefined, 'read_file', { target_file: 'none' })
      assert.deepEqual(failed, { name: 'read_file', error: '读取文件失败' })
      assert.match((await factory.runTool(undefined, 'nope')).error ?? '', /nope/)
    }),
  ToolContext: () =>
    withYard(
      async (yard) => {
        const { data } = await yard.call('who', {}, { threadId: 't', agent: 'a', principal: 'p' })
        assert.deepEqual(data, ['t', 'a', 'p', 'who'])
      },
      {
        tools: [
          {
            name: 'who',
            description: 'Who calls.',
            execute: (_: object, context: ToolContext) => [
              context.threadId,
              context.agent,
              context.principal,
              context.tool,
            ],
          },
        ],
      },
    ),
  ToolResult: () =>
    withYard(
      async (yard) => assert.equal((await yard.call('read_file', { target_file: 'a' })).status, 'ok'),
      options,
    ),
  'ToolResult.output': () =>
    withYard(
      async (yard) => assert.equal((await yard.call('read_file', { target_file: 'a' })).data, 'a from 0'),
      options,
    ),
  'ToolResult.error': () =>
    withYard(async (yard) => {
      const { error } = await yard.call('read_file', { target_file: 'none' })
      assert.equal(error?.message, '读取文件失败')
    }, options),
  'ToolResult.name': () =>
    withYard(
      async (yard) => assert.equal((await yard.call('read_file', { target_file: 'a' })).tool, 'read_file'),
      options,
    ),
  execute_tool: () =>
    withYard(
      async (yard) => assert.equal(await yard.execute('read_file', { target_file: 'a' }), 'a from 0'),
      options,
    ),
}

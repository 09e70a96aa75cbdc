/** Document 5, `Tools 模块设计`: each name called the old way. */
import assert from 'node:assert/strict'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { ToolRegistry, type ToolService } from 'toolyard'
import { spawning } from './agents-and-server.ts'
import { type Cases, inWorkspace, MyCustomTool, withYard } from './fixtures.ts'
import { webAndMessages } from './web-and-messages.ts'

const withTool =
  (use: (yard: ToolService, tool: NonNullable<ReturnType<ToolRegistry['get']>>) => unknown) => () =>
    withYard(async (yard) => {
      yard.registry.register(new MyCustomTool())
      const tool = yard.registry.get('my_custom_tool')
      assert.ok(tool)
      await use(yard, tool)
    })

const builtins: Cases = {
  ReadFileTool: () =>
    inWorkspace({ 'a.txt': 'one\ntwo\nthree\n' }, async ({ yard: { registry } }) => {
      assert.equal(await registry.execute('read_file', { filePath: 'a.txt' }), '1\tone\n2\ttwo\n3\tthree')
      const window = await registry.execute('read_file', { filePath: 'a.txt', offset: 2, limit: 1 })
      assert.match(window, /^2\ttwo\n\n\[1 more lines/)
      const known = registry.get('read_file')?.parameters as
        | { properties: Record<string, object> }
        | undefined
      assert.partialDeepStrictEqual(known?.properties, { offset: { default: 1 }, limit: { default: 2000 } })
    }),
  WriteFileTool: () =>
    inWorkspace(
      {},
      async ({ yard: { registry }, read }) => {
        await registry.execute('write_file', { content: 'text\n', filePath: 'a.txt' })
        assert.equal(await read('a.txt'), 'text\n')
      },
      { policy: { mode: 'accept-edits' } },
    ),
  EditFileTool: () =>
    inWorkspace(
      { 'a.txt': 'one two one\n' },
      async ({ yard: { registry }, read }) => {
        const edit = { filePath: 'a.txt', oldString: 'one', newString: '$&' }
        assert.match(await registry.execute('edit_file', edit), /^no_match/)
        assert.equal(await read('a.txt'), 'one two one\n')
        await registry.execute('edit_file', { ...edit, replaceAll: true })
        assert.equal(await read('a.txt'), '$& two $&\n')
      },
      { policy: { mode: 'accept-edits' } },
    ),
  ListDirTool: () =>
    inWorkspace({ 'src/a.txt': 'a', 'src/deep/b.txt': 'b' }, async ({ yard: { registry } }) =>
      assert.match(await registry.execute('list_dir', { path: 'src' }), /^deep\/[^]*\na\.txt {2}1 B/),
    ),
  ExecTool: () =>
    inWorkspace(
      { 'a.txt': 'one\n' },
      async ({ yard: { registry } }) => {
        assert.equal(await registry.execute('exec', { command: 'cat a.txt' }), 'one\n')
        assert.match(await registry.execute('exec', { command: 'exit 3' }), /exit code 3/)
        assert.match(await registry.execute('exec', { command: 'sleep 60', timeout: 200 }), /^timeout/)
      },
      { policy: { allow: ['bash'] } },
    ),
}

export const toolsModule: Cases = {
  ...webAndMessages,
  ...spawning,
  ...builtins,
  'Tool (base class)': withTool((yard) => assert.ok(yard.registry.has('my_custom_tool'))),
  'Tool.name': withTool((_, tool) => assert.equal(tool.name, 'my_custom_tool')),
  'Tool.description': withTool((_, tool) => assert.equal(tool.description, 'My custom tool')),
  'Tool.parameters': withTool((_, tool) => assert.deepEqual(tool.parameters, new MyCustomTool().parameters)),
  'Tool.execute': withTool(async (_, tool) =>
    assert.equal(await tool.execute({ input: 'x' }), 'Processed: x'),
  ),
  'Tool.validate_params': () =>
    withYard(async (yard) => {
      yard.registry.register({
        name: 'probe',
        description: 'Probes.',
        parameters: {
          type: 'object',
          properties: {
            text: { type: 'string', minLength: 2, maxLength: 4 },
            count: { type: 'integer', minimum: 1, maximum: 3 },
            ratio: { type: 'number' },
            flag: { type: 'boolean' },
            list: { type: 'array', items: { type: 'string' } },
            mode: { enum: ['a', 'b'] },
            inner: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
          },
          required: ['text'],
        },
        execute: () => assert.fail('validating does not run'),
      })
      const problems = async (params: object): Promise<string[]> =>
        (await yard.registry.get('probe')?.validateParams(params)) ?? ['no tool']
      assert.deepEqual(await problems({ text: 'abc', count: 2, inner: { id: 'x' } }), [])
      const wrong: [object, RegExp][] = [
        [{}, /text/],
        [{ text: 5 }, /^text: must be string/],
        [{ text: 'a' }, /^text: /],
        [{ text: 'abcde' }, /^text: /],
        [{ text: 'abc', count: 1.5 }, /^count: must be integer/],
        [{ text: 'abc', count: 0 }, /^count: /],
        [{ text: 'abc', count: 4 }, /^count: /],
        [{ text: 'abc', ratio: 'x' }, /^ratio: must be number/],
        [{ text: 'abc', flag: 'yes' }, /^flag: must be boolean/],
        [{ text: 'abc', list: [1] }, /^list\.0: must be string/],
        [{ text: 'abc', mode: 'c' }, /^mode: must be one of "a", "b"/],
        [{ text: 'abc', inner: {} }, /^inner: lacks "id"/],
      ]
      for (const [params, expected] of wrong) assert.match((await problems(params))[0] ?? 'none', expected)
    }),
  'Tool.to_schema': withTool((_, tool) => {
    const schema = tool.toSchema() as { type: string; function: Record<string, unknown> }
    assert.equal(schema.type, 'function')
    assert.deepEqual(
      [schema.function['name'], schema.function['description']],
      ['my_custom_tool', 'My custom tool'],
    )
    assert.ok('input' in (schema.function['parameters'] as { properties: object }).properties)
  }),
  ToolRegistry: withTool((yard) => assert.ok(yard.registry instanceof ToolRegistry)),
  'ToolRegistry.register': withTool((yard) => {
    assert.throws(() => yard.registry.register(new MyCustomTool()), { code: 'name_taken' })
    yard.registry.register(new MyCustomTool(), { replace: true })
  }),
  'ToolRegistry.unregister': withTool((yard) => {
    yard.registry.unregister('my_custom_tool')
    assert.equal(yard.registry.has('my_custom_tool'), false)
    yard.registry.unregister('my_custom_tool')
  }),
  'ToolRegistry.has': withTool((yard) => {
    assert.deepEqual([yard.registry.has('my_custom_tool'), yard.registry.has('none')], [true, false])
  }),
  'ToolRegistry.get_definitions': withTool((yard, tool) => {
    assert.deepEqual(yard.registry.getDefinitions(), [tool.toSchema()])
  }),
  'ToolRegistry.execute': withTool(async (yard) => {
    assert.equal(await yard.registry.execute('my_custom_tool', { input: 'x' }), 'Processed: x')
    assert.match(await yard.registry.execute('my_custom_tool', { input: 'bad' }), /it broke/)
    assert.match(await yard.registry.execute('my_custom_tool', {}), /input/)
    assert.match(await yard.registry.execute('none', {}), /none/)
  }),
  'ToolRegistry.tool_names': withTool((yard) =>
    assert.deepEqual(yard.registry.toolNames, ['my_custom_tool']),
  ),
  _register_default_tools: () =>
    withYard(
      ({ registry }) => {
        for (const name of ['read_file', 'write_file', 'edit_file', 'list_dir', 'bash', 'read_result'])
          assert.ok(registry.has(name), name)
      },
      { builtins: ['files', 'shell', 'system'] },
    ),
  allowed_dir: async () => {
    await withYard(async (yard) => assert.equal(yard.workspace, await realpath(tmpdir())), {
      workspace: tmpdir(),
    })
    await inWorkspace({}, async ({ yard: { registry } }) => {
      for (const filePath of ['../a.txt', import.meta.filename])
        assert.match(await registry.execute('read_file', { filePath }), /^outside_workspace/)
    })
  },
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { tempFolder } from '../temp-folder.test.ts'
import { loadPlugins } from './load-plugins.ts'
import { load, namesOf, packageOf, plugin, tool } from './plugin-project.test.ts'

describe('a plugin', () => {
  it('is a package whose "toolyard" field names tools, hooks, executors and programs', async (t) => {
    const { plugins, problems, folder, ...loaded } = await load(t, {
      'package.json': packageOf({
        requires: '>=0.1',
        tools: ['./tools', './extra.js'],
        hooks: './hooks.js',
        executors: './executors.js',
        programs: ['./programs'],
      }),
      'tools/first.js': `export default ${tool('first')}`,
      'tools/text/second.js': '/** Says it twice. */\nexport default { execute: () => 2 }',
      'extra.js': `export default ${tool('extra')}`,
      'hooks.js': `export default [{ name: 'log', type: 'POST_TOOL_USE', handler() {} }]`,
      'executors.js': 'export default { EXTERNAL: { execute() {} }, own: { execute() {} } }',
      'programs/third.tool.toml': 'description = "Third."\ncommand = ["true"]',
    })
    assert.deepEqual(problems, [])
    assert.deepEqual(plugins, [
      {
        name: 'toolyard-plugin-x',
        version: '1.2.0',
        origin: 'toolyard-plugin-x@1.2.0',
        folder: join(folder, 'node_modules/toolyard-plugin-x'),
        tools: ['first', 'second', 'extra', 'third'],
        hooks: 1,
        executors: ['EXTERNAL', 'own'],
      },
    ])
    assert.deepEqual(
      loaded.tools.map(({ manifest: { name, source, category, type } }) => [name, source, category, type]),
      [
        ['first', 'plugin', 'general', 'STATELESS'],
        ['second', 'plugin', 'text', 'STATELESS'],
        ['extra', 'plugin', 'general', 'STATELESS'],
        ['third', 'plugin', 'general', 'EXTERNAL'],
      ],
    )
    assert.equal(loaded.tools[0]?.execute({} as never, {} as never), 'first')
    assert.equal((loaded.hooks[0] as { name: string }).name, 'log')
    assert.deepEqual(Object.keys(loaded.executors), ['EXTERNAL'])
  })

  it('is a module of a package, and may be a function of its options', async (t) => {
    const files = {
      'package.json': packageOf({ main: './plugin.js', tools: ['./more.js'] }),
      'plugin.js': `export default ({ prefix = 'x' }) => ({ version: '2.0.0', tools: [{ name: prefix + '_hello', description: 'Hello.', execute: () => 1 }] })`,
      'more.js': `export default ${tool('more')}`,
    }
    const plain = await load(t, files)
    assert.deepEqual([plain.problems, namesOf(plain)], [[], ['more', 'x_hello']])
    assert.equal(plain.plugins[0]?.origin, 'toolyard-plugin-x@2.0.0')
    const told = await load(t, files, [{ use: 'toolyard-plugin-x', options: { prefix: 'my' } }])
    assert.deepEqual([told.problems, namesOf(told)], [[], ['more', 'my_hello']])
    const short = await load(t, { ...files, 'package.json': packageOf('./plugin.js') })
    assert.deepEqual(namesOf(short), ['x_hello'])
  })

  it('is a folder, with TypeScript where it is not a package', async (t) => {
    const loaded = await load(
      t,
      {
        '/plugins/local/package.json': JSON.stringify({
          name: 'local',
          type: 'module',
          toolyard: { tools: ['./tools'] },
        }),
        '/plugins/local/tools/shout.ts':
          '/** Shouts. */\nexport default { execute: (input: unknown): string => String(input) }',
      },
      ['./plugins/local'],
    )
    assert.deepEqual(
      [loaded.problems, namesOf(loaded), loaded.plugins[0]?.origin],
      [[], ['shout'], 'local@0.0.0'],
    )
  })

  it('is found from the folder of the configuration upward, scoped or linked', async (t) => {
    const { path } = await tempFolder(t, {
      'node_modules/@acme/tools/package.json': JSON.stringify({
        name: '@acme/tools',
        version: '3.0.0',
        type: 'module',
        toolyard: { tools: ['a.js'] },
      }),
      'node_modules/@acme/tools/a.js': `export default ${tool('a')}`,
      'app/here/x': '',
    })
    const entries = ['@acme/tools', './absent', 'none', plugin({ name: 'p' })]
    const { plugins, folders } = await loadPlugins(entries, { folder: join(path, 'app/here') })
    assert.deepEqual(
      plugins.map(({ origin }) => origin),
      ['@acme/tools@3.0.0', 'p@0.0.0'],
    )
    assert.deepEqual(
      folders.map((folder) => folder.slice(path.length + 1)),
      ['node_modules/@acme/tools', 'app/here/absent', 'app/here/node_modules/none'],
    )
  })

  it('is a value in the configuration', async (t) => {
    const loaded = await load(t, {}, [
      plugin({ name: 'mine', version: '1.0.0', tools: [{ name: 'a', description: 'A.', execute: () => 1 }] }),
      {
        use: plugin((options: { name: string }) => ({ name: options.name })) as never,
        options: { name: 'second' },
      },
    ])
    assert.deepEqual(loaded.problems, [])
    assert.deepEqual(
      loaded.plugins.map(({ origin, tools, folder }) => [origin, tools, folder]),
      [
        ['mine@1.0.0', ['a'], undefined],
        ['second@0.0.0', [], undefined],
      ],
    )
  })

  it('runs tools of its own kind with an executor of its own', async (t) => {
    const { tools, problems } = await load(t, {}, [
      plugin({
        name: 'sql',
        executors: {
          query: {
            execute: (
              { config, manifest }: { config: { sql: string }; manifest: { name: string } },
              input: { id: number },
            ) => `${manifest.name}: ${config.sql.replace('?', String(input.id))}`,
          },
          rows: {
            streaming: true,
            async *execute() {
              yield 'row'
              return 'end'
            },
          },
        },
        tools: [
          {
            name: 'get_user',
            description: 'A user.',
            inputSchema: { id: Number },
            executor: 'query',
            config: { sql: 'select ?' },
          },
          { name: 'all_users', description: 'All users.', executor: 'rows' },
          { name: 'lost', description: 'Lost.', executor: 'qery' },
        ],
      }),
    ])
    assert.equal(tools[0]?.execute({ id: 7 } as never, {} as never), 'get_user: select 7')
    assert.equal(tools[1]?.manifest.streaming, true)
    const rows = tools[1]?.execute({} as never, {} as never) as AsyncGenerator
    assert.deepEqual(
      [await rows.next(), await rows.next()],
      [
        { value: 'row', done: false },
        { value: 'end', done: true },
      ],
    )
    assert.match(
      problems[0]?.reason ?? '',
      /Plugin "sql@0\.0\.0": "qery" is not an executor of the plugin\. Did you mean "query"\?/,
    )
  })
})

describe('leaving out', () => {
  const files = {
    'package.json': packageOf({ tools: ['./a.js', './b.js'] }),
    'a.js': `export default ${tool('alpha')}`,
    'b.js': `export default ${tool('beta')}`,
  }

  it('a tool of a plugin keeps the others', async (t) => {
    const loaded = await load(t, files, [{ use: 'toolyard-plugin-x', disable: ['alpha', 'bta'] }])
    assert.deepEqual(namesOf(loaded), ['beta'])
    assert.match(loaded.problems[0]?.reason ?? '', /it has no tool "bta" to disable\. Did you mean "beta"\?/)
  })

  it('a plugin by its name does not even import it', async (t) => {
    const { path } = await tempFolder(t, {
      'node_modules/toolyard-plugin-x/package.json': packageOf({ tools: ['./a.js'] }),
      'node_modules/toolyard-plugin-x/a.js': 'globalThis.wasImported = true',
      'local/package.json': JSON.stringify({ name: 'toolyard-plugin-y', toolyard: './a.js' }),
      'local/a.js': 'globalThis.wasImported = true',
    })
    const { plugins, problems } = await loadPlugins(['toolyard-plugin-x', './local'], {
      folder: path,
      isDisabled: (name) => /^toolyard-plugin-[xy]$/.test(name),
    })
    assert.deepEqual([plugins, problems, 'wasImported' in globalThis], [[], [], false])
  })
})

import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { answerOf, discover, namesOf, tempFolder, toolFile, toolNamed } from './temp-folder.test.ts'

const fixtures = join(import.meta.dirname, '../../test/fixtures/discover')

describe('discovering tools in a folder', () => {
  it('takes the name from the file, the description from its comment, the category from its sub-folder', async (t) => {
    const folder = await tempFolder(t, {
      'get-weather.ts':
        '/** Current weather of a city. */\nconst celsius: number = 21\nexport default { execute: () => celsius }\n',
      'shop/cart/addItem.mjs': '/** Adds an item. */\nexport default { execute: () => 1 }\n',
      'shop/named.mts':
        "export default { name: 'own_name', category: 'own', description: 'Own.', execute() {} }\n",
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual(
      found.tools.map(({ manifest: { name, description, category } }) => [name, description, category]),
      [
        ['get_weather', 'Current weather of a city.', 'general'],
        ['add_item', 'Adds an item.', 'cart'],
        ['own_name', 'Own.', 'own'],
      ],
    )
    assert.deepEqual(found.problems, [])
    assert.equal(await answerOf(found, 'get_weather'), 21)
  })

  it('says nothing of an index and of what core/ holds where they export no tool', async (t) => {
    const tool = "{ name: 'a', description: 'A.', execute: () => 1 }"
    const folder = await tempFolder(t, {
      'a.ts': `import { defineTool } from '${import.meta.resolve('../define/index.ts')}'\nexport default defineTool(${tool})\n`,
      'index.ts': "export { default as a } from './a.ts'\n",
      'core/base-tool.ts': 'export class BaseTool {}\n',
      'core/index.ts': "export * from './base-tool.ts'\n",
      'core/real.ts': toolFile(2),
      '__init__.ts': 'export const version = 1\n',
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual(found.problems, [])
    assert.deepEqual(namesOf(found), ['a', 'real'])
  })

  it('takes an HTTP endpoint as default export', async (t) => {
    const folder = await tempFolder(t, {
      'get-user.ts':
        "/** Gets a user. */\nexport default { inputSchema: { id: String }, config: { baseUrl: 'https://example.com', path: '/users/{id}' } }\n",
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual(found.problems, [])
    const { name, type, description, via } = toolNamed(found, 'get_user').manifest
    assert.deepEqual([name, type, description], ['get_user', 'REST', 'Gets a user.'])
    assert.equal(via?.text, 'GET https://example.com/users/{id}')
  })

  it('takes every exported tool of a file, named by its export', async (t) => {
    const found = await discover(t, { folders: [join(fixtures, 'defined')] })
    assert.deepEqual(
      found.tools.map(({ manifest: { name, description } }) => [name, description]),
      [
        ['users', 'The users at large.'],
        ['list_users', 'Lists users.'],
        ['remove_user', 'Removes a user.'],
        ['single', 'The only one of its file.'],
        ['counter', 'Counts within a thread.'],
      ],
    )
    assert.deepEqual(found.problems, [])
    assert.equal(toolNamed(found, 'counter').manifest.type, 'STATEFUL')
  })

  it('loads classes with decorators and takes the comment above them', async (t) => {
    const found = await discover(t, { folders: [join(fixtures, 'decorated')] })
    assert.deepEqual(found.problems, [])
    assert.deepEqual(
      found.tools.map(({ manifest: { name, description, permission } }) => [name, description, permission]),
      [
        ['anonymous', 'A class without a name.', 'external'],
        ['read_note', 'Reads a note.', 'read'],
        ['write_note', 'Writes a note.', 'write'],
      ],
    )
    assert.equal(await answerOf(found, 'read_note'), 'note')
  })

  it('passes over tests, helpers, declarations, hidden files and node_modules', async (t) => {
    const bad = 'throw new Error("must not be imported")\n'
    const names = ['a.test.ts', 'a.spec.mjs', '_a.ts', '_lib/a.ts', '.a.ts', '.git/a.ts', 'a.d.ts', 'a.d.mts']
    const folder = await tempFolder(t, {
      ...Object.fromEntries(
        [...names, 'node_modules/a/index.js', 'a.txt', 'a.json'].map((name) => [name, bad]),
      ),
      'good.ts': toolFile(1),
    })
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual([namesOf(found), found.problems], [['good'], []])
  })

  it('follows a link inside the folder and no link that leads out of it', async (t) => {
    const outside = await tempFolder(t, { 'secret.ts': toolFile(1), 'dir/other.ts': toolFile(2) })
    const folder = await tempFolder(t, { '_versions/two.ts': toolFile('two'), 'plain.ts': toolFile(3) })
    await symlink(join(outside.path, 'secret.ts'), join(folder.path, 'secret.ts'))
    await symlink(join(outside.path, 'dir'), join(folder.path, 'linked'))
    await symlink(join(folder.path, '_versions/two.ts'), join(folder.path, 'current.ts'))
    await symlink(folder.path, join(folder.path, 'loop'))
    const found = await discover(t, { folders: [folder.path] })
    assert.deepEqual(namesOf(found), ['current', 'plain'])
    assert.equal(await answerOf(found, 'current'), 'two')
    assert.deepEqual(
      found.problems.map(({ file, reason }) => [relative(folder.path, file), /leads out/.test(reason)]),
      [
        ['linked', true],
        ['secret.ts', true],
      ],
    )
  })

  it('reports a folder that does not exist and reads the others', async (t) => {
    const folder = await tempFolder(t, { 'good.ts': toolFile(1) })
    const missing = join(folder.path, 'missing')
    const found = await discover(t, { folders: [missing, folder.path] })
    assert.deepEqual(namesOf(found), ['good'])
    assert.deepEqual(found.problems, [
      { file: missing, reason: 'The folder does not exist', hint: 'Create the folder, or correct its path.' },
    ])
  })

  it('reads a file once where folders overlap', async (t) => {
    const folder = await tempFolder(t, { 'sub/good.ts': toolFile(1) })
    const found = await discover(t, { folders: [folder.path, join(folder.path, 'sub')] })
    assert.deepEqual([namesOf(found), found.problems], [['good'], []])
  })

  it('keeps the order of folders, then of paths', async (t) => {
    const first = await tempFolder(t, { 'z.ts': toolFile(1), 'B.ts': toolFile(1), 'a/x.ts': toolFile(1) })
    const second = await tempFolder(t, { 'c.ts': toolFile(1) })
    const found = await discover(t, { folders: [first.path, second.path] })
    assert.deepEqual(namesOf(found), ['b', 'x', 'z', 'c'])
  })

  it('loads CommonJS files, and module files under a package.json without a type, quietly', async (t) => {
    const warnings: string[] = []
    const note = ({ message }: Error): unknown => warnings.push(message)
    process.on('warning', note)
    t.after(() => process.off('warning', note))
    const folder = await tempFolder(t, {
      'package.json': '{ "name": "x" }',
      'old.js':
        "exports.name = 'old'\nexports.description = 'Old.'\nexports.execute = () => require('./_helper.js').value\n",
      '_helper.js': "exports.value = 'helped'\n",
      'new.js': toolFile(2),
      'typed.ts': toolFile(3),
    })
    const found = await discover(t, { folders: [folder.path] })
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([namesOf(found), found.problems, warnings], [['new', 'old', 'typed'], [], []])
    assert.equal(await answerOf(found, 'old'), 'helped')
  })

  it('leaves no hook behind when it is disposed', async (t) => {
    const folder = await tempFolder(t, {
      'good.ts':
        "export const later = () => import('./_helper.ts')\nexport default { description: 'Good.', execute: later }\n",
      '_helper.ts': 'export const url = import.meta.url\n',
    })
    const found = await discover(t, { folders: [folder.path] })
    const tool = await toolNamed(found, 'good').load()
    await found[Symbol.asyncDispose]()
    const helper = (await tool.execute({} as never, {} as never)) as { url: string }
    assert.ok(!helper.url.includes('toolyard='), helper.url)
  })
})

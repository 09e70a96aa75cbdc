/** `glob`: the same files as ripgrep lists, newest first, and nothing that is ignored. */
import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { isSensitivePath } from '../../src/host/index.ts'
import { makeTree, openTree, ripgrep } from './tree.ts'

const packages = resolve(import.meta.dirname, '../../../../node_modules')

describe('glob on a real tree', () => {
  const opened = openTree(packages)
  after(async () => (await opened)[Symbol.asyncDispose]())

  for (const pattern of [
    '**/*.d.ts',
    '*.json',
    'typescript/**/*.{js,ts}',
    '@*/*/package.json',
    '**/[a-c]*.mjs',
    '**/LICEN[SC]E*',
    'zod/**/*.?ts',
    'zod/*/**/index.*',
  ]) {
    it(`lists the same files as rg --files --glob ${pattern}`, async () => {
      const tree = await opened
      const listed = ripgrep(packages, '--files', '--null', `--glob=${pattern}`, './').split('\0')
      const isPlain = (name: string): boolean => !/(?:^|\/)\./.test(name) && !isSensitivePath(name)
      const expected = listed.flatMap((name) => (name === '' ? [] : [name.slice(2)])).filter(isPlain)
      assert.ok(expected.length > 0)
      const { files, total } = await tree.glob({ pattern, limit: 20_000 })
      assert.deepEqual(files.toSorted(), expected.toSorted())
      assert.ok(total === undefined ? expected.length > 1000 : total === expected.length)
    })
  }
})

describe('glob', () => {
  it('lists the newest first, as many as are asked for, and says how many there are', async () => {
    await using tree = await makeTree({ 'a.ts': '', 'b.ts': '', 'sub/c.ts': '', 'd.js': '' })
    for (const [name, time] of [
      ['a.ts', 200],
      ['b.ts', 300],
      ['sub/c.ts', 100],
    ] as const)
      utimesSync(join(tree.path, name), time, time)
    assert.equal(await tree.text('glob', { pattern: '*.ts' }), 'b.ts\na.ts\nsub/c.ts')
    assert.match(
      await tree.text('glob', { pattern: '*.ts', limit: 2 }),
      /^b\.ts\na\.ts\n\n\[2 of 3 files; raise limit/,
    )
    assert.equal(await tree.text('glob', { pattern: '*', path: 'sub' }), 'sub/c.ts')
    assert.equal(await tree.text('glob', { pattern: '**/*.ts,!sub/**,!b*' }), 'a.ts')
    assert.equal(await tree.text('glob', { pattern: '!*.ts' }), 'd.js')
  })

  it('lists nothing that is ignored, whatever the glob says, and says so', async () => {
    await using tree = await makeTree({
      '.gitignore': 'dist/\n*.log\n!keep.log\n',
      'dist/a.js': '',
      'x.log': '',
      'keep.log': '',
      'src/a.js': '',
      '.github/ci.yml': '',
    })
    assert.deepEqual((await tree.glob({ pattern: '**/*.js' })).files, ['src/a.js'])
    assert.deepEqual((await tree.glob({ pattern: '*.log' })).files, ['keep.log'])
    assert.deepEqual((await tree.glob({ pattern: '**/*' })).files.toSorted(), ['keep.log', 'src/a.js'])
    const empty = await tree.text('glob', { pattern: 'dist/**' })
    assert.match(empty, /^No files fit\.\n2 files were looked at\.\nNot listed: 2 ignored files and folders/)
    assert.match(empty, /name an ignored folder in path/)
    assert.deepEqual((await tree.glob({ pattern: '*', path: 'dist' })).files, ['dist/a.js'])
    assert.deepEqual((await tree.glob({ pattern: '.github/**' })).files, ['.github/ci.yml'])
    assert.deepEqual((await tree.glob({ pattern: '*.yml' })).files, [])
    assert.deepEqual((await tree.glob({ pattern: '*.yml', hidden: true })).files, ['.github/ci.yml'])
  })

  it('leaves files with secrets out, with their number, unless one is named', async () => {
    await using tree = await makeTree({ '.env': '', '.env.local': '', 'keys/server.pem': '', 'a.txt': '' })
    const text = await tree.text('glob', { pattern: '**/*', hidden: true })
    assert.match(text, /^a\.txt\n\n\[Not listed: 3 that may hold secrets\.\]$/)
    assert.deepEqual((await tree.glob({ pattern: '**/.env' })).files, ['.env'])
  })

  it('refuses globs that lead out or explode, at once', async () => {
    await using tree = await makeTree({ 'a.txt': '' })
    const code = async (pattern: string): Promise<string | undefined> =>
      (await tree.call('glob', { pattern })).error?.code
    assert.equal(await code('../**'), 'outside_workspace')
    assert.equal(await code('/etc/*'), 'outside_workspace')
    assert.equal(await code('{a,b}'.repeat(16)), 'invalid_arguments')
    assert.equal(await code('[a'), 'invalid_arguments')
    assert.equal((await tree.call('glob', { pattern: '*', path: 'a.txt' })).error?.code, 'invalid_arguments')
    assert.deepEqual((await tree.glob({ pattern: `${'*'.repeat(400)}x${'?'.repeat(400)}` })).files, [])
  })
})

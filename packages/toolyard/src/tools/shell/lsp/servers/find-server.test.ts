import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type ServerFinder, findServer, type FoundServer } from './find-server.ts'
import { knownLanguages, languageOf, languageTable } from './languages.ts'

describe('the server of a language', () => {
  let root: string
  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-find-')))
    const write = async (path: string, content: string): Promise<void> => {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    await write('node_modules/typescript/package.json', '{"version":"7.1.0","bin":{"tsc":"./bin/tsc"}}')
    await write('old/node_modules/typescript/package.json', '{"version":"5.9.0","bin":{"tsc":"./bin/tsc"}}')
    await write('broken/node_modules/typescript/package.json', '{"version":')
    await write(
      'store/pyright@1/node_modules/pyright/package.json',
      '{"version":"1.1.0","bin":{"pyright-langserver":"l.js"}}',
    )
    await write('store/pyright@1/node_modules/pyright/l.js', '')
    await mkdir(join(root, 'linked/node_modules'), { recursive: true })
    await symlink(
      join(root, 'store/pyright@1/node_modules/pyright'),
      join(root, 'linked/node_modules/pyright'),
    )
  })
  after(() => rm(root, { recursive: true, force: true }))

  const find = (name: string, options: Partial<ServerFinder> = {}): Promise<FoundServer> => {
    const language = knownLanguages.find((known) => known.name === name)
    assert.ok(language)
    return findServer(language, {
      from: root,
      workspace: root,
      home: undefined,
      findProgram: () => Promise.resolve(undefined),
      ...options,
    })
  }

  it('is found in the packages of the folder or of one above it', async () => {
    for (const from of [root, join(root, 'src/deep')]) {
      const { argv } = await find('typescript', { from })
      assert.deepEqual(argv, [
        process.execPath,
        join(root, 'node_modules/typescript/bin/tsc'),
        '--lsp',
        '--stdio',
      ])
    }
  })

  it('is looked for further up where a package is too old or broken', async () => {
    for (const folder of ['old', 'broken']) {
      const { argv } = await find('typescript', { from: join(root, folder) })
      assert.equal(argv[1], join(root, 'node_modules/typescript/bin/tsc'))
    }
  })

  it('is found on the PATH where no package brings it', async () => {
    const findProgram = (name: string): Promise<string | undefined> =>
      Promise.resolve(name === 'pylsp' ? '/opt/bin/pylsp' : undefined)
    assert.deepEqual((await find('python', { findProgram })).argv, ['/opt/bin/pylsp'])
  })

  it('is never a tsc on the PATH, which may be an older one', async () => {
    const findProgram = (name: string): Promise<string | undefined> =>
      Promise.resolve(name === 'tsc' ? '/usr/bin/tsc' : undefined)
    await assert.rejects(find('typescript', { from: '/', findProgram }), /no language server for TypeScript/)
  })

  it('must see the packages around it also where they are linked from elsewhere', async () => {
    const workspace = join(root, 'linked')
    const { readable } = await find('python', { from: workspace, workspace })
    assert.ok(readable.includes(join(root, 'store/pyright@1/node_modules')))
    assert.ok(readable.includes(join(root, 'node_modules')))
    assert.ok(!readable.includes(join(root, 'linked/node_modules')))
  })

  it('can be changed, added and switched off', () => {
    const table = languageTable({
      languages: {
        python: { command: ['/opt/my-server'] },
        zig: { command: ['zls'], endings: { '.zig': 'zig' } },
        css: false,
      },
    })
    assert.deepEqual(languageOf('a.py', table)?.servers[0]?.command, ['/opt/my-server'])
    assert.equal(languageOf('A.PYI', table)?.name, 'python')
    assert.equal(languageOf('b.zig', table)?.servers[0]?.name, 'zls')
    assert.equal(languageOf('c.css', table), undefined)
  })

  it('that is configured by half is refused', () => {
    assert.throws(
      () => languageTable({ languages: { zig: { command: ['zls'] } } }),
      /"zig" lacks the endings/,
    )
    assert.throws(() => languageTable({ languages: { python: { command: [] } } }), /"python" lacks a command/)
  })
})

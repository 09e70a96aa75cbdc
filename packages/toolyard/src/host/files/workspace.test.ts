import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { createWorkspace, type Workspace } from './workspace.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')))
const root = join(base, 'ws')
after(() => rmSync(base, { recursive: true, force: true }))

const bytes = (text: string): [Buffer] => [Buffer.from(text)]
const contentOf = (path: string): string => readFileSync(join(root, path), 'utf8')

async function readAll(files: Workspace, path: string): Promise<string> {
  using file = files.openRead(path)
  return (await file.readPart(0, file.size)).toString()
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(join(root, 'src/a.txt'), 'alpha')
})

for (const descriptorPaths of [true, false]) {
  describe(`a workspace by ${descriptorPaths ? 'descriptors' : 'devices and inodes'}`, () => {
    const open = (settings: object = {}): Workspace =>
      createWorkspace({ workspace: root, descriptorPaths, ...settings })

    it('reads a file by relative path, absolute path and link', async () => {
      symlinkSync('src', join(root, 'link'))
      for (const path of ['src/a.txt', join(root, 'src/a.txt'), 'link/a.txt', './src/../link/a.txt'])
        assert.equal(await readAll(open(), path), 'alpha')
    })

    it('says what a path is that is no file, at once', () => {
      execFileSync('mkfifo', [join(root, 'pipe')])
      assert.throws(() => open().openRead('pipe'), { code: 'tool_failed', message: /named pipe/ })
      assert.throws(() => open().openRead('src'), { code: 'tool_failed', message: /folder/ })
      assert.throws(() => open().openFolder('src/a.txt'), { code: 'tool_failed', message: /is a file/ })
      assert.throws(() => open().openFolder('pipe'), { code: 'tool_failed', message: /named pipe/ })
    })

    it('names the nearest file where one is missing', () => {
      assert.throws(() => open().openRead('src/A.txt'), {
        code: 'not_found',
        message: /Did you mean "a.txt"/,
      })
      assert.throws(() => open().openRead('src/a.txt/b'), { code: 'not_found' })
    })

    it('does not read on after it was closed', async () => {
      const file = open().openRead('src/a.txt')
      file[Symbol.dispose]()
      file[Symbol.dispose]()
      await assert.rejects(async () => file.readPart(0, 5), { code: 'internal' })
    })

    it('writes a new file and the folders that it needs', async () => {
      const written = await open().write('x/y/z.txt', bytes('new'))
      assert.deepEqual([written.created, written.size, written.shown], [true, 3, 'x/y/z.txt'])
      assert.equal(contentOf('x/y/z.txt'), 'new')
    })

    it('keeps the mode of a file, without the bits that lend rights, and leaves nothing beside it', async () => {
      chmodSync(join(root, 'src/a.txt'), 0o4751)
      const written = await open().write('src/a.txt', bytes('beta'))
      assert.equal(written.created, false)
      assert.equal(statSync(join(root, 'src/a.txt')).mode & 0o7777, 0o751)
      assert.deepEqual(readdirSync(join(root, 'src')), ['a.txt'])
    })

    it('appends, also where there is nothing yet', async () => {
      await open().write('src/a.txt', bytes('+1'), { mode: 'append' })
      await open().write('src/b.txt', bytes('first'), { mode: 'append' })
      assert.deepEqual([contentOf('src/a.txt'), contentOf('src/b.txt')], ['alpha+1', 'first'])
    })

    it('changes no other name of a file that has several', async () => {
      writeFileSync(join(base, 'elsewhere.txt'), 'mine')
      linkSync(join(base, 'elsewhere.txt'), join(root, 'hard.txt'))
      await open().write('hard.txt', bytes('over'))
      await open().write('hard.txt', bytes('+'), { mode: 'append' })
      assert.equal(contentOf('hard.txt'), 'over+')
      assert.equal(readFileSync(join(base, 'elsewhere.txt'), 'utf8'), 'mine')
    })

    it('creates only where nothing is, and writes only over what was expected', async () => {
      const files = open()
      await assert.rejects(files.write('src/a.txt', bytes('x'), { mode: 'create' }), { code: 'stale_file' })
      await files.write('src/new.txt', bytes('x'), { mode: 'create' })
      using file = files.openRead('src/a.txt')
      writeFileSync(join(root, 'src/a.txt'), 'someone else')
      await assert.rejects(files.write('src/a.txt', bytes('x'), { expected: file.stamp }), {
        code: 'stale_file',
      })
      assert.equal(contentOf('src/a.txt'), 'someone else')
      assert.deepEqual(readdirSync(join(root, 'src')).toSorted(), ['a.txt', 'new.txt'])
    })

    it('lets one of many creations win', async () => {
      const files = open()
      const attempts = Array.from({ length: 20 }, (_, index) =>
        files.write('one.txt', bytes(`${index}`), { mode: 'create' }).then(
          () => index,
          () => undefined,
        ),
      )
      const winners = (await Promise.all(attempts)).filter((index) => index !== undefined)
      assert.equal(winners.length, 1)
      assert.equal(contentOf('one.txt'), String(winners[0]))
    })

    it('never shows half of a file to whoever reads meanwhile', async () => {
      const files = open()
      const [small, large] = ['a'.repeat(10), 'b'.repeat(3_000_000)]
      const seen = new Set<string>()
      for (let round = 0; round < 20; round++) {
        const writing = files.write('src/a.txt', bytes(round % 2 === 0 ? large : small))
        for (let look = 0; look < 20; look++) seen.add(await readAll(files, 'src/a.txt'))
        await writing
      }
      for (const text of seen) assert.ok(text === 'alpha' || text === small || text === large)
    })

    it('removes a file, and only the one that was expected', () => {
      const files = open()
      using file = files.openRead('src/a.txt')
      writeFileSync(join(root, 'src/a.txt'), 'changed')
      assert.throws(() => files.remove('src/a.txt', file.stamp), { code: 'stale_file' })
      files.remove('src/a.txt')
      assert.ok(!existsSync(join(root, 'src/a.txt')))
      assert.throws(() => files.remove('src/a.txt'), { code: 'not_found' })
      assert.throws(() => files.remove('src'), { code: 'tool_failed' })
    })

    it('lists a folder and those in it, and follows no link', async () => {
      symlinkSync(base, join(root, 'out'))
      using folder = open().openFolder('.')
      assert.deepEqual((await folder.entries()).map(({ name }) => name).toSorted(), ['out', 'src'])
      assert.equal(folder.linkTarget('out'), base)
      assert.equal(folder.child('out'), undefined)
      using child = folder.child('src')
      assert.equal(child?.shown, 'src')
      assert.equal(child?.stat('a.txt')?.size, 5n)
      assert.equal(child?.stat('missing'), undefined)
    })

    it('reads below a read-only root, and writes only below the others', async () => {
      const [readable, writable] = [join(base, 'read'), join(base, 'write')]
      for (const folder of [readable, writable]) mkdirSync(folder, { recursive: true })
      writeFileSync(join(readable, 'r.txt'), 'r')
      const files = open({
        roots: [
          { path: readable, access: 'read' },
          { path: writable, access: 'read-write' },
        ],
      })
      assert.equal(await readAll(files, join(readable, 'r.txt')), 'r')
      await assert.rejects(files.write(join(readable, 'r.txt'), bytes('x')), {
        code: 'protected_path',
        message: /read-only/,
      })
      await files.write(join(writable, 'w.txt'), bytes('w'))
      assert.throws(() => files.openRead(join(base, 'elsewhere.txt')), { code: 'outside_workspace' })
    })

    it('lets the innermost root decide', async () => {
      mkdirSync(join(root, 'vendor'))
      const files = open({ roots: [{ path: 'vendor', access: 'read' }] })
      await assert.rejects(files.write('vendor/x.txt', bytes('x')), { code: 'protected_path' })
      await files.write('own/x.txt', bytes('x'))
    })

    it('protects the paths of its settings, in every spelling and through links', async () => {
      mkdirSync(join(root, 'my-tools'))
      symlinkSync('my-tools', join(root, 'alias'))
      const files = open({ protectedPaths: ['my-tools', 'settings/local.json'] })
      for (const path of ['my-tools/x.ts', 'MY-Tools/x.ts', 'alias/x.ts', 'settings/LOCAL.json'])
        await assert.rejects(files.write(path, bytes('x')), { code: 'protected_path' }, path)
      await files.write('my-tools-2/x.ts', bytes('x'))
    })
  })
}

describe('createWorkspace', () => {
  it('refuses a root that is not there', () => {
    assert.throws(() => createWorkspace({ workspace: join(base, 'nowhere') }), { code: 'invalid_config' })
  })

  it('does not take its own place for a secret or protected one', () => {
    const strange = join(base, '.ssh/.claude/work')
    mkdirSync(strange, { recursive: true })
    const files = createWorkspace({ workspace: strange })
    assert.equal(files.isProtected('a.txt'), false)
    assert.equal(files.isSensitive('a.txt'), false)
    assert.equal(files.isProtected('.claude/a.txt'), true)
    assert.equal(files.isSensitive('.ssh/a.txt'), true)
  })
})

/**
 * The path corpus, through the whole pipeline and against the workspace itself: nothing outside is read or changed,
 * nothing hangs, and what is honest works.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolResult, type ToolService } from 'toolyard'
import { type Workspace } from '../../src/host/index.ts'
import { createWorkspace } from '../../src/host/files/index.ts'
import { checkRequest } from '../../src/host/files/check-request.ts'
import { CANARY, fill, makeFixture, outsideDigest } from '../files/path-fixture.ts'

interface Entry {
  readonly id: string
  readonly op: 'read' | 'write' | 'list' | 'mkdir' | 'move' | 'glob' | 'grep'
  readonly path: string
  readonly to?: string
  readonly expect: 'allow' | 'deny'
  readonly class: string
  readonly reason: string
  readonly platform?: string
}

const corpus = JSON.parse(readFileSync(new URL('../corpora/paths.json', import.meta.url), 'utf8')) as {
  readonly entries: readonly Entry[]
}
const more: readonly Omit<Entry, 'id'>[] = [
  ...[
    '..dots.txt',
    'src/..data/x.txt',
    '📁/f.txt',
    '--help',
    '`id`.txt',
    'semi;colon.txt',
    '[brackets]*.txt',
  ].map(
    (path) =>
      ({ op: 'read', path, expect: 'allow', class: 'legit', reason: 'a strange but honest name' }) as const,
  ),
  ...[
    'link_dir_in/app.ts',
    'link_self/readme.md',
    '%2e%2e%2fx.txt',
    `${'n'.repeat(251)}.txt`,
    './readme.md',
  ].map(
    (path) =>
      ({ op: 'read', path, expect: 'allow', class: 'legit', reason: 'leads to a file inside' }) as const,
  ),
  ...['link_dir_in/new.txt', 'link_in', 'hard_secret.txt', `${'m'.repeat(251)}.txt`, 'a/b/c/d.txt'].map(
    (path) =>
      ({ op: 'write', path, expect: 'allow', class: 'legit', reason: 'leads to a file inside' }) as const,
  ),
  ...['link_dangling_out', 'link_loop_a', 'link_root/tmp/pwn.txt', 'sock', 'src', '.', 'link_dir_out'].map(
    (path) => ({ op: 'write', path, expect: 'deny', class: 'symlink', reason: 'no file inside' }) as const,
  ),
  ...[
    'link_loop_a',
    'link_proc/environ',
    'link_root/etc/passwd',
    'sock',
    '~',
    '${HOME}/.ssh/id_rsa',
    'src/',
  ].map(
    (path) =>
      ({ op: 'read', path, expect: 'deny', class: 'special-file', reason: 'no file inside' }) as const,
  ),
  ...[
    '.git/hooks/pre-commit',
    '.GIT/config',
    'link_git/hooks/x',
    '.mcp.json',
    '.codex/config.toml',
    '.envrc',
  ].map(
    (path) =>
      ({ op: 'write', path, expect: 'deny', class: 'protected', reason: 'configures something' }) as const,
  ),
  ...[
    '.hus\u212ay/x',
    '.v\u017fcode/x',
    '.ＧＩＴ/hooks/x',
    '.git',
    'sub/.git/config',
    '.ℳcp.json',
    'toolyard.config.ts',
  ].map(
    (path) =>
      ({ op: 'write', path, expect: 'deny', class: 'protected', reason: 'in another spelling' }) as const,
  ),
  ...['.env.production', 'keys/id_rsa', 'link_env', '.toolyard/secrets.db', 'src/../.env', './/.env'].map(
    (path) => ({ op: 'read', path, expect: 'deny', class: 'sensitive', reason: 'may hold secrets' }) as const,
  ),
]
const entries: readonly Entry[] = [
  ...corpus.entries,
  ...more.map((entry, index) => ({ ...entry, id: `M${String(index + 1).padStart(3, '0')}` })),
].filter(({ op }) => op !== 'glob' && op !== 'grep')

const here = entries.filter(({ platform }) => platform === undefined || platform === 'all')
const hung = 2000

describe('the path corpus', () => {
  const base = mkdtempSync(join(tmpdir(), 'paths-'))
  const fixture = makeFixture(join(base, 'tree'))
  let yard: ToolService

  before(async () => {
    yard = await createToolyard({
      workspace: fixture.ws,
      builtins: ['files'],
      policy: { mode: 'accept-edits' },
    })
  })
  after(async () => {
    await yard.close()
    rmSync(base, { recursive: true, force: true })
  })

  const call = (tool: string, input: object, entry: Entry): Promise<ToolResult> =>
    yard.call(tool, input, { threadId: entry.id })

  async function run(entry: Entry): Promise<ToolResult> {
    const path = fill(entry.path, fixture)
    const to = entry.to === undefined ? undefined : fill(entry.to, fixture)
    if (entry.op === 'list') return call('list_dir', { path }, entry)
    if (entry.op === 'mkdir') return call('write_file', { path: `${path}/kept.txt`, content: 'x' }, entry)
    const read = await call('read_file', { path, limit: 0 }, entry)
    if (entry.op === 'read' || (entry.op === 'move' && read.status !== 'ok')) return read
    return call('write_file', { path: to ?? path, content: 'written' }, entry)
  }

  for (const entry of here) {
    it(`${entry.id}: ${entry.expect === 'allow' ? 'lets' : 'refuses to'} ${entry.op} ${entry.reason}`, async () => {
      const outside = outsideDigest(fixture.base)
      const started = performance.now()
      const result = await run(entry)
      const text = textOf(result)
      assert.ok(performance.now() - started < hung, 'it took too long')
      assert.equal(outsideDigest(fixture.base), outside, 'something outside changed')
      assert.equal(result.status === 'ok', entry.expect === 'allow', text.slice(0, 300))
      assert.ok(!text.includes(CANARY) || entry.path === 'hard_secret.txt', 'it leaks')
      if (entry.expect === 'allow') return
      assert.ok(!text.includes('SENSITIVE-INSIDE'), 'it leaks')
      assert.doesNotMatch(text, /^\s+at /m, 'a stack trace')
      if (entry.class === 'protected' && entry.path !== '.envrc')
        assert.equal(result.error?.code, 'protected_path', text)
      if (result.error?.code === 'outside_workspace') assert.ok(text.includes(fixture.ws), text)
    })
  }

  it('names the file itself where it is read, and writes through a link to the file behind it', async () => {
    const entry = { id: 'link' } as Entry
    assert.match(textOf(await call('read_file', { path: 'link_chain_in' }, entry)), /^1\t/)
    const written = await call('write_file', { path: 'link_in', content: 'through\n' }, entry)
    assert.equal(written.status, 'ok', textOf(written))
    assert.equal(readFileSync(join(fixture.ws, 'src/app.ts'), 'utf8'), 'through\n')
    assert.equal(readFileSync(join(fixture.ws, 'link_in'), 'utf8'), 'through\n')
  })
})

describe('the path corpus against the workspace alone', () => {
  const base = mkdtempSync(join(tmpdir(), 'paths-'))
  const fixture = makeFixture(join(base, 'tree'))
  after(() => rmSync(base, { recursive: true, force: true }))

  for (const descriptorPaths of [true, false]) {
    const files: Workspace = createWorkspace({ workspace: fixture.ws, descriptorPaths })
    const way = descriptorPaths ? 'descriptors' : 'devices and inodes'
    it(`refuses every path that leads out, and nothing else, by ${way}`, async () => {
      for (const entry of here) {
        if (entry.class === 'sensitive' || entry.op === 'move') continue
        const path = fill(entry.path, fixture)
        const attempt = async (): Promise<void> => {
          if (entry.op === 'read') files.openRead(path)[Symbol.dispose]()
          else if (entry.op === 'list') files.openFolder(path)[Symbol.dispose]()
          else await files.write(entry.op === 'mkdir' ? `${path}/x` : path, [Buffer.from('x')])
        }
        const outside = outsideDigest(fixture.base)
        if (entry.expect === 'allow') await attempt()
        else await assert.rejects(attempt, { name: 'ToolyardError' }, entry.id)
        assert.equal(outsideDigest(fixture.base), outside, entry.id)
      }
    })
  }

  for (const entry of entries.filter(({ platform }) => platform === 'win32')) {
    it(`${entry.id}: on Windows, refuses ${entry.reason}`, () => {
      assert.throws(() => checkRequest(entry.path, fixture.ws, 'win32'), { code: 'outside_workspace' })
    })
  }
})

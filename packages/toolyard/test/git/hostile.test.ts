/**
 * A repository is data from anywhere: nothing that it says makes `git` run a program, read elsewhere or write
 * elsewhere.
 */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeCommitted, type TestRepository } from './repository.ts'

/** Everything that a caller can do, in an order in which each has something to do. */
const everyAction: readonly Record<string, unknown>[] = [
  { action: 'status' },
  { action: 'diff' },
  { action: 'diff', ref: 'HEAD' },
  { action: 'blame', paths: ['a.txt'] },
  { action: 'log' },
  { action: 'show' },
  { action: 'branches' },
  { action: 'stash', operation: 'push', message: 'aside' },
  { action: 'stash', operation: 'list' },
  { action: 'stash', operation: 'show' },
  { action: 'stash', operation: 'pop' },
  { action: 'add', paths: ['new.md'] },
  { action: 'diff', staged: true },
  { action: 'commit', message: 'second' },
  { action: 'commit', amend: true, message: 'again' },
  { action: 'checkout', branch: 'side' },
  { action: 'checkout', ref: 'main' },
  { action: 'restore', paths: ['a.txt'] },
  { action: 'show', ref: 'HEAD:a.txt' },
]

/** The names of programs that ran: each leaves a file of its name. */
function ran({ path }: TestRepository): string[] {
  return existsSync(join(path, 'ran')) ? readdirSync(join(path, 'ran')) : []
}

/** A program that leaves a mark in the workspace, where the sandbox lets it write. */
function trap({ path }: TestRepository, name: string): string {
  mkdirSync(join(path, '.git/traps'), { recursive: true })
  mkdirSync(join(path, 'ran'), { recursive: true })
  const file = join(path, '.git/traps', name.replaceAll('/', '-'))
  writeFileSync(file, `#!/bin/sh\ntouch '${join(path, 'ran', name.replaceAll('/', '-'))}'\ncat\n`)
  chmodSync(file, 0o755)
  return file
}

async function makeHostile(): Promise<TestRepository> {
  const made = await makeCommitted()
  made.write('a.txt', 'one\ntwo\n')
  made.write('.gitignore', 'ran\n')
  made.git('add', '.')
  made.git('commit', '--quiet', '--message=base')
  return made
}

/** In the sandbox, and then without it: what is off must be off by itself. */
async function tryEverything(made: TestRepository): Promise<void> {
  made.write('a.txt', 'one\nTWO\nthree\n')
  made.write('new.md', 'new\n')
  for (const input of everyAction) await made.call(input)
  made.write('a.txt', 'one\nTWO\nfour\n')
  made.write('new.md', 'newer\n')
  for (const input of everyAction) await made.unboxed(input)
}

const programs: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'core.fsmonitor': (file) => ['core.fsmonitor', file],
  'core.pager': (file) => ['core.pager', file],
  'pager.log': (file) => ['pager.log', file],
  'core.editor': (file) => ['core.editor', file],
  'core.sshCommand': (file) => ['core.sshCommand', file],
  'core.askPass': (file) => ['core.askPass', file],
  'core.alternateRefsCommand': (file) => ['core.alternateRefsCommand', file],
  'credential.helper': (file) => ['credential.helper', `!${file}`],
  'diff.external': (file) => ['diff.external', file],
  'alias.status': (file) => ['alias.status', `!${file}`],
  'gpg.program': (file) => ['gpg.program', file],
  'gpg.ssh.program': (file) => ['gpg.ssh.program', file],
  'interactive.diffFilter': (file) => ['interactive.diffFilter', file],
  'sequence.editor': (file) => ['sequence.editor', file],
}

describe('a repository that names programs', () => {
  it('runs none of them by its settings', async () => {
    await using made = await makeHostile()
    for (const [name, setting] of Object.entries(programs)) made.git('config', ...setting(trap(made, name)))
    made.git('config', 'commit.gpgSign', 'true')
    made.git('config', 'log.showSignature', 'true')
    await tryEverything(made)
    assert.deepEqual(ran(made), [])
    assert.equal(made.git('-c', 'log.showSignature=false', 'log', '--format=%s', '-1').trim(), 'again')
    made.git('status')
    assert.ok(ran(made).includes('core.fsmonitor'), 'the trap works')
  })

  it('runs none of its hooks', async () => {
    await using made = await makeHostile()
    const hooks = [
      'applypatch-msg',
      'commit-msg',
      'fsmonitor-watchman',
      'post-checkout',
      'post-commit',
      'post-index-change',
      'post-rewrite',
      'pre-auto-gc',
      'pre-commit',
      'prepare-commit-msg',
      'reference-transaction',
    ]
    mkdirSync(join(made.path, '.git/hooks'), { recursive: true })
    for (const hook of hooks) {
      writeFileSync(join(made.path, '.git/hooks', hook), readFileSync(trap(made, hook)))
      chmodSync(join(made.path, '.git/hooks', hook), 0o755)
    }
    await tryEverything(made)
    assert.deepEqual(ran(made), [])
    made.git('commit', '--quiet', '--allow-empty', '--message=plain')
    assert.ok(ran(made).includes('pre-commit'), 'the trap works')
  })

  it('runs no filter, text conversion, diff or merge driver of its attributes', async () => {
    await using made = await makeHostile()
    made.git('config', 'filter.evil.clean', trap(made, 'clean'))
    made.git('config', 'filter.evil.smudge', trap(made, 'smudge'))
    made.git('config', 'filter.evil 2.process', trap(made, 'process'))
    made.git('config', 'filter.evil 2.required', 'true')
    made.git('config', 'diff.evil.textconv', trap(made, 'textconv'))
    made.git('config', 'diff.evil.command', trap(made, 'command'))
    made.git('config', 'merge.evil.driver', `${trap(made, 'driver')} %A`)
    writeFileSync(join(made.path, '.git/info/attributes'), '*.txt filter=evil diff=evil merge=evil\n')
    await tryEverything(made)
    assert.deepEqual(ran(made), [])
    const unfiltered = ['-c', 'filter.evil.clean=', '-c', 'filter.evil.smudge=']
    made.write('a.txt', 'stashed\n')
    made.git(...unfiltered, 'stash', '--quiet')
    made.write('a.txt', 'meanwhile\n')
    made.git(...unfiltered, 'commit', '--quiet', '--all', '--message=meanwhile')
    const popped = await made.call({ action: 'stash', operation: 'pop' })
    assert.equal(popped.status, 'error')
    assert.deepEqual(ran(made), [])
    made.git(...unfiltered, 'reset', '--quiet', '--hard')
    made.write('a.txt', 'changed\n')
    made.git('diff')
    assert.ok(ran(made).includes('command'), 'the trap works')
  })

  it('refuses to store a file that a filter should have changed', async () => {
    await using made = await makeHostile()
    made.write('.gitattributes', '*.bin filter=lfs\n')
    made.write('big.bin', 'x')
    const result = await made.call({ action: 'add', all: true })
    assert.equal(result.error?.code, 'unavailable')
    assert.match(result.error?.message ?? '', /"big\.bin" goes through the filter "lfs"/)
    assert.equal(made.git('diff', '--cached', '--name-only'), '')
  })

  it('runs nothing of a submodule', async () => {
    await using made = await makeHostile()
    await using other = await makeCommitted()
    made.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'sub')
    made.git('commit', '--quiet', '--message=submodule')
    const settings = join(made.path, '.git/modules/sub/config')
    appendFileSync(settings, `[core]\n\tfsmonitor = ${trap(made, 'submodule-fsmonitor')}\n`)
    made.write('sub/README.md', 'changed\n')
    await tryEverything(made)
    assert.deepEqual(ran(made), [])
    assert.match(await made.text({ action: 'status', workdir: 'sub' }), /not staged modified: README\.md/)
    assert.deepEqual(ran(made), [])
  })

  it('fetches nothing that is missing', async () => {
    await using made = await makeHostile()
    const blob = made.git('rev-parse', 'HEAD:a.txt').trim()
    made.git('config', 'remote.origin.url', `ext::${trap(made, 'fetch')}`)
    made.git('config', 'remote.origin.promisor', 'true')
    made.git('config', 'extensions.partialClone', 'origin')
    made.git('config', 'protocol.ext.allow', 'always')
    const object = join(made.path, '.git/objects', blob.slice(0, 2), blob.slice(2))
    chmodSync(object, 0o644)
    writeFileSync(object, '')
    await made.call({ action: 'show' })
    await made.call({ action: 'show', ref: 'HEAD:a.txt' })
    assert.deepEqual(ran(made), [])
  })
})

describe('a repository that leads elsewhere', () => {
  it('uses its own folder as work tree, whatever core.worktree says', async () => {
    await using made = await makeHostile()
    await using other = await makeCommitted()
    other.write('secret.txt', 'secret')
    made.git('config', 'core.worktree', other.path)
    const status = await made.text({ action: 'status' })
    assert.doesNotMatch(status, /secret/)
    await made.call({ action: 'restore', paths: ['.'] })
    assert.equal(existsSync(join(other.path, 'a.txt')), false)
  })

  it('refuses a .git that is a file or a link to a foreign repository', async () => {
    await using made = await makeHostile()
    await using other = await makeCommitted()
    mkdirSync(join(made.path, 'by-file'))
    mkdirSync(join(made.path, 'by-link'))
    writeFileSync(join(made.path, 'by-file/.git'), `gitdir: ${other.path}/.git\n`)
    symlinkSync(`${other.path}/.git`, join(made.path, 'by-link/.git'))
    for (const workdir of ['by-file', 'by-link']) {
      const result = await made.call({ action: 'log', workdir })
      assert.equal(result.error?.code, 'outside_workspace', workdir)
    }
  })

  it('refuses objects that are borrowed from a foreign repository', async () => {
    await using made = await makeHostile()
    await using other = await makeCommitted()
    writeFileSync(join(made.path, '.git/objects/info/alternates'), `${other.path}/.git/objects\n`)
    assert.equal((await made.call({ action: 'log' })).error?.code, 'outside_workspace')
  })

  it('works in a work tree that its repository elsewhere knows', async () => {
    await using made = await makeCommitted()
    made.git('worktree', 'add', '--quiet', '../tree')
    const { createToolyard, textOf } = await import('../../src/index.ts')
    const { default: tool } = await import('../../src/tools/shell/git.ts')
    const environment = { PATH: process.env['PATH'], HOME: join(made.path, '../home') }
    await using yard = await createToolyard({
      tools: [tool],
      workspace: join(made.path, '../tree'),
      environment,
    })
    assert.match(textOf(await yard.call('git', { action: 'status' })), /^On branch tree/)
    writeFileSync(join(made.path, '../tree/new.txt'), 'x')
    assert.equal(
      (await yard.call('git', { action: 'commit', message: 'from afar', paths: ['new.txt'] })).status,
      'ok',
    )
    assert.equal(made.git('log', '-1', '--format=%s', 'tree').trim(), 'from afar')
  })
})

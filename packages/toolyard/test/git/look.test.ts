/** The actions of `git` that only look, in real repositories of every kind. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeCommitted, makeRepository } from './repository.ts'

const strangeNames = [
  '-rf',
  'a b.txt',
  'line\nbreak.txt',
  'quo"te.txt',
  'täb\t.txt',
  '日本.txt',
  ':(top)x',
  '*.txt',
  "it's",
]

describe('git status', () => {
  it('tells what is staged, changed, new and renamed, and where the branch stands', async () => {
    await using made = await makeCommitted()
    made.write('src/moved.ts', 'a\nb\nc\nd\ne\n')
    made.git('add', '.')
    made.git('commit', '--quiet', '--message=second')
    made.git('mv', 'src/moved.ts', 'src/there.ts')
    made.write('README.md', 'changed\n')
    made.write('new file.txt', '')
    const { head, files } = await made.data({ action: 'status' })
    assert.equal((head as { branch: string }).branch, 'main')
    assert.deepEqual(files, [
      { path: 'README.md', unstaged: 'modified' },
      { path: 'src/there.ts', staged: 'renamed', from: 'src/moved.ts' },
      { path: 'new file.txt', unstaged: 'untracked' },
    ])
    const text = await made.text({ action: 'status' })
    assert.match(text, /^On branch main at [0-9a-f]{12}\nnot staged modified: README\.md\n/)
    assert.match(text, /staged renamed: src\/moved\.ts -> src\/there\.ts\nuntracked: new file\.txt$/)
  })

  it('gives names of every kind back as they are, and shows them on one line', async () => {
    await using made = await makeRepository()
    for (const name of strangeNames) made.write(name, 'x')
    const { files } = await made.data({ action: 'status' })
    const names = (files as { path: string }[]).map(({ path }) => path)
    assert.deepEqual(names.toSorted(), strangeNames.toSorted())
    const text = await made.text({ action: 'status' })
    assert.match(text, /untracked: line⟨U\+000A⟩break\.txt/)
    assert.match(text, /untracked: -rf/)
  })

  it('works before the first commit, on a detached head and in a conflict', async () => {
    await using made = await makeRepository()
    assert.match(
      await made.text({ action: 'status' }),
      /^On branch main, no commits yet\nNothing has changed\.$/,
    )
    made.write('a.txt', 'base\n')
    made.git('add', '.')
    made.git('commit', '--quiet', '--message=base')
    made.git('switch', '--quiet', '--create=other')
    made.write('a.txt', 'theirs\n')
    made.git('commit', '--quiet', '--all', '--message=theirs')
    made.git('switch', '--quiet', 'main')
    made.write('a.txt', 'ours\n')
    made.git('commit', '--quiet', '--all', '--message=ours')
    assert.throws(() => made.git('merge', 'other'))
    const status = await made.data({ action: 'status' })
    assert.deepEqual(status['files'], [{ path: 'a.txt', conflict: 'both modified' }])
    assert.equal(status['ongoing'], 'merge')
    assert.match(await made.text({ action: 'diff' }), /conflict: a\.txt/)
    made.git('merge', '--abort')
    made.git('switch', '--quiet', '--detach', 'HEAD~1')
    assert.match(await made.text({ action: 'status' }), /^Detached HEAD at [0-9a-f]{12}/)
  })

  it('says that a folder is in no repository, and other actions refuse there', async () => {
    await using made = await makeRepository({ init: false })
    assert.equal(await made.text({ action: 'status' }), 'This folder is not in a git repository.')
    const result = await made.call({ action: 'log' })
    assert.equal(result.error?.code, 'unavailable')
    assert.match(result.error?.message ?? '', /no git repository/)
  })

  it('finds the repository of workdir among several', async () => {
    await using made = await makeCommitted()
    mkdirSync(join(made.path, 'nested'))
    made.git('init', '--quiet', '--initial-branch=inner', 'nested')
    made.write('nested/deep/x.txt', 'x')
    assert.match(await made.text({ action: 'status', workdir: 'nested/deep' }), /^On branch inner/)
    assert.match(await made.text({ action: 'status' }), /^On branch main/)
  })
})

describe('git diff and show', () => {
  it('shows the patch with the lines that each file gained and lost', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'one\n2\nthree\nfour\n')
    const diff = await made.data({ action: 'diff' })
    assert.deepEqual(diff['files'], [{ path: 'README.md', change: 'modified', added: 2, deleted: 1 }])
    assert.match(diff['patch'] as string, /^-two\n\+2\n three\n\+four$/m)
    made.git('add', '.')
    const empty = await made.text({ action: 'diff' })
    assert.match(empty, /^No changes\.\n\n\[1 changed files are staged/)
    assert.match(await made.text({ action: 'diff', staged: true }), /\+four/)
    assert.doesNotMatch(await made.text({ action: 'diff', staged: true, stat: true }), /\+four/)
  })

  it('compares two revisions, and tells renames and binary files', async () => {
    await using made = await makeCommitted()
    made.git('mv', 'README.md', 'READ "ME".md')
    made.write('blob.bin', 'a\0b')
    made.git('add', '.')
    made.git('commit', '--quiet', '--message=second')
    const expected = [
      { path: 'READ "ME".md', from: 'README.md', change: 'renamed', added: 0, deleted: 0 },
      { path: 'blob.bin', change: 'added' },
    ]
    assert.deepEqual((await made.data({ action: 'diff', ref: 'HEAD~1', to: 'HEAD' }))['files'], expected)
    assert.deepEqual((await made.data({ action: 'diff', ref: 'HEAD~1..HEAD' }))['files'], expected)
    const shown = await made.data({ action: 'show' })
    assert.deepEqual(shown['files'], expected)
    assert.match(
      await made.text({ action: 'show', ref: 'HEAD~1' }),
      /\n {4}first\n\nadded: README\.md \(\+3 -0\)\n/,
    )
  })

  it('shows a file as it was, and says what is not there', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'now\n')
    made.git('commit', '--quiet', '--all', '--message=second')
    assert.equal(await made.text({ action: 'show', ref: 'HEAD~1:README.md' }), 'one\ntwo\nthree')
    assert.equal((await made.call({ action: 'show', ref: 'HEAD:nothing' })).error?.code, 'not_found')
    assert.equal((await made.call({ action: 'show', ref: 'HEAD:../x' })).error?.code, 'outside_workspace')
    assert.equal((await made.call({ action: 'show', ref: 'nowhere' })).error?.code, 'not_found')
  })

  it('never takes an argument for an option', async () => {
    await using made = await makeCommitted()
    for (const input of [
      { action: 'show', ref: '--output=stolen' },
      { action: 'log', ref: '--output=stolen' },
      { action: 'diff', ref: '--no-index', to: '/etc/passwd' },
      { action: 'checkout', branch: '--orphan' },
      { action: 'checkout', ref: '-f' },
    ])
      assert.equal((await made.call(input)).error?.code, 'invalid_arguments', JSON.stringify(input))
    made.write('--output=stolen', 'x')
    await made.data({ action: 'add', paths: ['--output=stolen'] })
    await made.data({ action: 'commit', message: '--amend' })
    assert.equal(made.git('log', '-1', '--format=%s').trim(), '--amend')
    assert.equal(made.git('ls-files').trim(), '--output=stolen\nREADME.md')
    const { commits } = await made.data({ action: 'log', paths: ['--output=stolen'] })
    assert.equal((commits as unknown[]).length, 1)
  })
})

describe('git log, blame and branches', () => {
  it('lists commits in pages, whatever their messages hold', async () => {
    await using made = await makeCommitted()
    for (const message of ['-- x', 'multi\n\nbody\nof it', 'ünï \u001b[31mred'])
      made.git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '--message', message)
    const first = await made.data({ action: 'log', limit: 3 })
    const subjects = (first['commits'] as { subject: string }[]).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['ünï \u001b[31mred', 'multi', '-- x'])
    assert.equal((first['commits'] as { body: string }[])[1]?.body, 'body\nof it')
    assert.equal(first['next_offset'], 3)
    assert.match(await made.text({ action: 'log', limit: 3 }), /ünï ⟨U\+001B⟩\[31mred/)
    const second = await made.data({ action: 'log', limit: 3, offset: 3 })
    assert.deepEqual((second['commits'] as unknown[]).length, 1)
    assert.equal(((await made.data({ action: 'log', query: 'MULTI' }))['commits'] as unknown[]).length, 1)
    assert.equal(
      ((await made.data({ action: 'log', paths: ['README.md'] }))['commits'] as unknown[]).length,
      1,
    )
  })

  it('says that there are no commits yet', async () => {
    await using made = await makeRepository()
    assert.equal(await made.text({ action: 'log' }), 'There are no commits yet.')
    assert.match(await made.text({ action: 'branches' }), /^On branch main, no commits yet$/)
    made.write('a.txt', 'a\n')
    made.git('add', '.')
    assert.match(await made.text({ action: 'diff', staged: true }), /\+a/)
  })

  it('tells who wrote each line, in windows', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'one\nTWO\nthree\n')
    made.git('-c', 'user.name=Grace', 'commit', '--quiet', '--all', '--message=shout')
    const blame = await made.data({ action: 'blame', paths: ['README.md'], from_line: 2, to_line: 3 })
    const lines = blame['lines'] as { line: number; author: string; text: string; summary: string }[]
    assert.deepEqual(
      lines.map(({ line, author, text, summary }) => [line, author, text, summary]),
      [
        [2, 'Grace', 'TWO', 'shout'],
        [3, 'Ada Lovelace', 'three', 'first'],
      ],
    )
    assert.equal((await made.call({ action: 'blame' })).error?.code, 'invalid_arguments')
    assert.match(
      await made.text({ action: 'blame', paths: 'README.md', ref: 'HEAD~1' }),
      /^1\t[0-9a-f]{12} .*\tone\n2\t.*\ttwo/,
    )
  })

  it('lists branches with the current one marked', async () => {
    await using made = await makeCommitted()
    made.git('branch', 'fix/one')
    const text = await made.text({ action: 'branches' })
    assert.match(text, /^\* main /m)
    assert.match(text, /^ {2}fix\/one /m)
  })
})

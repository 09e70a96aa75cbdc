/** The actions of `git` that change something, and what they leave alone. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { makeCommitted, makeRepository } from './repository.ts'

describe('git add and commit', () => {
  it('commits what was added, under the name of the person, and tells what it made', async () => {
    await using made = await makeRepository()
    made.write('a.txt', 'a\n')
    made.write('b.txt', 'b\n')
    await made.data({ action: 'add', paths: ['a.txt'] })
    const { commit, files } = await made.data({
      action: 'commit',
      message: 'feat: a\n\n# not a comment\nbody',
    })
    const { subject, body, author, email } = commit as Record<string, string>
    assert.deepEqual(
      [subject, body, author, email],
      ['feat: a', '# not a comment\nbody', 'Ada Lovelace', 'ada@example.com'],
    )
    assert.deepEqual(files, [{ path: 'a.txt', change: 'added', added: 1, deleted: 0 }])
    assert.equal(made.git('ls-files').trim(), 'a.txt')
  })

  it('commits named files alone, new ones too, and amends', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'changed\n')
    made.write('new.txt', 'new\n')
    made.write('other.txt', 'other\n')
    made.git('add', 'other.txt')
    await made.data({ action: 'commit', message: 'two', paths: ['README.md', 'new.txt'] })
    assert.equal(made.git('show', '--name-only', '--format=%s').trim(), 'two\n\nREADME.md\nnew.txt')
    assert.equal(made.git('diff', '--cached', '--name-only').trim(), 'other.txt')
    await made.data({ action: 'commit', amend: true })
    assert.equal(
      made.git('show', '--name-only', '--format=%s').trim(),
      'two\n\nREADME.md\nnew.txt\nother.txt',
    )
  })

  it('says that there is nothing to commit, that a message is missing, that a path is not there', async () => {
    await using made = await makeCommitted()
    const nothing = await made.call({ action: 'commit', message: 'x' })
    assert.match(nothing.error?.message ?? '', /nothing to commit/)
    assert.equal((await made.call({ action: 'commit' })).error?.code, 'invalid_arguments')
    assert.equal((await made.call({ action: 'add' })).error?.code, 'invalid_arguments')
    assert.equal((await made.call({ action: 'add', paths: ['no.txt'] })).error?.code, 'tool_failed')
    assert.equal((await made.call({ action: 'add', paths: ['../x'] })).error?.code, 'outside_workspace')
  })

  it('says who is missing where nobody is configured', async () => {
    await using made = await makeRepository({
      environment: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    })
    made.write('a.txt', 'a\n')
    made.git('add', '.')
    const result = await made.call({ action: 'commit', message: 'x' })
    assert.match(result.error?.hint ?? '', /user\.name and user\.email/)
  })

  it('takes names literally and leaves files with secrets out unless they are named', async () => {
    await using made = await makeCommitted()
    made.write('*.txt', 'star')
    made.write('plain.txt', 'plain')
    await made.data({ action: 'add', paths: ['*.txt'] })
    assert.equal(made.git('diff', '--cached', '--name-only').trim(), '*.txt')
    made.write('.env', 'KEY=1')
    made.write('keys/id_rsa', 'key')
    const text = await made.text({ action: 'add', all: true })
    assert.match(text, /Not added, because they may hold secrets: \.env, keys\/id_rsa/)
    assert.equal(made.git('diff', '--cached', '--name-only').trim(), '*.txt\nplain.txt')
    await made.data({ action: 'add', paths: ['.env'] })
    assert.match(made.git('diff', '--cached', '--name-only'), /^\.env$/m)
  })
})

describe('git checkout, restore and stash', () => {
  it('goes to a branch, a commit and a new branch, and refuses to lose changes', async () => {
    await using made = await makeCommitted()
    assert.match(await made.text({ action: 'checkout', branch: 'feature/x' }), /^On branch feature\/x/)
    made.write('README.md', 'feature\n')
    await made.data({ action: 'commit', message: 'feature', all: true })
    assert.match(await made.text({ action: 'checkout', ref: 'main' }), /^On branch main/)
    assert.match(await made.text({ action: 'checkout', ref: 'HEAD' }), /^Detached HEAD/)
    made.write('README.md', 'mine\n')
    const refused = await made.call({ action: 'checkout', ref: 'feature/x' })
    assert.match(refused.error?.hint ?? '', /Commit or stash/)
    assert.equal(readFileSync(join(made.path, 'README.md'), 'utf8'), 'mine\n')
    assert.equal(
      (await made.call({ action: 'checkout', branch: 'bad..name' })).error?.code,
      'invalid_arguments',
    )
    assert.equal((await made.call({ action: 'checkout', ref: 'nowhere' })).error?.code, 'not_found')
    assert.equal((await made.call({ action: 'checkout' })).error?.code, 'invalid_arguments')
  })

  it('restores files from the index and from a commit, and unstages them', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'changed\n')
    made.git('add', '.')
    await made.data({ action: 'restore', paths: ['README.md'], staged: true })
    assert.equal(made.git('diff', '--cached', '--name-only'), '')
    await made.data({ action: 'restore', paths: ['README.md'] })
    assert.equal(readFileSync(join(made.path, 'README.md'), 'utf8'), 'one\ntwo\nthree\n')
    made.write('README.md', 'second\n')
    made.git('commit', '--quiet', '--all', '--message=second')
    await made.data({ action: 'restore', paths: ['README.md'], ref: 'HEAD~1' })
    assert.equal(readFileSync(join(made.path, 'README.md'), 'utf8'), 'one\ntwo\nthree\n')
    assert.equal((await made.call({ action: 'restore' })).error?.code, 'invalid_arguments')
  })

  it('writes no file that is protected, neither by going somewhere nor by bringing something back', async () => {
    await using made = await makeCommitted()
    made.git('switch', '--quiet', '--create=evil')
    made.write('.mcp.json', '{"mcpServers":{}}')
    made.git('add', '.')
    made.git('commit', '--quiet', '--message=evil')
    made.git('switch', '--quiet', 'main')
    for (const input of [
      { action: 'checkout', ref: 'evil' },
      { action: 'restore', ref: 'evil', paths: ['.mcp.json'] },
      { action: 'restore', ref: 'evil', paths: ['.'] },
    ])
      assert.equal((await made.call(input)).error?.code, 'protected_path', JSON.stringify(input))
    assert.equal(existsSync(join(made.path, '.mcp.json')), false)
  })

  it('puts changes aside and brings them back', async () => {
    await using made = await makeCommitted()
    made.write('README.md', 'aside\n')
    assert.match(await made.text({ action: 'stash', message: '-m odd' }), /^Stashed: On main: -m odd\n0: /)
    assert.equal(readFileSync(join(made.path, 'README.md'), 'utf8'), 'one\ntwo\nthree\n')
    assert.match(await made.text({ action: 'stash', operation: 'show' }), /\+aside/)
    await made.data({ action: 'stash', operation: 'pop' })
    assert.equal(readFileSync(join(made.path, 'README.md'), 'utf8'), 'aside\n')
    assert.equal(await made.text({ action: 'stash', operation: 'list' }), 'Nothing is stashed.')
    assert.equal((await made.call({ action: 'stash', operation: 'drop', index: 3 })).error?.code, 'not_found')
    made.git('checkout', '--quiet', '--', '.')
    assert.match((await made.call({ action: 'stash' })).error?.message ?? '', /nothing to stash/)
  })
})

describe('git and secrets', () => {
  it('leaves them out of patches unless they are named', async () => {
    await using made = await makeCommitted()
    made.write('.env', 'TOKEN=first\n')
    made.git('add', '--force', '.env')
    made.git('commit', '--quiet', '--message=oops')
    made.write('.env', 'TOKEN=second\n')
    made.write('README.md', 'changed\n')
    for (const input of [{ action: 'diff' }, { action: 'show' }, { action: 'diff', ref: 'HEAD~1' }]) {
      const text = await made.text(input)
      assert.doesNotMatch(text, /TOKEN/, JSON.stringify(input))
      assert.match(text, /Left out, because they may hold secrets: \.env/)
    }
    assert.match(await made.text({ action: 'diff', paths: ['.env'] }), /\+TOKEN=second/)
  })

  it('asks about calls that name them, and about those that change something', async () => {
    await using made = await makeCommitted()
    await using yard = await createToolyard({ builtins: ['shell'], workspace: made.path })
    const decision = async (input: Record<string, unknown>): Promise<string | undefined> => {
      const explained = await yard.explain('git', input)
      return 'decision' in explained ? explained.decision.effect : undefined
    }
    assert.equal(await decision({ action: 'status' }), 'allow')
    assert.equal(await decision({ action: 'stash', operation: 'list' }), 'allow')
    assert.equal(await decision({ action: 'diff', paths: ['.env'] }), 'ask')
    assert.equal(await decision({ action: 'show', ref: 'HEAD:.env' }), 'ask')
    for (const action of ['add', 'commit', 'checkout', 'stash', 'restore'])
      assert.equal(await decision({ action }), 'ask')
  })
})

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from './support.ts'

describe('write_file', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
  })
  after(() => bench[Symbol.asyncDispose]())

  it('makes a file and its folders, and answers bytes, lines and a diff', async () => {
    const text = await bench.ok('write_file', { path: 'a/b/new.txt', content: 'one\ntwö\n' })
    assert.match(text, /^Created a\/b\/new\.txt: 9 bytes, 2 lines\.\n@@ -0,0 \+1,2 @@\n\+one\n\+twö$/)
    assert.equal(bench.get('a/b/new.txt'), 'one\ntwö\n')
  })

  it('shows of a change the lines around it', async () => {
    const old = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`)
    bench.put('change.txt', old.join(''))
    await bench.ok('read_file', { path: 'change.txt' })
    const content = old.with(49, 'other\n').join('')
    const text = await bench.ok('write_file', { path: 'change.txt', content })
    assert.match(text, /^Wrote change\.txt: \d+ bytes, 100 lines\.\n@@ -47,7 \+47,7 @@\n/)
    assert.match(text, /\n line 49\n-line 50\n\+other\n line 51\n/)
    assert.equal(text.split('\n').length, 10)
  })

  it('keeps the mode of the file', async () => {
    bench.put('run.sh', 'true\n')
    chmodSync(join(bench.folder, 'run.sh'), 0o755)
    await bench.ok('read_file', { path: 'run.sh' })
    await bench.ok('write_file', { path: 'run.sh', content: 'false\n' })
    assert.equal(statSync(join(bench.folder, 'run.sh')).mode & 0o777, 0o755)
  })

  it('refuses to write over a file that this conversation has not read', async () => {
    bench.put('unread.txt', 'mine')
    const { code, text } = await bench.fails('write_file', { path: 'unread.txt', content: 'x' })
    assert.equal(code, 'stale_file')
    assert.match(text, /read_file/)
    await bench.ok('read_file', { path: 'unread.txt' }, 'another thread')
    assert.equal((await bench.fails('write_file', { path: 'unread.txt', content: 'x' })).code, 'stale_file')
    await bench.ok('read_file', { path: 'unread.txt' })
    await bench.ok('write_file', { path: 'unread.txt', content: 'x' })
    await bench.ok('write_file', { path: 'unread.txt', content: 'again' })
  })

  it('refuses to write over what someone else changed since, also at the same size and time', async () => {
    bench.put('shared.txt', 'one')
    await bench.ok('read_file', { path: 'shared.txt' })
    writeFileSync(join(bench.folder, 'shared.txt'), 'two')
    assert.equal((await bench.fails('write_file', { path: 'shared.txt', content: 'x' })).code, 'stale_file')
    await bench.ok('read_file', { path: 'shared.txt' })
    writeFileSync(join(bench.folder, 'shared.txt'), 'two')
    await bench.ok('write_file', { path: 'shared.txt', content: 'three' })
    assert.equal(bench.get('shared.txt'), 'three')
  })

  it('loses no update where two conversations write', async () => {
    bench.put('both.txt', 'start')
    await bench.ok('read_file', { path: 'both.txt' }, 'a')
    await bench.ok('read_file', { path: 'both.txt' }, 'b')
    const results = await Promise.all([
      bench.call('write_file', { path: 'both.txt', content: 'from a' }, 'a'),
      bench.call('write_file', { path: 'both.txt', content: 'from b' }, 'b'),
    ])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['error', 'ok'])
    assert.equal(bench.get('both.txt'), results[0]?.status === 'ok' ? 'from a' : 'from b')
  })

  it('creates only where nothing is', async () => {
    bench.put('there.txt', 'mine')
    await bench.ok('read_file', { path: 'there.txt' })
    const { code, text } = await bench.fails('write_file', {
      path: 'there.txt',
      content: 'x',
      mode: 'create',
    })
    assert.equal(code, 'stale_file')
    assert.match(text, /exists already/)
    assert.equal(bench.get('there.txt'), 'mine')
    await bench.ok('write_file', { path: 'not-yet.txt', content: 'x', mode: 'create' })
  })

  it('appends without having read, in the encoding of the file', async () => {
    bench.put('log.txt', 'one\n')
    const text = await bench.ok('write_file', { path: 'log.txt', content: 'two\n', mode: 'append' })
    assert.match(text, /8 bytes, 2 lines/)
    assert.equal(bench.get('log.txt'), 'one\ntwo\n')
    bench.put('wide.txt', Buffer.from('\ufeffeins\n', 'utf16le'))
    await bench.ok('write_file', { path: 'wide.txt', content: 'zwei\n', mode: 'append' })
    const wide = readFileSync(join(bench.folder, 'wide.txt'))
    assert.equal(wide.toString('utf16le'), '\ufeffeins\nzwei\n')
  })

  it('refuses protected files before anything else', async () => {
    bench.put('.npmrc', 'x')
    assert.equal((await bench.fails('write_file', { path: '.npmrc', content: 'y' })).code, 'protected_path')
    assert.equal(
      (await bench.fails('write_file', { path: '.git/hooks/x', content: 'y' })).code,
      'protected_path',
    )
    assert.equal(bench.get('.npmrc'), 'x')
  })

  it('does not show what stood in a file that may hold secrets', async () => {
    await using asked = await openBench({
      approver: { ask: async () => ({ decision: 'approve', by: 'ada' }) },
    })
    asked.put('.env', 'OLD_VALUE=1\n')
    await asked.ok('read_file', { path: '.env' })
    const text = await asked.ok('write_file', { path: '.env', content: 'NEW=2\n' })
    assert.doesNotMatch(text, /OLD_VALUE/)
    const missed = await asked.fails('edit_file', { path: '.env', old_string: 'NEW=3', new_string: 'x' })
    assert.doesNotMatch(missed.text, /NEW=2/)
  })

  it('leaves nothing behind where it fails', async () => {
    await bench.fails('write_file', { path: 'a', content: 'a folder is there' })
    await bench.fails('write_file', { path: `${'x'.repeat(300)}/y`, content: 'a name too long' })
    const left = readdirSync(bench.folder, { recursive: true }).filter((name) =>
      String(name).includes('.tmp'),
    )
    assert.deepEqual(left, [])
  })
})

import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { type Bench, openBench } from './support.ts'

describe('undo', () => {
  let bench: Bench
  beforeEach(async () => {
    await bench?.[Symbol.asyncDispose]()
    bench = await openBench()
  })
  after(() => bench[Symbol.asyncDispose]())

  it('takes back the last change, then the one before', async () => {
    bench.put('a.txt', 'one\r\n')
    await bench.ok('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' })
    await bench.ok('edit_file', { path: 'a.txt', old_string: 'two', new_string: 'three' })
    const text = await bench.ok('undo', {})
    assert.match(text, /^Restored: a\.txt\n@@ -1 \+1 @@\n-three\n\+two$/)
    assert.equal(bench.get('a.txt'), 'two\r\n')
    await bench.ok('undo', {})
    assert.equal(bench.get('a.txt'), 'one\r\n')
    assert.equal((await bench.fails('undo', {})).code, 'not_found')
  })

  it('takes back several at once, a new file too', async () => {
    bench.put('a.txt', 'one')
    await bench.ok('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' })
    await bench.ok('write_file', { path: 'new/b.txt', content: 'b' })
    await bench.ok('write_file', { path: 'a.txt', content: '+', mode: 'append' })
    await bench.ok('undo', { count: 3 })
    assert.equal(bench.get('a.txt'), 'one')
    assert.ok(!existsSync(join(bench.folder, 'new/b.txt')))
  })

  it('shows first what it would do', async () => {
    await bench.ok('write_file', { path: 'a.txt', content: 'a' })
    assert.equal(await bench.ok('undo', { preview: true }), 'Would be removed: a.txt')
    assert.equal(bench.get('a.txt'), 'a')
    await using reading = await openBench({ policy: { mode: 'read-only' } })
    assert.equal((await reading.fails('undo', {})).code, 'denied')
    assert.equal((await reading.fails('undo', { preview: true })).code, 'not_found')
  })

  it('takes back one call by its id, where nothing came after it', async () => {
    bench.put('a.txt', 'one')
    bench.put('b.txt', 'one')
    const first = await bench.call('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' })
    await bench.ok('edit_file', { path: 'b.txt', old_string: 'one', new_string: 'two' })
    await bench.ok('undo', { call_id: first.callId })
    assert.deepEqual([bench.get('a.txt'), bench.get('b.txt')], ['one', 'two'])
    const second = await bench.call('edit_file', { path: 'b.txt', old_string: 'two', new_string: 'three' })
    await bench.ok('edit_file', { path: 'b.txt', old_string: 'three', new_string: 'four' })
    assert.equal((await bench.fails('undo', { call_id: second.callId })).code, 'stale_file')
    assert.equal((await bench.fails('undo', { call_id: 'call_nobody' })).code, 'not_found')
  })

  it('refuses where a file has changed since, and then changes none', async () => {
    bench.put('a.txt', 'one')
    bench.put('b.txt', 'one')
    await bench.ok('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' })
    await bench.ok('edit_file', { path: 'b.txt', old_string: 'one', new_string: 'two' })
    writeFileSync(join(bench.folder, 'a.txt'), 'by hand')
    const { code, text } = await bench.fails('undo', { count: 2 })
    assert.equal(code, 'stale_file')
    assert.match(text, /"a\.txt" has changed since; nothing was undone/)
    assert.deepEqual([bench.get('a.txt'), bench.get('b.txt')], ['by hand', 'two'])
  })

  it('refuses where a file is gone', async () => {
    await bench.ok('write_file', { path: 'a.txt', content: 'a' })
    rmSync(join(bench.folder, 'a.txt'))
    assert.equal((await bench.fails('undo', {})).code, 'stale_file')
  })

  it('knows only the changes of its own conversation', async () => {
    await bench.ok('write_file', { path: 'a.txt', content: 'a' }, 'someone')
    assert.equal((await bench.fails('undo', {}, 'someone else')).code, 'not_found')
    await bench.ok('undo', {}, 'someone')
  })

  it('lets the conversation write on after it', async () => {
    bench.put('a.txt', 'one')
    await bench.ok('read_file', { path: 'a.txt' })
    await bench.ok('write_file', { path: 'a.txt', content: 'two' })
    await bench.ok('undo', {})
    await bench.ok('write_file', { path: 'a.txt', content: 'three' })
    assert.equal(bench.get('a.txt'), 'three')
  })
})

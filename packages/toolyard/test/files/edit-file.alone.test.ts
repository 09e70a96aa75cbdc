import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from './support.ts'

describe('edit_file', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
  })
  after(() => bench[Symbol.asyncDispose]())

  it('replaces text and shows the change', async () => {
    bench.put('a.ts', 'const a = 1\r\nconst b = 2\r\n')
    const text = await bench.ok('edit_file', { path: 'a.ts', old_string: 'a = 1', new_string: 'a = $&' })
    assert.match(
      text,
      /^Edited a\.ts: 1 replacement, \+1 -1 lines\.\n@@ -1,2 \+1,2 @@\n-const a = 1\n\+const a = \$&\n/,
    )
    assert.equal(bench.get('a.ts'), 'const a = $&\r\nconst b = 2\r\n')
  })

  it('keeps the mark, the encoding and the missing last line break of a file', async () => {
    bench.put('le.txt', Buffer.from('\ufeffeins\r\nzwei', 'utf16le'))
    await bench.ok('edit_file', { path: 'le.txt', old_string: 'eins\nzwei', new_string: 'eins\ndrei\nvier' })
    const wide = readFileSync(join(bench.folder, 'le.txt'))
    assert.equal(wide.toString('utf16le'), '\ufeffeins\r\ndrei\r\nvier')
    bench.put('bom.txt', '\ufeffone\ntwo')
    await bench.ok('edit_file', { path: 'bom.txt', old_string: 'one', new_string: '1' })
    assert.equal(bench.get('bom.txt'), '\ufeff1\ntwo')
  })

  it('writes a file that is not there, or is empty, where nothing is to be replaced', async () => {
    const text = await bench.ok('edit_file', { path: 'new/a.txt', old_string: '', new_string: 'one\n' })
    assert.match(text, /^Edited new\/a\.txt: 1 replacement, \+1 -0 lines\./)
    bench.put('empty.txt', '')
    await bench.ok('edit_file', { path: 'empty.txt', old_string: '', new_string: 'two\n' })
    assert.deepEqual([bench.get('new/a.txt'), bench.get('empty.txt')], ['one\n', 'two\n'])
    const again = await bench.fails('edit_file', { path: 'empty.txt', old_string: '', new_string: 'x' })
    assert.match(again.text, /old_string is empty, and the file is not\n.*write_file/)
    assert.equal(bench.get('empty.txt'), 'two\n')
    await bench.ok('undo', {})
    assert.equal(bench.get('empty.txt'), '')
  })

  it('takes several edits in order, all or none', async () => {
    bench.put('many.txt', 'a b c')
    const edits = [
      { old_string: 'a', new_string: 'x' },
      { old_string: 'x b', new_string: 'y' },
    ]
    await bench.ok('edit_file', { path: 'many.txt', edits })
    assert.equal(bench.get('many.txt'), 'y c')
    const { code, text } = await bench.fails('edit_file', {
      path: 'many.txt',
      edits: [
        { old_string: 'c', new_string: 'z' },
        { old_string: 'nowhere', new_string: '' },
      ],
    })
    assert.equal(code, 'no_match')
    assert.match(text, /edits\[1\]\.old_string is not there/)
    assert.equal(bench.get('many.txt'), 'y c')
    const list = JSON.stringify([{ old_string: 'c', new_string: 'd', replace_all: 'true' }])
    await bench.ok('edit_file', { path: 'many.txt', edits: list })
    assert.equal(bench.get('many.txt'), 'y d')
  })

  it('takes the other names of its parameters', async () => {
    bench.put('names.txt', 'a a')
    await bench.ok('edit_file', { filePath: 'names.txt', oldString: 'a', newString: 'b', replaceAll: true })
    await bench.ok('edit_file', { filename: 'names.txt', old_text: 'b b', new_text: 'c' })
    assert.equal(bench.get('names.txt'), 'c')
  })

  it('says what is wrong with what was sent', async () => {
    bench.put('w.txt', 'x')
    const cases: [object, RegExp][] = [
      [{ old_string: 'x', new_string: 'x' }, /the same/],
      [{ old_string: 'x' }, /both needed/],
      [{}, /both needed/],
      [{ old_string: '', new_string: 'y' }, /old_string/],
      [{ old_string: 'x', new_string: 'y', edits: [{ old_string: 'x', new_string: 'y' }] }, /both given/],
    ]
    for (const [input, wanted] of cases) {
      const { code, text } = await bench.fails('edit_file', { path: 'w.txt', ...input })
      assert.equal(code, 'invalid_arguments', text)
      assert.match(text, wanted)
    }
    assert.equal(bench.get('w.txt'), 'x')
    assert.equal(
      (await bench.fails('edit_file', { path: 'no.txt', old_string: 'a', new_string: 'b' })).code,
      'not_found',
    )
    bench.put('b.bin', Buffer.of(0, 1, 2, 3))
    assert.match(
      (await bench.fails('edit_file', { path: 'b.bin', old_string: 'a', new_string: 'b' })).text,
      /not text/,
    )
  })

  it('refuses a file that changed since it was read, and goes on after its own changes', async () => {
    bench.put('seen.txt', 'one two')
    await bench.ok('read_file', { path: 'seen.txt' })
    await bench.ok('edit_file', { path: 'seen.txt', old_string: 'one', new_string: '1' })
    await bench.ok('edit_file', { path: 'seen.txt', old_string: 'two', new_string: '2' })
    writeFileSync(join(bench.folder, 'seen.txt'), '1 2 3')
    const input = { path: 'seen.txt', old_string: '1', new_string: 'x' }
    assert.equal((await bench.fails('edit_file', input)).code, 'stale_file')
    await bench.ok('edit_file', input, 'a thread that never read it')
  })

  it('lets calls on one file take turns, so that none is lost', async () => {
    bench.put('turns.txt', Array.from({ length: 20 }, (_, index) => `<${index}>`).join('\n'))
    const calls = Array.from({ length: 20 }, (_, index) =>
      bench.call('edit_file', { path: 'turns.txt', old_string: `<${index}>`, new_string: `[${index}]` }),
    )
    assert.ok((await Promise.all(calls)).every(({ status }) => status === 'ok'))
    assert.equal(bench.get('turns.txt'), Array.from({ length: 20 }, (_, index) => `[${index}]`).join('\n'))
  })

  it('edits a file of fifty megabytes without several copies of it', async () => {
    const line = `${'x'.repeat(99)}\n`
    bench.put('large.txt', `${line.repeat(250_000)}needle\n${line.repeat(250_000)}`)
    const { size } = statSync(join(bench.folder, 'large.txt'))
    const memory = process.memoryUsage().rss
    const text = await bench.ok('edit_file', {
      path: 'large.txt',
      old_string: 'needle\n',
      new_string: 'found it\n',
    })
    assert.match(text, /@@ -249998,7 \+249998,7 @@/)
    assert.ok(process.memoryUsage().rss - memory < 142 * 1024 * 1024)
    assert.equal(statSync(join(bench.folder, 'large.txt')).size, size + 2)
  })
})

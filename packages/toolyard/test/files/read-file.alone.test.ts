import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, ftruncateSync, openSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from './support.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')

describe('read_file', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench({ limits: { output: { maxLines: 2010 } } })
  })
  after(() => bench[Symbol.asyncDispose]())

  it('shows lines with their numbers', async () => {
    bench.put('a.txt', 'one\ntwo\n')
    assert.equal(await bench.ok('read_file', { path: 'a.txt' }), '1\tone\n2\ttwo')
  })

  it('says how many lines follow and where to go on', async () => {
    bench.put('long.txt', lines(5000))
    const first = await bench.ok('read_file', { path: 'long.txt' })
    assert.match(first, /^ {3}1\tline 1\n/)
    assert.match(first, /\n2000\tline 2000\n\n\[3000 more lines; continue with offset=2001\]$/)
    const middle = await bench.ok('read_file', { path: 'long.txt', offset: 4001, limit: 2 })
    assert.equal(middle, '4001\tline 4001\n4002\tline 4002\n\n[998 more lines; continue with offset=4003]')
    assert.doesNotMatch(await bench.ok('read_file', { path: 'long.txt', offset: 4999 }), /more lines/)
  })

  it('says so where the file ends before the offset, or is empty', async () => {
    bench.put('short.txt', 'one\n')
    bench.put('empty.txt', '')
    assert.equal(
      await bench.ok('read_file', { path: 'short.txt', offset: 7 }),
      'No lines from line 7 on; the file has 1 lines.',
    )
    assert.match(await bench.ok('read_file', { path: 'empty.txt' }), /is empty/)
  })

  it('keeps to what a model is shown, by whole lines, unless all is asked for', async () => {
    bench.put('wide.txt', `${'x'.repeat(200)}\n`.repeat(1000))
    const text = await bench.ok('read_file', { path: 'wide.txt' })
    const next = Number(/continue with offset=(\d+)\]$/.exec(text)?.[1])
    assert.ok(Buffer.byteLength(text) < 50 * 1024 && next > 200 && next < 300, String(next))
    const all = await bench.call('read_file', { path: 'wide.txt', limit: 0 })
    assert.ok(all.handle, 'the whole is kept')
    assert.equal((all.data as { text: string }).text.length, 1000 * 201 - 1)
  })

  it('takes the other names of its parameters', async () => {
    bench.put('named.txt', lines(3000))
    for (const name of ['file_path', 'filePath', 'target_file', 'filename'])
      assert.match(await bench.ok('read_file', { [name]: 'named.txt', limit: 1 }), /^1\tline 1\n/)
    assert.match(
      await bench.ok('read_file', { path: 'named.txt', offset: 0, limit: '2' }),
      /^1\tline 1\n2\tline 2\n/,
    )
    const all = await bench.call('read_file', { target_file: 'named.txt', should_read_entire_file: true })
    assert.match((all.data as { text: string }).text, /\nline 3000$/)
    const some = await bench.ok('read_file', { target_file: 'named.txt', should_read_entire_file: false })
    assert.match(some, /offset=2000\]$/, 'who says target_file counts from 0')
  })

  it('reads UTF-8 with a mark and UTF-16 with and without one', async () => {
    const text = 'größe\r\n日本 👍\r\n'
    const wanted = '1\tgröße\n2\t日本 👍'
    bench.put('bom.txt', `\ufeff${text}`)
    bench.put('le.txt', Buffer.from(`\ufeff${text}`, 'utf16le'))
    bench.put('be.txt', Buffer.from(`\ufeff${text}`, 'utf16le').swap16())
    for (const path of ['bom.txt', 'le.txt', 'be.txt'])
      assert.equal(await bench.ok('read_file', { path }), wanted)
    bench.put('plain-le.txt', Buffer.from('plain text\n', 'utf16le'))
    assert.equal(await bench.ok('read_file', { path: 'plain-le.txt' }), '1\tplain text')
    assert.equal(
      await bench.ok('read_file', { path: 'le.txt', limit: 1 }),
      '1\tgröße\n\n[1 more lines; continue with offset=2]',
    )
  })

  it('shows bad bytes and invisible characters', async () => {
    bench.put(
      'bad.txt',
      Buffer.concat([Buffer.from('caf'), Buffer.of(0xe9), Buffer.from(' ok\n'), Buffer.of(0xff)]),
    )
    assert.equal(await bench.ok('read_file', { path: 'bad.txt' }), '1\tcaf⟨E9⟩ ok\n2\t⟨FF⟩')
    bench.put('hidden.txt', 'real\rfake\u202e\u001b[2J\n')
    assert.equal(
      await bench.ok('read_file', { path: 'hidden.txt' }),
      '1\treal⟨U+000D⟩fake⟨U+202E⟩⟨U+001B⟩[2J',
    )
  })

  it('shows pictures as pictures', async () => {
    bench.put('dot.png', png)
    const { content } = await bench.call('read_file', { path: 'dot.png' })
    assert.deepEqual(content[1], { type: 'image', data: png.toString('base64'), mimeType: 'image/png' })
    for (const [start, mimeType] of [
      ['\xff\xd8\xff\xe0', 'image/jpeg'],
      ['GIF89a', 'image/gif'],
      ['RIFF\0\0\0\0WEBP', 'image/webp'],
    ] as const) {
      bench.put('picture', Buffer.from(`${start}\0\0`, 'latin1'))
      const block = (await bench.call('read_file', { path: 'picture' })).content[1]
      assert.equal(block?.type === 'image' && block.mimeType, mimeType)
    }
  })

  it('says what another binary file is, and how large', async () => {
    bench.put('a.zip', Buffer.from('PK\x03\x04\0\0\0\0'))
    const { code, text } = await bench.fails('read_file', { path: 'a.zip' })
    assert.equal(code, 'tool_failed')
    assert.match(text, /ZIP archive of 8 bytes/)
  })

  it('answers at once for what is no file', async () => {
    execFileSync('mkfifo', [join(bench.folder, 'pipe')])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bench.fails('read_file', { path: 'pipe' })),
    )
    assert.ok(answers.every(({ text }) => text.includes('named pipe')))
    assert.match((await bench.fails('read_file', { path: '.' })).text, /folder.*\n.*list_dir/)
  })

  it('asks before it reads what may hold secrets, and no link leads around that', async () => {
    bench.put('.env', 'TOKEN=hunter2')
    symlinkSync('.env', join(bench.folder, 'innocent.txt'))
    const asked = await bench.fails('read_file', { path: '.env' })
    assert.equal(asked.code, 'denied')
    const linked = await bench.fails('read_file', { path: 'innocent.txt' })
    assert.equal(linked.code, 'denied')
    assert.doesNotMatch(asked.text + linked.text, /hunter2/)
    await using approved = await openBench({
      approver: { ask: async () => ({ decision: 'approve', by: 'ada' }) },
    })
    approved.put('.env', 'PLAIN=1')
    assert.equal(await approved.ok('read_file', { path: '.env' }), '1\tPLAIN=1')
  })

  it('obeys rules on paths, also through a link', async () => {
    await using ruled = await openBench({ policy: { mode: 'bypass', deny: ['read_file(private/**)'] } })
    ruled.put('private/a.txt', 'mine')
    ruled.put('public.txt', 'ours')
    symlinkSync('private/a.txt', join(ruled.folder, 'way.txt'))
    assert.equal((await ruled.fails('read_file', { path: 'private/a.txt' })).code, 'denied')
    assert.equal((await ruled.fails('read_file', { path: 'way.txt' })).code, 'denied')
    assert.equal((await ruled.fails('read_file', { path: 'x/../private/./a.txt' })).code, 'denied')
    assert.equal(await ruled.ok('read_file', { path: 'public.txt' }), '1\tours')
  })

  it('sees what was added to a large file since it was counted', async () => {
    bench.put('log.txt', 'entry\n'.repeat(1_000_000))
    assert.match(await bench.ok('read_file', { path: 'log.txt', offset: 1_000_000 }), /^1000000\tentry$/)
    appendFileSync(join(bench.folder, 'log.txt'), 'last\n')
    assert.match(await bench.ok('read_file', { path: 'log.txt', offset: 1_000_001 }), /^1000001\tlast$/)
  })

  it('reads at the end of a file of a gigabyte in little memory', async () => {
    const path = join(bench.folder, 'huge.txt')
    const file = openSync(path, 'w')
    const block = Buffer.alloc(16 * 1024 * 1024, `${'x'.repeat(63)}\n`)
    for (let at = 0; at < 4; at++) writeSync(file, block, 0, block.length, at * 256 * 1024 * 1024)
    ftruncateSync(file, 1024 * 1024 * 1024)
    writeSync(file, '\nthe end\n', 1024 * 1024 * 1024)
    closeSync(file)
    await bench.ok('read_file', { path: 'long.txt', limit: 1 })
    const memory = process.memoryUsage().rss
    const total = (4 * block.length) / 64
    const text = await bench.ok('read_file', { path: 'huge.txt', offset: total + 2 })
    assert.equal(text, `${total + 2}\tthe end`)
    assert.ok(process.memoryUsage().rss - memory < 64 * 1024 * 1024)
  })
})

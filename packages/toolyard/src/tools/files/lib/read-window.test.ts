import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { blockBytes, LineIndex, type LineSource } from './line-index.ts'
import { type LineWindow, readWindow, type WindowRequest } from './read-window.ts'

const { signal } = new AbortController()
const stamp = '1:2:3:4:5'

function sourceOf(content: Buffer): LineSource & { readonly counts: { reads: number } } {
  const counts = { reads: 0 }
  return {
    counts,
    size: content.length,
    async read(target, position) {
      counts.reads++
      return content.copy(target, 0, position)
    },
    async readPart(from, to) {
      counts.reads++
      return content.subarray(from, to)
    },
  }
}

function windowOf(content: Buffer, request: Partial<WindowRequest>, index?: LineIndex): Promise<LineWindow> {
  return readWindow(sourceOf(content), index ?? new LineIndex({ stamp, size: content.length }), {
    offset: 1,
    limit: 10,
    maxBytes: 48_000,
    signal,
    ...request,
  })
}

/** Lines of uneven length, some empty, around the borders of blocks. */
function manyLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}:${'x'.repeat((index * 37) % 190)}`)
}

describe('a window of lines', () => {
  it('is the same as that of the split text, from any line of a file of several blocks', async () => {
    const lines = manyLines(30_000)
    const content = Buffer.from(lines.join('\n'))
    const index = new LineIndex({ stamp, size: content.length })
    assert.ok(content.length > 30 * blockBytes)
    for (const offset of [1, 2, 700, 29_990, 15_000, 3, 29_999, 30_000, 660, 661, 662, 663, 664]) {
      const window = await windowOf(content, { offset, limit: 5 }, index)
      const wanted = lines.slice(offset - 1, offset + 4)
      assert.equal(window.bytes.toString(), wanted.join('\n'), String(offset))
      assert.deepEqual([window.count, window.hasMore], [wanted.length, offset + 5 <= 30_000])
    }
  })

  it('counts a last line with and without its line feed', async () => {
    for (const [text, total] of [
      ['', 0],
      ['\n', 1],
      ['a', 1],
      ['a\n', 1],
      ['a\nb', 2],
      ['a\n\n', 2],
    ] as const) {
      const window = await windowOf(Buffer.from(text), {})
      assert.deepEqual(
        [window.totalLines, window.count, window.hasMore],
        [total, total, false],
        JSON.stringify(text),
      )
    }
  })

  it('has no lines past the end', async () => {
    const window = await windowOf(Buffer.from('a\nb\n'), { offset: 3 })
    assert.deepEqual([window.count, window.hasMore, window.totalLines], [0, false, 2])
  })

  it('ends before a line that does not fit, and always has one', async () => {
    const content = Buffer.from(`${'a'.repeat(90)}\n${'b'.repeat(90)}\n${'c'.repeat(500)}\nd\n`)
    const first = await windowOf(content, { maxBytes: 200 })
    assert.deepEqual([first.count, first.hasMore], [2, true])
    const third = await windowOf(content, { offset: 3, maxBytes: 200 })
    assert.deepEqual([third.count, third.hasMore], [1, true])
    assert.match(third.bytes.toString(), /^c{200} \[…\] \[line of 501 bytes, cut\]$/)
    assert.equal((await windowOf(content, { offset: 4, maxBytes: 200 })).bytes.toString(), 'd')
  })

  it('cuts a line that is too long between characters, and tells its length', async () => {
    const content = Buffer.from(`${'é'.repeat(60_000)}\nnext\n`)
    const { bytes, count } = await windowOf(content, { maxBytes: 1_000_000 })
    const [line, next] = bytes.toString().split('\n')
    assert.match(line ?? '', /^é{20000} \[…\] \[line of 120001 bytes, cut\]$/)
    assert.deepEqual([next, count], ['next', 2])
  })

  it('looks at a large file only as far as it is asked for', async () => {
    const content = Buffer.from(`${manyLines(400_000).join('\n')}\n`)
    const source = sourceOf(content)
    const index = new LineIndex({ stamp, size: content.length })
    const request = { offset: 1, limit: 5, maxBytes: 48_000, signal }
    assert.equal((await readWindow(source, index, request)).totalLines, undefined)
    assert.deepEqual([source.counts.reads, index.scanned], [1, 0])
    await readWindow(source, index, { ...request, offset: 20_000 })
    assert.ok(index.scanned > 0 && index.scanned < content.length / 4)
    const last = await readWindow(source, index, { ...request, offset: 399_999 })
    assert.deepEqual([last.count, last.totalLines, last.hasMore], [2, 400_000, false])
    const reads = source.counts.reads
    await readWindow(source, index, { ...request, offset: 390_000 })
    assert.ok(source.counts.reads - reads <= 3, 'it scanned again')
  })

  it('stops where it is told to', async () => {
    const content = Buffer.alloc(8 * 1024 * 1024, 'ab\n')
    const stopped = AbortSignal.abort(new Error('enough'))
    await assert.rejects(windowOf(content, { offset: 2_000_000, signal: stopped }), /enough/)
  })

  it('serves several readers of one index at once', async () => {
    const lines = manyLines(60_000)
    const content = Buffer.from(lines.join('\n'))
    const index = new LineIndex({ stamp, size: content.length })
    const offsets = [59_000, 10, 30_000, 59_999, 20_000]
    const windows = await Promise.all(offsets.map((offset) => windowOf(content, { offset, limit: 1 }, index)))
    assert.deepEqual(
      windows.map(({ bytes }) => bytes.toString()),
      offsets.map((offset) => lines[offset - 1]),
    )
  })
})

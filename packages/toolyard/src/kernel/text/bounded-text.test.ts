import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BoundedText, cutText } from './bounded-text.ts'

describe('BoundedText', () => {
  it('keeps a text that fits as it is', () => {
    const text = filled({ head: 4, tail: 4 }, ['abc', 'de', 'fgh'])
    assert.equal(text.toString(), 'abcdefgh')
    assert.equal(text.length, 8)
    assert.equal(text.dropped, 0)
  })

  it('keeps both ends of a longer one and says how much fell between', () => {
    const text = filled({ head: 3, tail: 3 }, ['abc', 'x'.repeat(12_345), 'd', 'ef'])
    assert.equal(text.toString(), 'abc\n… 12,345 characters left out …\ndef')
    assert.equal(text.length, 12_351)
    assert.equal(text.dropped, 12_345)
  })

  it('gives the same however the text is cut into chunks', () => {
    const all = Array.from({ length: 1000 }, (_, index) => String(index)).join(',')
    const whole = filled({ head: 100, tail: 700 }, [all]).toString()
    for (const size of [1, 7, 99, 100, 101, 699, 1500]) {
      const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.slice(index * size, (index + 1) * size),
      )
      assert.equal(filled({ head: 100, tail: 700 }, chunks).toString(), whole)
    }
  })

  it('never shows half a surrogate pair', () => {
    const text = filled({ head: 2, tail: 2 }, ['a😀', 'xxxx', '😀b'])
    assert.equal(text.toString(), 'a\n… 8 characters left out …\nb')
  })

  it('works without a head or a tail', () => {
    assert.equal(filled({ head: 0, tail: 2 }, ['abcd']).toString(), '… 2 characters left out …\ncd')
    assert.equal(filled({ head: 2, tail: 0 }, ['ab', 'cd']).toString(), 'ab\n… 2 characters left out …')
  })

  it('does not keep what it dropped in memory', () => {
    const text = new BoundedText({ head: 1000, tail: 1000 })
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < 200; index++) text.push(`${index}`.repeat(200_000))
    assert.ok(process.memoryUsage().heapUsed - before < 60_000_000)
    assert.equal(text.toString().length, 2000 + '\n… 97,998,000 characters left out …\n'.length)
  })
})

describe('cutText', () => {
  const limits = { maxBytes: 100, maxLines: 5 }

  it('has nothing to say about a text that fits', () => {
    assert.equal(cutText('', limits), undefined)
    assert.equal(cutText('short', limits), undefined)
    assert.equal(cutText('a\nb\nc\nd\ne\n', limits), undefined)
    assert.equal(cutText('x'.repeat(100), limits), undefined)
    assert.equal(cutText('ü'.repeat(50), limits), undefined)
  })

  it('cuts after the last line that is allowed', () => {
    assert.deepEqual(cutText('a\nb\nc\nd\ne\nf\ng', limits), {
      text: 'a\nb\nc\nd\ne',
      lines: 5,
      totalLines: 7,
      totalBytes: 13,
    })
  })

  it('cuts at the line end before the byte limit where it is near', () => {
    const line = 'x'.repeat(29)
    assert.deepEqual(cutText(`${line}\n${line}\n${line}\n${line}`, limits), {
      text: `${line}\n${line}\n${line}`,
      lines: 3,
      totalLines: 4,
      totalBytes: 119,
    })
  })

  it('cuts inside a line where no line end is near', () => {
    const cut = cutText(`ab\n${'x'.repeat(200)}`, limits)
    assert.equal(cut?.text.length, 100)
    assert.equal(cut?.lines, 2)
  })

  it('counts UTF-8 bytes and never splits a surrogate pair', () => {
    const cut = cutText('a😀'.repeat(30), limits)
    assert.equal(cut?.text, 'a😀'.repeat(20))
    assert.equal(cut?.totalBytes, 150)
    assert.equal(cutText('€'.repeat(40), limits)?.text.length, 33)
    assert.equal(cutText(`x${'😀'.repeat(40)}`, limits)?.text, `x${'😀'.repeat(24)}`)
  })
})

function filled(limits: { head: number; tail: number }, chunks: readonly string[]): BoundedText {
  const text = new BoundedText(limits)
  for (const chunk of chunks) text.push(chunk)
  return text
}

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { createLineReader } from './line-reader.ts'

const read = (chunks: readonly Buffer[], maxBytes = 1000): { lines: string[]; last: boolean } => {
  const lines: string[] = []
  const reader = createLineReader(maxBytes, (line) => lines.push(line))
  let last = true
  for (const chunk of chunks) {
    last = reader.push(chunk)
    // What was handed over is used again by its owner.
    chunk.fill(0)
  }
  return { lines, last }
}

describe('lines out of chunks', () => {
  it('are the same wherever the chunks are cut, also inside a character', () => {
    const text = 'one\n{"two":"zwölf 中文 💥"}\n\nthree\n'
    for (let size = 1; size < 12; size++) {
      const bytes = Buffer.from(text)
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        Buffer.from(bytes.subarray(index * size, (index + 1) * size)),
      )
      assert.deepEqual(read(chunks).lines, ['one', '{"two":"zwölf 中文 💥"}', '', 'three'])
    }
  })

  it('end where one is too long, whole or in parts', () => {
    const whole = read([Buffer.from(`ok\n${'x'.repeat(1001)}\nno\n`)])
    assert.deepEqual([whole.lines, whole.last], [['ok'], false])
    const parts = read(Array.from({ length: 30 }, () => Buffer.from('x'.repeat(100))))
    assert.deepEqual([parts.lines, parts.last], [[], false])
  })
})

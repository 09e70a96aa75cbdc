/** Parts of long texts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitText } from './split-text.ts'

describe('splitText', () => {
  it('leaves a text alone that fits', () => {
    assert.deepEqual(splitText('  one\n\ntwo ', { limit: 20 }), ['one\n\ntwo'])
    assert.deepEqual(splitText(' \n ', { limit: 20 }), [])
  })

  it('cuts between paragraphs before lines, lines before words, words before letters', () => {
    assert.deepEqual(splitText('first part of it\n\nsecond part\nand more', { limit: 30 }), [
      'first part of it',
      'second part\nand more',
    ])
    assert.deepEqual(splitText('first line here\nsecond line', { limit: 20 }), [
      'first line here',
      'second line',
    ])
    assert.deepEqual(splitText('one two three four', { limit: 10 }), ['one two', 'three four'])
    assert.deepEqual(splitText('abcdefghij', { limit: 4 }), ['abcd', 'efgh', 'ij'])
  })

  it('closes code that it cuts and opens it again with its language', () => {
    const code = `Look:\n\n\`\`\`ts\n${'let a = 1\n'.repeat(10)}\`\`\`\n\nDone.`
    const parts = splitText(code, { limit: 60 })
    assert.ok(parts.length > 2)
    for (const part of parts) {
      assert.ok(part.length <= 60, part)
      assert.equal((part.match(/```/g)?.length ?? 0) % 2, 0, part)
      assert.doesNotMatch(part, /```ts\n```/, 'no empty code')
    }
    assert.ok(parts.slice(1, -1).every((part) => part.startsWith('```ts\n')))
    assert.equal(parts.join('\n').match(/let a = 1/g)?.length, 10)
    assert.match(parts.at(-1) ?? '', /Done\.$/)
  })

  it('keeps the indent of code, and longer fences around shorter ones', () => {
    const code = `\`\`\`\`md\n${'    ```\n'.repeat(12)}\`\`\`\``
    const parts = splitText(code, { limit: 50 })
    assert.equal(parts.join('\n').match(/^ {4}```$/gm)?.length, 12)
    for (const part of parts) assert.equal(part.match(/````/g)?.length, 2)
  })

  it('cuts no sign in two, however it is counted', () => {
    for (const sign of ['👩‍👩‍👧‍👦', '🇩🇪', '汉', 'e\u0301']) {
      const parts = splitText(sign.repeat(200), { limit: 101 })
      assert.equal(parts.join(''), sign.repeat(200))
      for (const part of parts) assert.equal(part.replaceAll(sign, ''), '', `${sign} in ${part}`)
    }
    for (const part of splitText(`\`\`\`${'😀'.repeat(40)}\n${'code\n'.repeat(100)}`, { limit: 200 }))
      assert.ok(part.isWellFormed())
    const measure = (text: string): number => Buffer.byteLength(text)
    const parts = splitText('汉字'.repeat(100), { limit: 50, measure })
    assert.ok(parts.every((part) => measure(part) <= 50 && part.isWellFormed()))
    assert.equal(parts.join(''), '汉字'.repeat(100))
  })

  it('takes no longer for texts that are made to take long', () => {
    const started = performance.now()
    for (const text of [
      '`'.repeat(40_000),
      '```\n'.repeat(10_000),
      '~~~a\n'.repeat(8000),
      '\u0301'.repeat(40_000),
      '\n'.repeat(39_999) + 'x',
    ])
      for (const part of splitText(text, { limit: 2000 })) assert.ok(part.length <= 2000)
    assert.ok(performance.now() - started < 10_000)
  })
})

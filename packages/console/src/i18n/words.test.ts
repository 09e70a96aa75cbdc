import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en } from './en/index.ts'
import { formatsFor } from './formats.ts'
import { zh } from './zh/index.ts'

/** Every sentence with the way to it; functions are asked with the same words. */
function sentences(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const here = `${path}.${key}`
    if (typeof value === 'string') return [[here, value]]
    if (typeof value === 'function') return [[here, (value as (...args: string[]) => string)('Ⓐ', 'Ⓑ', 'Ⓒ')]]
    return sentences(value as object, here)
  })
}

describe('the two languages', () => {
  it('say the same things', () => {
    assert.deepEqual(
      sentences(zh).map(([path]) => path),
      sentences(en).map(([path]) => path),
    )
  })

  it('use the same words that are put into them', () => {
    const chinese = new Map(sentences(zh))
    for (const [path, text] of sentences(en)) {
      assert.notEqual(text, '', path)
      for (const word of ['Ⓐ', 'Ⓑ', 'Ⓒ'])
        if (text.includes(word)) assert.ok(chinese.get(path)?.includes(word), `${path} leaves out ${word}`)
    }
  })

  it('write lengths of time as people do', () => {
    const { span, ago, until } = formatsFor('en')
    assert.deepEqual([0.42, 84, 1500, 65_000, 3_700_000].map(span), [
      '0.4ms',
      '84ms',
      '1.5s',
      '1m 05s',
      '1h 01m',
    ])
    assert.deepEqual([ago(0, 120_000), until(120_000, 0)], ['2 minutes ago', 'in 2 minutes'])
    assert.equal(formatsFor('zh').ago(0, 120_000), '2分钟前')
  })
})

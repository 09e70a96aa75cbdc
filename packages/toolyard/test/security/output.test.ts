/** The output corpus: text that tools return, made safe for the model, a terminal and the people who approve. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { cleanText, createTextCleaner, visibleText } from '../../src/kernel/text/visible-text.ts'

interface Entry {
  readonly id: string
  readonly text: string
  readonly expect: 'clean' | 'inert'
  readonly reason: string
}

const corpus = JSON.parse(readFileSync(new URL('../corpora/output.json', import.meta.url), 'utf8')) as {
  readonly entries: readonly Entry[]
}
const dangerous = /[[\p{Cc}\p{Bidi_C}\ufeff]--[\n\t]]/v

describe('the output corpus', () => {
  for (const { id, text, expect, reason } of corpus.entries) {
    it(`${id}: leaves nothing but inert text of ${reason}`, () => {
      assert.doesNotMatch(cleanText(text), dangerous)
      assert.doesNotMatch(visibleText(text), dangerous)
      assert.equal(cleanText(cleanText(text)), cleanText(text))
      if (expect === 'inert') {
        assert.equal(cleanText(text), text)
        assert.equal(visibleText(text), text)
      }
    })
  }

  it('never lets what was overwritten or hidden pass for the text', () => {
    assert.equal(cleanText('real\rfake'), 'fake')
    assert.equal(visibleText('real\rfake'), 'real⟨U+000D⟩fake')
    assert.equal(visibleText('\u202edeppilf'), '⟨U+202E⟩deppilf')
  })

  it('gives the same in a stream of single characters, and never the effect of a control character', () => {
    for (const { text } of corpus.entries) {
      const cleaner = createTextCleaner()
      const parts = text.split('').map((unit) => cleaner.push(unit))
      const streamed = parts.join('') + cleaner.flush()
      assert.equal(streamed, text.includes('\r') ? text.replaceAll('\r', '\n') : cleanText(text))
    }
  })
})

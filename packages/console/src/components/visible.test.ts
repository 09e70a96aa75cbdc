import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visible } from './visible.ts'

describe('text from outside', () => {
  it('shows what can not be seen as a mark', () => {
    assert.equal(
      visible('\u001b[2Ja\u202eb\u0000\u200bc\ufeff'),
      '⟨U+001B⟩[2Ja⟨U+202E⟩b⟨U+0000⟩⟨U+200B⟩c⟨U+FEFF⟩',
    )
    assert.equal(visible('real\rfake'), 'real⟨U+000D⟩fake')
    assert.equal(visible('\ud800'), '⟨U+D800⟩')
  })

  it('leaves what people write as it is', () => {
    for (const text of ['plain\n\ttext', '天气', 'العربية', '👩‍👩‍👧 ❤️ 1️⃣', 'a\r\nb'.replace('\r', '')])
      assert.equal(visible(text), text)
    assert.equal(visible('a\r\nb'), 'a\nb')
  })
})

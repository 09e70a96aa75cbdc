import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanText, createTextCleaner, visibleText } from './visible-text.ts'

const written = '👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 नमस्‍ते می‌خواهم שלום “quoted” – 日本語\n\ttab'

describe('cleanText', () => {
  it('leaves what people write as it is: joined emoji, flags, joiners of scripts, right-to-left letters', () => {
    assert.equal(cleanText(written), written)
    assert.equal(visibleText(written), written)
  })

  it('takes out colours, links, titles, charsets and 8-bit sequences', () => {
    assert.equal(cleanText('a\x1b[1;31mred\x1b[0m'), 'ared')
    assert.equal(cleanText('\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\'), 'link')
    assert.equal(cleanText('\x1b]0;title\x07\x1b(Btext\x9b31m'), 'text')
  })

  it('shows the text of a string sequence that never ends, instead of swallowing what follows', () => {
    assert.equal(cleanText('\x1b]52;c;never\nnext'), '52;c;never\nnext')
  })

  it('keeps of a line that was written over what a terminal would show', () => {
    assert.equal(cleanText(' 50%\r100%'), '100%')
    assert.equal(cleanText('100%\rok'), 'ok0%')
    assert.equal(cleanText('Downloading 100%\r\x1b[KDone\nnext'), 'Done\nnext')
    assert.equal(cleanText('old line\x1b[2K\x1b[1Gnew\r'), 'new')
    assert.equal(cleanText('N\bNA\bA'), 'NA')
  })

  it('writes every line break as \\n', () => {
    assert.equal(cleanText('a\r\nb\r\r\nc\u2028d\x85e\ff'), 'a\nb\nc\nd\ne\nf')
  })

  it('takes out what is hidden: zero width, bidi, tags, fillers, rows of selectors', () => {
    assert.equal(cleanText('a\u200bb\u2066c\u00add\u{e0041}e\u3164f'), 'abcdef')
    assert.equal(cleanText('😀\ufe0f\ufe01\ufe02\u{e0100}'), '😀\ufe0f')
    assert.equal(cleanText('pay\u200dpal'), 'paypal')
  })

  it('replaces half a surrogate pair', () => {
    assert.equal(cleanText('\ud83dx'), '\ufffdx')
  })

  it('takes time in proportion to the length of hostile texts', () => {
    const units = [
      '\x1b',
      '\x1b[',
      '\x1b]',
      '\x9d',
      '\r',
      'a\r',
      'a\b',
      '\x1b[2K\rx',
      '\ufe0f',
      '\u200d',
      '\ud83d',
      '\u202e',
    ]
    for (const unit of units) {
      const text = unit.repeat(250_000 / unit.length)
      const started = performance.now()
      cleanText(text)
      visibleText(text)
      assert.ok(performance.now() - started < 2000, JSON.stringify(unit))
    }
  })
})

describe('visibleText', () => {
  it('removes nothing and shows every hidden character as a mark', () => {
    assert.equal(
      visibleText('a\u202eb\x1b[2J\0\r\n\u200b'),
      'a⟨U+202E⟩b⟨U+001B⟩[2J⟨U+0000⟩⟨U+000D⟩\n⟨U+200B⟩',
    )
    assert.equal(visibleText('x\u{e0041}\ud83d'), 'x⟨U+E0041⟩⟨U+D83D⟩')
  })
})

describe('createTextCleaner', () => {
  it('gives what cleanText gives, wherever the chunks are cut; what went out early stays as a line of its own', () => {
    const text = `${written}\x1b[1mbold\x1b[0m\r\n 50%\r100%\n\x1b]0;t\x07end\u200b`
    for (let size = 1; size < 9; size++) {
      const cleaner = createTextCleaner()
      let result = ''
      for (let at = 0; at < text.length; at += size) result += cleaner.push(text.slice(at, at + size))
      assert.equal((result + cleaner.flush()).replace(/ 50%\n| 50\n| 5\n| \n(?=100)/, ''), cleanText(text))
    }
  })

  it('lets a plain line go before it ends', () => {
    const cleaner = createTextCleaner()
    assert.equal(cleaner.push('thinking'), 'thinking')
    assert.equal(cleaner.push(' …'), ' …')
    assert.equal(cleaner.push('\x1b[3'), '')
    assert.equal(cleaner.push('1mred\n'), 'red\n')
  })

  it('holds back no more than 64 KiB of a line, and of an endless progress bar only its last state', () => {
    const plain = createTextCleaner()
    assert.equal(plain.push('x'.repeat(70_000)).length, 70_000)
    const cut = createTextCleaner()
    assert.equal(cut.push(`${'x'.repeat(70_000)}\x1b[3`).length, 70_000)
    assert.equal(cut.push('1mred') + cut.flush(), 'red')
    const bar = createTextCleaner()
    let shown = ''
    for (let step = 0; step <= 20_000; step++) shown += bar.push(`\rstep ${step}`)
    assert.equal(shown + bar.flush(), 'step 20000')
  })
})

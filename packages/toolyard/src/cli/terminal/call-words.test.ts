import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { argumentsLine, oneLine, shellWord } from './call-words.ts'

describe('words for calls', () => {
  it('give arguments as the command line takes them, where that is short', () => {
    assert.equal(argumentsLine({ city: 'Rome', days: 3, tags: ['a'] }, 80), 'city=Rome days=3 tags=["a"]')
    assert.equal(argumentsLine({ text: 'two words' }, 80), 'text="two words"')
    assert.equal(
      argumentsLine({ explanation: 'to know', city: 'Rome' }, 80),
      'city=Rome explanation="to know"',
    )
    assert.equal(argumentsLine({}, 80), '')
    assert.equal(argumentsLine(undefined, 80), '')
    assert.equal(argumentsLine('not an object', 80), '"not an object"')
  })

  it('are cut to their room, however much there is', () => {
    assert.equal(argumentsLine({ text: 'x'.repeat(1_000_000) }, 10), 'text=xxxx…')
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]))
    assert.equal(argumentsLine(many, 12), 'k0=0 k1=1 k…')
  })

  it('stay in one line and show what can not be seen', () => {
    assert.equal(oneLine('a\nb\t\u001b[31mc'), 'a b ⟨U+001B⟩[31mc')
  })

  it('are quoted for a shell where it would read them otherwise', () => {
    assert.equal(shellWord('chat-1'), 'chat-1')
    assert.equal(shellWord("it's $HOME"), String.raw`'it'\''s $HOME'`)
  })
})

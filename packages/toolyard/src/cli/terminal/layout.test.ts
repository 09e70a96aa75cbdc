import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { styleText } from 'node:util'
import { brokenLines, count, cut, firstSentence, widthOf } from './layout.ts'

const red = (text: string): string => styleText('red', text, { validateStream: false })

describe('the width of a text', () => {
  it('counts two columns for Chinese, Japanese and Korean characters and for emoji', () => {
    assert.equal(widthOf('天气'), 4)
    assert.equal(widthOf('かな カナ 한글'), 14)
    assert.equal(widthOf('，。！'), 6)
    assert.equal(widthOf('👩‍👩‍👧 ok'), 5)
  })

  it('counts nothing for colours and for marks that sit on a letter', () => {
    assert.equal(widthOf(red('word')), 4)
    assert.equal(widthOf('e\u0301a'), 2)
    assert.equal(widthOf(''), 0)
  })
})

describe('lines of at most so many columns', () => {
  it('break between words, inside of long words, and between Chinese characters', () => {
    assert.deepEqual(brokenLines('one two three', 7), ['one two', 'three'])
    assert.deepEqual(brokenLines('abcdefgh ij', 5), ['abcde', 'fgh', 'ij'])
    assert.deepEqual(brokenLines('查询今天天气', 5), ['查询', '今天', '天气'])
    assert.deepEqual(brokenLines('  one two', 5), ['  one', '  two'])
    assert.deepEqual(brokenLines('one\ntwo', 20), ['one', 'two'])
  })

  it('keep their colour, each for itself', () => {
    const [first = '', second = ''] = brokenLines(`a ${red('bc de')} f`, 4)
    assert.equal(first, `a ${red('bc')}`)
    assert.equal(second, `${red('de')} f`)
  })
})

describe('a first sentence', () => {
  it('ends at its full stop, also a Chinese one, and not inside a number or a file name', () => {
    assert.equal(firstSentence('Reads a file. Use it often.'), 'Reads a file.')
    assert.equal(firstSentence('查询天气。用于问题。'), '查询天气。')
    assert.equal(firstSentence('Reads 1.5 lines of a.txt now'), 'Reads 1.5 lines of a.txt now')
  })

  it('is one line, shows what can not be seen, and is cut to its room', () => {
    assert.equal(firstSentence('Two\n  lines'), 'Two lines')
    assert.equal(firstSentence('bad \u001b[31m'), 'bad ⟨U+001B⟩[31m')
    assert.equal(firstSentence('abcdefgh', 5), 'abcd…')
    assert.equal(cut('天气预报', 5), '天气…')
    assert.equal(cut(`${red('abcdef')}gh`, 4), red('abc…'))
  })
})

it('a number of things is said as people say it', () => {
  assert.deepEqual([count(0, 'tool'), count(1, 'tool'), count(2, 'tool')], ['0 tools', '1 tool', '2 tools'])
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { checkPattern, compilePattern, isPlainPattern } from './pattern.ts'

interface PatternCase {
  readonly id: string
  readonly pattern: string
  readonly subject: string
  readonly expect: string
}
const corpus = new URL('../../../test/corpora/regex.json', import.meta.url)
const { entries } = JSON.parse(readFileSync(corpus, 'utf8')) as { entries: readonly PatternCase[] }
const words: Record<string, string> = { blank: ' ', word: 'word ' }

/** `a*35+!` is 35 letters a, then `!`. */
function subjectOf(text: string): string {
  return text
    .split('+')
    .map((part) => {
      const [, letter = '', count = ''] = /^(\w+)\*(\d+)$/.exec(part) ?? []
      return letter ? (words[letter] ?? letter).repeat(Number(count)) : part
    })
    .join('')
}

describe('patterns from outside', () => {
  for (const { id, pattern, subject, expect } of entries) {
    it(`${id} is refused with a sentence or answered in time (${expect})`, () => {
      const problem = checkPattern(pattern)
      if (problem !== undefined) {
        assert.match(problem, /linear time|characters long/)
        assert.throws(() => compilePattern(pattern))
        return
      }
      const text = subjectOf(subject)
      const started = performance.now()
      compilePattern(pattern).test(text)
      assert.ok(performance.now() - started < 1000, `took ${performance.now() - started} ms`)
    })
  }

  it('of the corpus are all but one of the bounded kind taken', () => {
    const refused = entries.filter(({ expect, pattern }) => expect === 'bounded' && checkPattern(pattern))
    assert.deepEqual(
      refused.map(({ pattern }) => pattern),
      ['(?=(a+))\\1*b'],
    )
  })

  const hungry = [
    ['\\s+$', `${' '.repeat(200_000)}x`],
    ['[ab]+$', `${'ab'.repeat(100_000)}c`],
    ['a{1,}$', `${'a'.repeat(200_000)}b`],
    ['(a+)+$', `${'a'.repeat(100_000)}!`],
    ['^.*$', `${'a'.repeat(200_000)}\n`],
  ] as const
  for (const [pattern, text] of hungry)
    it(`${pattern} does not grow with the square of the text`, () => {
      const started = performance.now()
      assert.equal(compilePattern(pattern).test(text), false)
      assert.ok(performance.now() - started < 2000, `took ${performance.now() - started} ms`)
    })

  const answers: readonly (readonly [string, good: readonly string[], bad: readonly string[]])[] = [
    ['^.{1,5000}$', ['a', '😀'.repeat(5000)], ['', 'a\nb', 'a'.repeat(5001)]],
    ['^[a-z]{2000}$', ['a'.repeat(2000)], ['a'.repeat(1999), 'A'.repeat(2000)]],
    ['^(.{0,4096})$', ['', 'x'], ['a'.repeat(4097)]],
    ['^\\d{1200,}', [`${'1'.repeat(1200)}x`], [`${'1'.repeat(1199)}x`]],
    ['^\\p{Letter}+$', ['π', 'abc'], ['1']],
    ['^\\p{Script=Greek}+$', ['π'], ['a']],
    ['^[\\p{Lowercase_Letter}\\s]+$', ['a\u00a0b'], ['A']],
    ['^\\S+!?$', ['a'], ['a\u00a0b', '']],
    ['^(?!tmp)[a-z]+$', ['abc'], ['tmpx', 'A']],
    ['^(?=.*\\d)(?=.*[a-z]).{3,}$', ['ab1'], ['abc', 'a1']],
    ['^(?!(?:CON|NUL)$).+$', ['CONX', 'a'], ['CON', '']],
    ['^(?![)(])a', ['a'], ['(a']],
  ]
  for (const [pattern, good, bad] of answers)
    it(`${pattern} is answered as ECMAScript does`, () => {
      const matcher = compilePattern(pattern)
      for (const text of [...good, ...bad]) {
        assert.equal(matcher.test(text), good.includes(text), text.slice(0, 20))
        assert.equal(matcher.test(text), new RegExp(pattern, 'u').test(text))
      }
    })

  it('that are not patterns are refused, and compiling them throws', () => {
    for (const pattern of [
      '[',
      '(',
      'a**',
      '(?<',
      '\\',
      'a{2,1}',
      '(?=a)b',
      '(a)\\1',
      '(?<!a)b',
      '^(?=a)b|c',
      '^a(?=b)',
      '^(?=(a))\\1',
      '^(?!a',
      '^.{5000,2}$',
      '[z-a]',
      ')',
    ]) {
      assert.match(checkPattern(pattern) ?? 'taken', /is not a pattern/, pattern)
      assert.throws(() => compilePattern(pattern), pattern)
    }
    assert.match(checkPattern('a'.repeat(2001)) ?? '', /at most 2,000/)
    for (const value of [5, null, undefined, /a/]) assert.equal(checkPattern(value), 'must be a string')
  })

  it('match anywhere unless they are anchored', () => {
    const cases: [string, string, boolean][] = [
      ['b', 'abc', true],
      ['^b', 'abc', false],
      ['^(ab|cd)+$', 'abcdab', true],
      ['^(ab|cd)+$', 'abx', false],
      ['^\\d{3}$', '123', true],
      ['^\\d{3}$', '1234', false],
      ['^[\\u4e00-\\u9fa5]+$', '读取', true],
      ['^([\\u4e00-\\u9fa5]+|\\w+)$', '读取', true],
      ['^([\\u4e00-\\u9fa5]+|\\w+)$', '读!', false],
      ['^\\p{L}+(é|e)$', 'café', true],
      ['^(?<year>\\d{4})-(\\d{2})$', '2026-01', true],
      ['^https?:\\/\\/', 'https://a', true],
      ['^.$', '😀', true],
      ['^(.)$', '😀', true],
      ['', 'anything', true],
    ]
    for (const [pattern, text, expected] of cases) {
      assert.equal(checkPattern(pattern), undefined, pattern)
      assert.equal(compilePattern(pattern).test(text), expected, `${pattern} on ${text}`)
    }
  })

  it('give the same answer however they are run: a hundred plain ones against JavaScript itself', () => {
    const parts = ['a', '[a-c]', '\\d', '.', '\\.', '[^x]']
    const tails = ['', '+', '*', '?', '{2}', '{1,3}']
    for (const first of parts)
      for (const second of parts)
        for (const tail of tails)
          for (const [head, end] of [
            ['^', '$'],
            ['', ''],
            ['', '$'],
            ['^(', ')$'],
          ] as const) {
            const pattern = `${head}${first}${second}${tail}${end}`
            for (const text of ['', 'a', 'ab', 'abc', '1.', 'a1', 'xx', 'b.', 'cab12'])
              assert.equal(
                compilePattern(pattern).test(text),
                new RegExp(pattern, 'u').test(text),
                `${pattern} on ${text}`,
              )
          }
  })

  it('are plain only where one quantifier at most is left', () => {
    for (const pattern of ['^x-', '^[a-z]+$', '^.*$', '^(.*)$', 'abc', '_id$'])
      assert.ok(isPlainPattern(pattern), pattern)
    for (const pattern of ['a+b+', '(a|b)', '(a+)+', '\\s+$', '^(a)(b)$', '^(?:a)$', '^(a+)+$'])
      assert.ok(!isPlainPattern(pattern), pattern)
  })
})

it('a dot and what is not white space mean what they mean in ECMAScript', () => {
  const cases = [
    ['^(a|b).*$', ['a', 'a\r', 'a\u2028', 'a\n', 'ax']],
    ['^(?:x|y)[\\S]+$', ['xy', 'x\u00a0', 'x\v', 'x ', 'x\u200b']],
    ['^(a|b)[^\\S]$', ['a\u00a0', 'a\v', 'ax']],
    ['^(a|[.])+$', ['a.', 'ab']],
    ['^(a|[\\s\\S])$', ['\n', '\ufeff', '😀']],
  ] as const
  for (const [pattern, texts] of cases)
    for (const text of texts)
      assert.equal(
        compilePattern(pattern).test(text),
        new RegExp(pattern, 'u').test(text),
        JSON.stringify([pattern, text]),
      )
})

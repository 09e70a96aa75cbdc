import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ManifestChange, VersionComparison } from './manifest-change.ts'
import { renderChanges } from './render-changes.ts'
import { wordDiff } from './word-diff.ts'

const comparison = (...changes: Partial<ManifestChange>[]): VersionComparison => ({
  verdict: 'compatible',
  changes: changes.map((change) => ({
    path: 'version',
    kind: 'changed',
    text: 'It changed.',
    breaking: false,
    ...change,
  })),
  reasons: [],
})

describe('rendering changes', () => {
  it('shows one line a change, with what breaks first', () => {
    const rendered = renderChanges(
      comparison(
        { path: 'inputSchema.properties.b', kind: 'added', text: '"b" is a new optional parameter.' },
        { path: 'inputSchema.properties.a', kind: 'removed', text: '"a" is gone.', breaking: true },
        {},
      ),
    )
    assert.deepEqual(rendered.split('\n'), [
      '- inputSchema.properties.a: BREAKING: "a" is gone.',
      '+ inputSchema.properties.b: "b" is a new optional parameter.',
      '~ version: It changed.',
    ])
  })

  it('says that there is nothing', () => assert.equal(renderChanges(comparison()), 'No changes.'))

  it('shows the words of a description that changed', () => {
    const before = 'Tells the weather of a city.'
    const after = 'Tells the weather and the wind of a city.'
    assert.equal(
      renderChanges(comparison({ path: 'description', before, after })),
      '~ description: It changed.\n    Tells the weather {+and the wind+} of a city.',
    )
  })

  it('makes hidden characters visible and keeps each change on its line', () => {
    const rendered = renderChanges(
      comparison(
        { path: 'a\u001b[2Jb', text: 'x\u202e\ny' },
        { path: 'description', before: 'a', after: 'a \u0007b' },
      ),
    )
    assert.deepEqual(rendered.split('\n'), [
      '~ a⟨U+001B⟩[2Jb: x⟨U+202E⟩ y',
      '~ description: It changed.',
      '    a {+⟨U+0007⟩b+}',
    ])
  })

  it('cuts long texts and long lists', () => {
    const long = 'word '.repeat(10_000)
    const rendered = renderChanges(comparison({ text: long }, { path: 'title', before: 'x', after: long }))
    assert.ok(rendered.length < 1000 && rendered.includes('…'))
    const many = renderChanges(comparison(...Array.from({ length: 300 }, () => ({}))))
    assert.equal(many.split('\n').length, 201)
    assert.match(many, /… and 100 more$/)
  })
})

describe('the difference of two texts', () => {
  const cases: Readonly<Record<string, readonly [string, string, string]>> = {
    'a word for another': ['a b c', 'a x c', 'a [-b-] {+x+} c'],
    'a word less': ['a b c', 'a c', 'a [-b-] c'],
    'words at both ends': ['b c', 'a b c d', '{+a+} b c {+d+}'],
    'white space alone': ['a  b\n c', 'a b c', 'a b c'],
    'nothing against something': ['', 'a', '{+a+}'],
    'long equal parts': ['1 2 3 4 5 6 7 8 9 x', '1 2 3 4 5 6 7 8 9 y', '… 6 7 8 9 [-x-] {+y+}'],
  }
  for (const [title, [before, after, expected]] of Object.entries(cases))
    it(`shows ${title}`, () => assert.equal(wordDiff(before, after), expected))

  it('shows long texts that have nothing in common one after the other', () => {
    const text = (word: string): string =>
      Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join(' ')
    assert.match(wordDiff(text('a'), text('b')), /^\[-a0 .* a4999-\] \{\+b0 .*\+\}$/)
  })
})

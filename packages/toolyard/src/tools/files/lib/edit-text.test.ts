/** Random files and random edits: every byte outside the stretch that was named stays. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { encodeText } from './decode-text.ts'
import { editText } from './edit-text.ts'
import type { FileKind, TextEncoding } from '../../../host/index.ts'
import { contentOf } from './stretch.ts'

/** The same numbers every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const words = [
  'let',
  'x',
  '=',
  '“q”',
  '‘a’',
  '–',
  '½',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  '日本',
  '\t',
  '  ',
  '$&',
  "it's",
  '"',
  '-',
  '}',
]
const kinds: readonly (FileKind & { readonly kind: 'text' })[] = [
  { kind: 'text', encoding: 'utf8', bom: 0 },
  { kind: 'text', encoding: 'utf8', bom: 3 },
  { kind: 'text', encoding: 'utf16le', bom: 2 },
  { kind: 'text', encoding: 'utf16be', bom: 2 },
]
const breaks = [['\n'], ['\r\n'], ['\n', '\r\n']]

interface SampleText {
  readonly lines: readonly string[]
  /** The break behind each line; none behind the last one, sometimes. */
  readonly ends: readonly string[]
}

function sampleOf(random: (below: number) => number): SampleText {
  const kind = breaks[random(3)] ?? ['\n']
  const count = 1 + random(12)
  const lines = Array.from({ length: count }, (_, index) => {
    const indent = ' '.repeat(4 * random(4)).replaceAll('    ', random(3) === 0 ? '\t' : '    ')
    return `${indent}${index}${Array.from({ length: random(6) }, () => words[random(words.length)]).join(' ')}`
  })
  const ends = lines.map((_, index) =>
    index === count - 1 && random(2) === 0 ? '' : (kind[random(kind.length)] ?? ''),
  )
  return { lines, ends }
}

const joined = ({ lines, ends }: SampleText): string =>
  lines.map((line, index) => line + (ends[index] ?? '')).join('')
const markOf = (encoding: TextEncoding, bom: number): Buffer =>
  bom === 0 ? Buffer.alloc(0) : encodeText('\ufeff', encoding)

describe('random edits of random files', () => {
  it('change the text that was named, keep its line breaks, and leave every other byte', () => {
    const random = createRandom(7)
    for (let round = 0; round < 3000; round++) {
      const sample = sampleOf(random)
      const kind = kinds[random(kinds.length)] ?? kinds[0]!
      const text = joined(sample)
      const from = random(sample.lines.length)
      const to = from + random(sample.lines.length - from)
      const start = sample.lines
        .slice(0, from)
        .reduce((sum, line, index) => sum + line.length + (sample.ends[index] ?? '').length, 0)
      const span = sample.lines.slice(from, to + 1)
      const inner = span
        .map((line, index) => line + (index < span.length - 1 ? (sample.ends[from + index] ?? '') : ''))
        .join('')
      const old_string = span.join('\n')
      const new_string = `${old_string}$&\nadded 👍\n\tand “more”`
      const before = Buffer.concat([markOf(kind.encoding, kind.bom), encodeText(text, kind.encoding)])
      const { stretch, replacements } = editText(before, kind, [
        { old_string, new_string, replace_all: false, subject: 'old_string' },
      ])
      const after = Buffer.concat(contentOf(before, stretch))
      const head = Buffer.concat([
        markOf(kind.encoding, kind.bom),
        encodeText(text.slice(0, start), kind.encoding),
      ])
      const tail = encodeText(text.slice(start + inner.length), kind.encoding)
      const place = `round ${round}: ${JSON.stringify(text)} / ${JSON.stringify(old_string)}`
      assert.equal(replacements, 1, place)
      assert.ok(after.subarray(0, head.length).equals(head), place)
      assert.ok(after.subarray(after.length - tail.length).equals(tail), place)
      const middle = encodedBack(after.subarray(head.length, after.length - tail.length), kind.encoding)
      assert.equal(middle.replaceAll('\r\n', '\n'), new_string, place)
      if (!text.includes('\r')) assert.ok(!middle.includes('\r'), place)
      if (!/(?<!\r)\n/.test(text) && text.includes('\r')) assert.ok(!/(?<!\r)\n/.test(middle), place)
    }
  })

  it('leave every other byte where only the indentation differs', () => {
    const random = createRandom(11)
    let indented = 0
    for (let round = 0; round < 2000; round++) {
      const shift = ['    ', '  ', '\t'][random(3)] ?? ''
      const depths = Array.from({ length: 2 + random(5) }, (_, index) => (index < 2 ? index : random(3)))
      const block = depths.map((depth, index) => `${'    '.repeat(depth)}line${index} 👍 “x”`)
      const end = random(2) === 0 ? '\n' : '\r\n'
      const around = ['é first', `${shift}other`]
      const file = [...around, ...block.map((line) => shift + line), ...around, ''].join(end)
      const before = Buffer.from(file)
      const { stretch, matching } = editText(before, kinds[0]!, [
        {
          old_string: block.join('\n'),
          new_string: [...block, 'more', '    deeper'].join('\n'),
          replace_all: false,
          subject: 'old_string',
        },
      ])
      const wanted = [
        ...around,
        ...[...block, 'more', '    deeper'].map((line) => shift + line),
        ...around,
        '',
      ].join(end)
      assert.equal(Buffer.concat(contentOf(before, stretch)).toString(), wanted, `round ${round}`)
      indented += matching[0] === 'indentation' ? 1 : 0
    }
    assert.ok(indented > 1500)
  })

  it('apply in order, as one stretch, or not at all', () => {
    const before = Buffer.from('one\ntwo\nthree\nfour\n')
    const edits = [
      { old_string: 'three', new_string: 'THREE', replace_all: false, subject: 'edits[0]' },
      { old_string: 'one\ntwo', new_string: 'zero', replace_all: false, subject: 'edits[1]' },
      { old_string: 'zero\nTHREE', new_string: 'zero\n3', replace_all: false, subject: 'edits[2]' },
    ]
    const { stretch, replacements } = editText(before, kinds[0]!, edits)
    assert.equal(Buffer.concat(contentOf(before, stretch)).toString(), 'zero\n3\nfour\n')
    assert.deepEqual([replacements, stretch.start], [3, 0])
    const failing = [...edits, { ...edits[0]!, subject: 'edits[3]' }]
    assert.throws(() => editText(before, kinds[0]!, failing), {
      code: 'no_match',
      message: /^edits\[3\] is not there/,
    })
  })

  it('leave bad bytes and half pairs as they are', () => {
    const bad = Buffer.concat([
      Buffer.from('a '),
      Buffer.of(0xff, 0xc3, 0x28),
      Buffer.from(' b old c'),
      Buffer.of(0xe2, 0x82),
    ])
    const edits = [{ old_string: 'old', new_string: 'new', replace_all: false, subject: 'old_string' }]
    const after = Buffer.concat(contentOf(bad, editText(bad, kinds[0]!, edits).stretch))
    assert.equal(after.toString('latin1'), bad.toString('latin1').replace('old', 'new'))
    const half = Buffer.from('\ufeffa\ud83d old \ude00z\ud800', 'utf16le')
    const wide = Buffer.concat(contentOf(half, editText(half, kinds[2]!, edits).stretch))
    assert.equal(wide.toString('utf16le'), '\ufeffa\ud83d new \ude00z\ud800')
  })
})

function encodedBack(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf8') return bytes.toString()
  return (encoding === 'utf16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le')
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compactSnapshot } from './compact-snapshot.ts'
import { foldSameParts } from './same-parts.ts'
import { partOf } from './snapshot.ts'
import { changesBetween } from './snapshot-changes.ts'

const lines = (text: string): readonly string[] => text.trim().split('\n')

describe('a snapshot in fewer words', () => {
  it('leaves out boxes around one element, and puts addresses and plain cells on the line that holds them', () => {
    const given = lines(`
- generic [active] [ref=e1]:
  - navigation "Main" [ref=e2]:
    - list [ref=e3]:
      - listitem [ref=e4]:
        - link "Home" [ref=e5] [cursor=pointer]:
          - /url: /home
      - listitem [ref=e6]: plain
  - generic [ref=e7]:
    - generic [ref=e8]:
      - button "Go" [ref=e9] [cursor=pointer]
  - generic [ref=e10] [cursor=pointer]: click me
  - table [ref=e11]:
    - row "1000 sent" [ref=e12]:
      - cell "1000" [ref=e13]
      - cell "sent" [ref=e14]
    - row "1001 Open" [ref=e15]:
      - cell "1001" [ref=e16]
      - cell "Open" [ref=e17]:
        - button "Open" [ref=e18]`)
    assert.deepEqual(
      compactSnapshot(given),
      lines(`
- generic [ref=e1]:
 - navigation "Main" [ref=e2]:
  - list [ref=e3]:
   - link "Home" [ref=e5] /home
   - listitem [ref=e6]: plain
 - button "Go" [ref=e9]
 - generic [ref=e10] [cursor=pointer]: click me
 - table [ref=e11]:
  - row [ref=e12]: 1000 | sent
  - row "1001 Open" [ref=e15]:
   - cell "1001" [ref=e16]
   - cell "Open" [ref=e17]:
    - button "Open" [ref=e18]`),
    )
  })

  it('takes no more time for boxes in boxes than for the lines that they are', () => {
    const deep = Array.from({ length: 900 }, (_, at) => `${'  '.repeat(at)}- generic [ref=e${at}]:`)
    const wide = Array.from({ length: 20_000 }, (_, at) => `${'  '.repeat(900)}- text: row ${at}`)
    const started = performance.now()
    assert.ok(compactSnapshot([...deep, ...wide]).length > 20_000)
    assert.ok(performance.now() - started < 3000)
  })
})

describe('what changed between two snapshots', () => {
  const before = lines(`
- heading "Hello" [ref=e2]
- list [ref=e3]:
 - listitem [ref=e4]: one
- paragraph [ref=e5]: stays`)

  it('is shown below what holds it; what another of its kind replaced is not named as gone', () => {
    const after = lines(`
- heading "Bye" [ref=e9]
- list [ref=e3]:
 - listitem [ref=e4]: one
 - listitem [ref=e10]: two`)
    assert.deepEqual(changesBetween(before, after)?.lines, [
      '+ - heading "Bye" [ref=e9]',
      'in list [ref=e3]:',
      '+ - listitem [ref=e10]: two',
      'gone: paragraph [ref=e5]: stays',
    ])
    assert.deepEqual(changesBetween(before, before)?.lines, [])
  })

  it('is not told where the page itself is the shorter answer', () => {
    const other = Array.from({ length: 30 }, (_, at) => `- paragraph [ref=e${at}]: new ${at}`)
    assert.equal(changesBetween(before, other), undefined)
  })
})

describe('parts that the page before had', () => {
  const menu = (ref: number): readonly string[] => [
    `- navigation "Main" [ref=e${ref}]:`,
    ...['A', 'B', 'C', 'D'].map((name, at) => ` - link "${name}" [ref=e${ref + at + 1}] /${name}`),
  ]

  it('stand in one line each, with the ref that shows them', () => {
    const { lines: shown, left } = foldSameParts(
      [...menu(2), '- heading "One" [ref=e7]'],
      [...menu(5), '- heading "Two" [ref=e11]'],
    )
    assert.deepEqual(shown, [
      '- navigation "Main" [ref=e5]: (4 lines as before)',
      '- heading "Two" [ref=e11]',
    ])
    assert.equal(left, 4)
  })

  it('are shown where anything in them is different', () => {
    const other = menu(5).map((line) => line.replace('"C"', '"New"'))
    assert.deepEqual(foldSameParts(menu(2), other).lines, other)
  })
})

describe('a part of a snapshot', () => {
  const long = ['- main [ref=e1]:', ...Array.from({ length: 2000 }, (_, at) => ` - text: line ${at}`)]

  it('is bounded, says where to read on, and ends with the last line', () => {
    const first = partOf(long, {})
    const [, offset] = /read on with snapshot offset=(\d+)/.exec(first.note) ?? []
    assert.equal(Number(offset), first.lines.length)
    const last = partOf(long, { offset: 1990 })
    assert.equal(last.lines.at(-1), ' - text: line 1999')
    assert.match(last.note, /the last$/)
    assert.deepEqual(partOf(long, { offset: 5000 }).lines, ['(nothing)'])
  })

  it('cuts long lines, and shows one whole by its ref', () => {
    const [line] = partOf([`- paragraph [ref=e1]: ${'x'.repeat(2000)}`], {}).lines
    assert.ok((line?.length ?? 0) <= 501)
    const whole = partOf([`- paragraph [ref=e1]: ${'x'.repeat(2000)}`], { ref: 'e1' })
    assert.ok((whole.lines[0]?.length ?? 0) > 2000)
    assert.throws(() => partOf(long, { ref: 'e99' }), /no element "e99"/)
  })
})

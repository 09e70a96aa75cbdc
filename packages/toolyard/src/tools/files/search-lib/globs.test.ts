import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../../kernel/index.ts'
import { expandBraces } from './expand-braces.ts'
import { compileGlob } from './glob-matcher.ts'
import { readGlobs } from './glob-set.ts'

const refusal = (code: string) => (error: unknown) => error instanceof ToolyardError && error.code === code

describe('braces in globs', () => {
  it('stand for each of their alternatives, also inside each other', () => {
    assert.deepEqual(expandBraces('a{b,c{d,e},}f'), ['abf', 'acdf', 'acef', 'af'])
    assert.deepEqual(expandBraces('{a,b}{1,2}'), ['a1', 'a2', 'b1', 'b2'])
    assert.deepEqual(expandBraces('plain,text'), ['plain,text'])
  })

  it('are letters behind a backslash and in a class', () => {
    assert.deepEqual(expandBraces('\\{a,b\\}'), ['\\{a,b\\}'])
    assert.deepEqual(expandBraces('[{,}]x'), ['[{,}]x'])
  })

  it('are refused where they are not closed, or stand for more than a thousand', () => {
    for (const glob of ['{a', 'a}', '[a', '{a,{b}'])
      assert.throws(() => expandBraces(glob), refusal('invalid_arguments'), glob)
    assert.equal(expandBraces('{0,1,2,3,4,5,6,7,8,9}'.repeat(3)).length, 1000)
    assert.throws(() => expandBraces('{a,b}'.repeat(10)), refusal('invalid_arguments'))
    assert.throws(() => expandBraces('{a,b}'.repeat(150)), refusal('invalid_arguments'))
  })
})

describe('a glob', () => {
  const fits: readonly (readonly [glob: string, yes: readonly string[], no: readonly string[]])[] = [
    ['*.ts', ['a.ts', 'x/y/a.ts', '.ts'], ['a.tsx', 'a.ts/b']],
    ['**/*.ts', ['a.ts', 'x/y/a.ts'], ['a.js']],
    ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'y/src/a.ts']],
    ['src/**', ['src/a', 'src/x/y'], ['src', 'xsrc/a']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/a.js']],
    ['**/test/**/*.{js,ts}', ['test/a.js', 'x/test/y/a.ts'], ['x/tests/a.js']],
    ['[ab]?.md', ['a1.md', 'x/bé.md'], ['c1.md', 'a.md', 'a12.md']],
    ['[!a-c]x', ['dx'], ['ax', 'bx']],
    ['a[]]b', ['a]b'], ['ab']],
    ['\\*.txt', ['*.txt'], ['a.txt']],
    ['a*b*c', ['abc', 'aXbYc', 'abbbbc'], ['ab', 'acb']],
    ['?', ['😀', 'é'], ['ab']],
    ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/z/c'], ['a/c', 'a/b']],
  ]

  it('fits the paths that it should, and no others', () => {
    for (const [glob, yes, no] of fits) {
      const test = compileGlob(glob)
      for (const path of yes) assert.ok(test(path), `${glob} should fit ${path}`)
      for (const path of no) assert.ok(!test(path), `${glob} should not fit ${path}`)
    }
  })

  it('never takes long, however it is made', () => {
    const name = 'a'.repeat(255)
    const started = performance.now()
    assert.equal(compileGlob(`${'*a'.repeat(100)}b`)(name), false)
    assert.equal(
      compileGlob(`${'**/a*/'.repeat(50)}b`)(Array.from({ length: 200 }, () => name).join('/')),
      false,
    )
    assert.equal(compileGlob(`${'[a-z]*'.repeat(100)}!`)(name), false)
    assert.ok(performance.now() - started < 5000)
  })
})

describe('a text of globs', () => {
  it('takes away what follows an exclamation mark', () => {
    const { fits, wanted, unwanted } = readGlobs('*.ts,!*.d.ts, !test/**', '/w')
    assert.deepEqual([wanted, unwanted], [['*.ts'], ['*.d.ts', 'test/**']])
    assert.deepEqual(['a.ts', 'a.d.ts', 'test/b.ts', 'src/b.ts'].filter(fits), ['a.ts', 'src/b.ts'])
    assert.deepEqual(['a.ts', 'b.js'].filter(readGlobs('!*.ts', '/w').fits), ['b.js'])
    assert.deepEqual(readGlobs('{a,!b}.ts,c', '/w').wanted, ['{a,!b}.ts,c'])
  })

  it('is written relative to the folder, however it comes', () => {
    assert.deepEqual(readGlobs('./src/*.ts', '/w').wanted, ['src/*.ts'])
    assert.deepEqual(readGlobs('/w/src/*.ts', '/w').wanted, ['src/*.ts'])
    assert.deepEqual(readGlobs('src/', '/w').wanted, ['src/**'])
    assert.deepEqual(readGlobs('**/*', '/w').wanted, [])
  })

  it('never leads out', () => {
    for (const glob of ['../x', 'a/../../x', '/etc/*', '!../x'])
      assert.throws(() => readGlobs(glob, '/w'), refusal('outside_workspace'), glob)
    assert.throws(() => readGlobs('a\0b', '/w'), refusal('invalid_arguments'))
  })

  it('means hidden names where it names one', () => {
    assert.ok(readGlobs('.github/**/*.yml', '/w').namesHidden)
    assert.ok(readGlobs('**/.eslintrc*', '/w').namesHidden)
    assert.ok(!readGlobs('src/*.ts', '/w').namesHidden)
  })
})

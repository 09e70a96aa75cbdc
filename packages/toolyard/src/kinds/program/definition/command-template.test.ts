import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillCommand, parametersIn, spreads } from './command-template.ts'

describe('a command with places for parameters', () => {
  it('keeps every word one argument, whatever the value is', () => {
    const hostile = `a b; rm -rf / "$(id)" '\`x\`' \n * > out`
    assert.deepEqual(
      fillCommand(['grep', '--', '{pattern}', '--in={path}'], { pattern: hostile, path: hostile }),
      ['grep', '--', hostile, `--in=${hostile}`],
    )
    assert.deepEqual(fillCommand(['x', '{a}:{b}'], { a: '{b}', b: '$&' }), ['x', '{b}:$&'])
    assert.deepEqual(fillCommand(['x', '{a}'], { a: '' }), ['x', ''])
  })

  it('writes numbers and flags as they are, and everything else as JSON', () => {
    assert.deepEqual(
      fillCommand(['x', '{a}', '{b}', '{c}', '{d}'], { a: 1.5, b: true, c: { k: [1] }, d: ['p', 'q'] }),
      ['x', '1.5', 'true', '{"k":[1]}', '["p","q"]'],
    )
  })

  it('leaves out a word whose parameter is absent, with the flag before it', () => {
    const command = ['x', '-v', '--limit', '{limit}', '--depth={depth}', '-n', '{n}', '{path}']
    assert.deepEqual(fillCommand(command, { path: 'p' }), ['x', '-v', 'p'])
    assert.deepEqual(fillCommand(command, { limit: 3, n: null, path: 'p' }), ['x', '-v', '--limit', '3', 'p'])
    assert.deepEqual(fillCommand(['x', '--', '{a}'], {}), ['x', '--'])
    assert.deepEqual(fillCommand(['x', 'word', '{a}'], {}), ['x', 'word'])
    assert.deepEqual(fillCommand(['-x', '{a}'], {}), ['-x'])
  })

  it('makes one argument of each item where a list is asked for', () => {
    assert.deepEqual(fillCommand(['cat', '{paths...}'], { paths: ['a b', 'c'] }), ['cat', 'a b', 'c'])
    assert.deepEqual(fillCommand(['cat', '-f', '{paths...}'], { paths: [] }), ['cat'])
    assert.deepEqual(fillCommand(['cat', '{paths...}'], { paths: 'one' }), ['cat', 'one'])
    assert.equal(spreads('{paths...}'), true)
    assert.equal(spreads('{paths}'), false)
    assert.equal(spreads('--p={paths...}'), undefined)
  })

  it('lets no value become an option where the template has not put it behind "=" or "--"', () => {
    for (const [command, input] of [
      [['rm', '{path}'], { path: '-rf' }],
      [['head', '-n', '{count}'], { count: -5 }],
      [['cat', '{paths...}'], { paths: ['a', '-'] }],
      [['x', '{a}{b}'], { a: '', b: '--eval' }],
      [['x', '{a}', '--', '{b}'], { a: '-x', b: 'y' }],
    ] as const)
      assert.throws(
        () => fillCommand(command, input),
        /starts with "-", and the program would read it as an option/,
      )
    assert.deepEqual(fillCommand(['x', '--a={a}', '-n{a}', './{a}', '--', '{a}'], { a: '-y' }), [
      'x',
      '--a=-y',
      '-n-y',
      './-y',
      '--',
      '-y',
    ])
  })

  it('refuses a NUL, which no program could take', () => {
    assert.throws(() => fillCommand(['x', '--a={a}'], { a: 'b\0c' }), /a: there is a NUL character in it/)
  })

  it('takes no name from a prototype', () => {
    assert.deepEqual(fillCommand(['x', '{toString}', '{constructor}'], {}), ['x'])
  })

  it('leaves braces of other languages alone', () => {
    for (const word of ['{}', '{{name}}', '{{.Names}}', '{print $1}', 'a{1,3}'])
      assert.deepEqual(parametersIn(word), [], word)
    assert.deepEqual(parametersIn('--x={a.b}/{c-d}'), ['a.b', 'c-d'])
  })
})

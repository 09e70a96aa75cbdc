import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Linter } from './linter.ts'
import { linters } from './linters.ts'

const named = (name: string): Linter => {
  const found = linters.find((linter) => linter.name === name)
  assert.ok(found)
  return found
}

describe('the output of linters', () => {
  it('is read from ruff', () => {
    const output = JSON.stringify([
      {
        code: 'F401',
        filename: '/w/a.py',
        location: { row: 1, column: 8 },
        message: '`os` imported but unused',
      },
      {
        code: null,
        filename: '/w/b.py',
        location: { row: 2, column: 1 },
        message: 'SyntaxError: Expected )',
      },
    ])
    assert.deepEqual(named('ruff').parse(output), [
      {
        file: '/w/a.py',
        line: 1,
        column: 8,
        severity: 'warning',
        rule: 'F401',
        message: '`os` imported but unused',
      },
      {
        file: '/w/b.py',
        line: 2,
        column: 1,
        severity: 'error',
        rule: '',
        message: 'SyntaxError: Expected )',
      },
    ])
  })

  it('is read from tsc, whose messages may hold brackets and colons', () => {
    const output = "src/a (1).ts(3,7): error TS2322: Type '(a: b) => c' is not assignable.\n  Target: x\n"
    assert.deepEqual(named('tsc').parse(output), [
      {
        file: 'src/a (1).ts',
        line: 3,
        column: 7,
        severity: 'error',
        rule: 'TS2322',
        message: "Type '(a: b) => c' is not assignable.",
      },
    ])
    assert.deepEqual(named('tsc').parse(''), [])
  })

  it('is nothing where it is none of their own', () => {
    for (const { name, parse } of linters) assert.equal(parse('Oops! Something went wrong'), undefined, name)
  })

  it('has a place even where the linter names none', () => {
    const output = JSON.stringify({
      diagnostics: [{ message: 'm', severity: 'error', filename: 'a.js', labels: [] }],
    })
    assert.deepEqual(named('oxlint').parse(output), [
      { file: 'a.js', line: 1, column: 1, severity: 'error', rule: '', message: 'm' },
    ])
  })
})

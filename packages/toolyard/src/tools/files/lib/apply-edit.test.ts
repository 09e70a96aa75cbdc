import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../../kernel/index.ts'
import { applyEdit, type EditRequest, type MatchingStyle } from './apply-edit.ts'

function edit(content: string, old_string: string, new_string: string): [string, MatchingStyle] {
  return apply(content, { old_string, new_string, replace_all: false })
}

function editAll(content: string, old_string: string, new_string: string): [string, MatchingStyle] {
  return apply(content, { old_string, new_string, replace_all: true })
}

function apply(content: string, edits: EditRequest): [string, MatchingStyle] {
  const before = Buffer.from(content)
  const { start, end, insert, matching } = applyEdit(before, edits, 'old_string')
  return [Buffer.concat([before.subarray(0, start), insert, before.subarray(end)]).toString(), matching]
}

function failure(content: string, old_string: string): ToolyardError {
  try {
    edit(content, old_string, 'new')
  } catch (error) {
    if (ToolyardError.isInstance(error)) return error
    throw error
  }
  throw new Error('it was found')
}

describe('an exact replacement', () => {
  it('takes the new text as it is written', () => {
    for (const text of ['$&', '$1', '$$', '$`', "$'", '\\n', '\\1'])
      assert.deepEqual(edit('one two three', 'two', text), [`one ${text} three`, 'exact'])
  })

  it('finds lines whatever their breaks, and keeps the breaks line by line', () => {
    assert.deepEqual(edit('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz'), ['x\r\ny\r\nz\r\nc\r\n', 'exact'])
    assert.deepEqual(edit('a\nb\r\nc\n', 'a\nb\nc', 'x\ny\nz'), ['x\ny\r\nz\n', 'exact'])
    assert.deepEqual(edit('a\nb\n', 'a\r\nb', 'x\ny'), ['x\ny\n', 'exact'])
    assert.deepEqual(edit('one\r\ntwo\r\n', 'two', 'two\nthree'), ['one\r\ntwo\r\nthree\r\n', 'exact'])
    assert.deepEqual(edit('a\nb\n', 'a', 'x\r\ny'), ['x\ny\nb\n', 'exact'])
    assert.deepEqual(edit('a\nb\r\nc\r\n', 'b', 'x\r\ny\nz'), ['a\nx\r\ny\r\nz\r\nc\r\n', 'exact'])
    assert.deepEqual(edit('a', 'a', 'x\r\ny'), ['x\r\ny', 'exact'])
  })

  it('refuses lines that stand for code which was left out, unless the file has them', () => {
    const omissions = [
      '// ... rest of the code unchanged',
      '  # … existing imports …',
      '/* ...remaining methods... */',
      '(rest of methods ...)',
      '<!-- ... same as before ... -->',
      '{/* ... other props ... */}',
      '// …其余代码不变',
    ]
    for (const line of omissions) {
      assert.throws(() => edit('a\nb\n', 'a', `x\n${line}\ny`), { code: 'invalid_arguments' }, line)
      assert.equal(edit(`@\n${line}\n`, '@', `x\n${line}`)[0], `x\n${line}\n${line}\n`)
    }
    for (const line of [
      'f(...rest)',
      'const { a, ...other } = b',
      '// Waits for the rest.',
      '// and so on ...',
    ])
      assert.equal(edit('a\n', 'a', line)[0], `${line}\n`)
  })

  it('takes out and puts in whole lines at the ends of a file', () => {
    assert.deepEqual(edit('a\r\nb', 'a\n', ''), ['b', 'exact'])
    assert.deepEqual(edit('a\nb\n', '\nb', ''), ['a\n', 'exact'])
    assert.deepEqual(edit('a\r\n\r\nb', '\n\n', '\n'), ['a\r\nb', 'exact'])
  })

  it('replaces every occurrence where it is told to, and none inside what it put in', () => {
    assert.deepEqual(editAll('aXaXa', 'a', 'aa'), ['aaXaaXaa', 'exact'])
    assert.deepEqual(editAll('aaa', 'aa', 'b'), ['ba', 'exact'])
  })

  it('names every line of a text that is there several times, also where they overlap', () => {
    assert.match(failure('x\ny\nx\n\nx', 'x').message, /3 times, at lines 1, 3, 5/)
    assert.match(failure('}\n}\n}\n', '}\n}').message, /2 times, at lines 1, 2/)
    assert.match(failure('x\n'.repeat(5000), 'x').message, /at least 100 times/)
  })
})

describe('a replacement of lines with other indentation', () => {
  it('indents the new lines as the old ones are', () => {
    const file = 'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n'
    const [text, matching] = edit(
      file,
      'def f(self):\n    return 1',
      'def f(self, x):\n    if x:\n        return 2\n    return 1',
    )
    assert.equal(matching, 'indentation')
    assert.equal(
      text,
      'class A:\n    def f(self, x):\n        if x:\n            return 2\n        return 1\n\n    def g(self):\n        pass\n',
    )
  })

  it('takes indentation away where too much was sent', () => {
    const [text] = edit(
      'if a:\n  b()\nc()\n',
      '    if a:\n      b()',
      '    if a:\n      b()\n      d()\n    e()',
    )
    assert.equal(text, 'if a:\n  b()\n  d()\ne()\nc()\n')
  })

  it('translates spaces into tabs and tabs into spaces', () => {
    assert.equal(
      edit(
        'f {\n\tif x {\n\t\ty()\n\t}\n}\n',
        '    if x {\n        y()\n    }',
        '    if x {\n        y()\n        z()\n    }',
      )[0],
      'f {\n\tif x {\n\t\ty()\n\t\tz()\n\t}\n}\n',
    )
    assert.equal(
      edit('f {\n    y()\n}\n', '\ty()', '\tif x {\n\t\ty()\n\t}')[0],
      'f {\n    if x {\n        y()\n    }\n}\n',
    )
    assert.equal(
      edit('f {\n\ty()\n}\n', '  y() ', 'if x {\n    y()\n}')[0],
      'f {\n\tif x {\n\t\ty()\n\t}\n}\n'.replace('\tif', 'if').replace('\t}\n}', '}\n}'),
    )
  })

  it('widens two spaces to four', () => {
    assert.equal(
      edit(
        '  if (a) {\n      b\n  }\n'.replaceAll('  ', '    '),
        'if (a) {\n  b\n}',
        'if (a) {\n  b\n  c\n}',
      )[0],
      '    if (a) {\n            b\n            c\n    }\n',
    )
  })

  it('leaves blank lines blank and line breaks as they are', () => {
    const [text] = edit('x:\r\n    a\r\n  \r\n    b\r\n', 'a\n\nb', 'a\n\nc')
    assert.equal(text, 'x:\r\n    a\r\n\r\n    c\r\n')
  })

  it('does not take lines for the same whose depth differs', () => {
    assert.equal(failure('if a:\n    b\n    c\n', 'if a:\n    b\nc').code, 'no_match')
  })

  it('is refused where it fits several places', () => {
    assert.match(failure('  a = 1\n  b\n\n    a = 1\n    b\n', 'a = 1\nb').message, /2 times, at lines 1, 4/)
  })
})

describe('a replacement of text with typographic signs', () => {
  it('finds quotes, dashes and blanks, and keeps those that do not change', () => {
    const file = 'He said “don’t – ever” and left.\nIt’s ½ – “done”.\n'
    const [text, matching] = edit(file, `"don't - ever" and left`, `"don't - ever" and stayed`)
    assert.equal(matching, 'typography')
    assert.equal(text, 'He said “don’t – ever” and stayed.\nIt’s ½ – “done”.\n')
  })

  it('works the other way round, over line breaks, beside bad bytes', () => {
    const before = Buffer.concat([
      Buffer.of(0xff, 0xfe, 0xe2),
      Buffer.from('it\'s\r\n"so"\r\n'),
      Buffer.of(0x80),
    ])
    const { start, end, insert } = applyEdit(
      before,
      { old_string: 'it’s\n“so”', new_string: 'it’s\n“not”', replace_all: false },
      'old_string',
    )
    const after = Buffer.concat([before.subarray(0, start), insert, before.subarray(end)])
    const wanted = Buffer.concat([
      Buffer.of(0xff, 0xfe, 0xe2),
      Buffer.from('it\'s\r\n"not”\r\n'),
      Buffer.of(0x80),
    ])
    assert.equal(
      after.toString('hex'),
      wanted.toString('hex').replace(Buffer.from('”').toString('hex'), '22'),
    )
  })
})

describe('a replacement of text with other signs and other indentation', () => {
  it('is found last of all', () => {
    const [text, matching] = edit('f:\n    say(“a”)\n    go()\n', 'say("a")\ngo()', 'say("b")\ngo()')
    assert.deepEqual([text, matching], ['f:\n    say("b")\n    go()\n', 'both'])
  })
})

describe('a text that is not there', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `  const value${index} = compute(${index})`)

  it('is answered with the nearest place, its line and a diff', () => {
    const { code, message, hint } = failure(
      lines.join('\n'),
      'const value41 = compute(41)\nconst value42 = compute(99)',
    )
    assert.equal(code, 'no_match')
    assert.match(message, /nearest place is line 42 /)
    assert.match(message, /^-const value42 = compute\(99\)$/m)
    assert.match(message, /^\+ {2}const value42 = compute\(42\)$/m)
    assert.match(hint ?? '', /Read/)
  })

  it('is answered with a line that is only alike', () => {
    const { message } = failure(lines.join('\n'), 'const valeu137 = computed(137)')
    assert.match(message, /nearest place is line 138 /)
  })

  it('is answered without a place where nothing is alike', () => {
    assert.match(failure('alpha\nbeta\n', 'zzzzzzzzzzzz').message, /Nothing in the file is like it/)
    assert.match(failure('', 'x').message, /Nothing/)
  })

  it('is answered soon where the file is long, or of one line, or all alike', () => {
    const started = performance.now()
    failure('x = 1\n'.repeat(100_000), 'x = 1\ny = 2\nx = 1')
    failure('ab'.repeat(2_000_000), 'abab\nba')
    failure(`${'\n'.repeat(200_000)}a`, '\n\n\nb')
    failure('a\nb\n'.repeat(50_000), `${'a\nb\n'.repeat(5000)}b\n`)
    failure('a'.repeat(3_000_000), `${'a'.repeat(10_000)}“`)
    failure(`${' '.repeat(3_000_000)}x`, 'x\ny')
    editAll('a'.repeat(300_000), 'a', 'b\n')
    assert.ok(performance.now() - started < 10_000)
  })
})

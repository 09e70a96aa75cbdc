/**
 * Edits whose old text has not the file's indentation, as models send them.
 *
 * @module
 */
export type EditRow = readonly [
  title: string,
  file: string | undefined,
  old: string,
  fresh: string,
  after: string,
]

const python = 'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n'
const inPython = (body: string): string => `class A:\n${body}\n\n    def g(self):\n        pass\n`
const go = 'func f() {\n\tif x {\n\t\ty()\n\t}\n}\n'

/** Neither the old text nor the new one has the file's indentation: it is added. */
export const relativeIndentation: readonly EditRow[] = [
  [
    'indents lines that were sent without',
    python,
    'def f(self):\n    return 1',
    'def f(self, x):\n    if x:\n        return 2\n    return 1',
    inPython('    def f(self, x):\n        if x:\n            return 2\n        return 1'),
  ],
  [
    'wraps lines that were sent without',
    'f:\n    a()\n    b()\n',
    'a()\nb()',
    'if x:\n    a()\n    b()',
    'f:\n    if x:\n        a()\n        b()\n',
  ],
  [
    'takes away indentation that is too much',
    'if a:\n  b()\nc()\n',
    '    if a:\n      b()',
    '    if a:\n      d()',
    'if a:\n  d()\nc()\n',
  ],
  [
    'turns spaces into tabs',
    go,
    '    if x {\n        y()\n    }',
    '    if x {\n        y()\n        z()\n    }',
    'func f() {\n\tif x {\n\t\ty()\n\t\tz()\n\t}\n}\n',
  ],
  [
    'turns tabs into spaces',
    'f {\n    y()\n}\n',
    '\ty()',
    '\tif x {\n\t\ty()\n\t}',
    'f {\n    if x {\n        y()\n    }\n}\n',
  ],
  [
    'turns two spaces into four',
    'if a:\n    b()\n    c()\n',
    'if a:\n  b()\n  c()',
    'if a:\n  if d:\n    b()\n  c()',
    'if a:\n    if d:\n        b()\n    c()\n',
  ],
  ['leaves blank lines blank', 'f:\n    a\n\n    b\n', 'a\n\nb', 'a\n\nc', 'f:\n    a\n\n    c\n'],
  [
    'indents lines that begin deeper than they end',
    'x\n        a\n    else:\n        b\n',
    '    a\nelse:',
    '    c\nelse:',
    'x\n        c\n    else:\n        b\n',
  ],
  [
    'indents deeper lines only',
    'x\n        a\n    else:\n        b\n',
    '    a\nelse:',
    '    c\n    d',
    'x\n        c\n        d\n        b\n',
  ],
  [
    'indents by more where only that can be meant',
    'f:\n    a\n    b\n',
    'a\nb',
    '    a\n    b',
    'f:\n        a\n        b\n',
  ],
]

/** The new text has the file's indentation, though the old one has not: nothing is added. */
export const ownIndentation: readonly EditRow[] = [
  [
    'adds nothing to a line that has its indentation',
    'f:\n    foo()\n',
    'foo()',
    '    bar()',
    'f:\n    bar()\n',
  ],
  ['adds nothing to a tab that is there', 'f {\n\tfoo()\n}\n', 'foo()', '\tbar()', 'f {\n\tbar()\n}\n'],
  [
    'adds nothing where a line is wrapped',
    'f:\n    foo()\n',
    'foo()',
    '    if x:\n        foo()',
    'f:\n    if x:\n        foo()\n',
  ],
  ['adds nothing at the start of the file', '  a: 1\n  b: 2\n', 'a: 1', '  a: 3', '  a: 3\n  b: 2\n'],
  [
    'adds nothing to lines that have their indentation',
    python,
    'def f(self):\n    return 1',
    '    def f(self, x):\n        return 2',
    inPython('    def f(self, x):\n        return 2'),
  ],
  [
    'adds nothing where only the first line was sent without',
    python,
    'def f(self):\n        return 1',
    '    def f(self, x):\n        return 2',
    inPython('    def f(self, x):\n        return 2'),
  ],
  [
    'adds the first line’s alone where both were sent without it',
    python,
    'def f(self): \n        return 1',
    'def f(self, x):\n        return 2\n    # end',
    inPython('    def f(self, x):\n        return 2\n    # end'),
  ],
  [
    'adds the first line’s alone after a blank one',
    python,
    'def f(self): \n        return 1',
    '\ndef f(self, x):\n        return 2',
    inPython('\n    def f(self, x):\n        return 2'),
  ],
  [
    'adds nothing to deeper lines',
    'f:\n    a()\n    b()\n',
    'a()\nb()',
    '    if x:\n        a()\n    b()',
    'f:\n    if x:\n        a()\n    b()\n',
  ],
  [
    'adds nothing to what stays of a block',
    'f:\n    if x:\n        a()\n',
    'if x:\n    a()',
    '    a()',
    'f:\n    a()\n',
  ],
  [
    'takes nothing away where too much was sent',
    'f:\n    a()\n    b()\n',
    '        a()\n        b()',
    '    c()\n    d()',
    'f:\n    c()\n    d()\n',
  ],
  ['takes nothing away at the top', 'foo:\n  x\nend\n', '    foo:\n      x', 'bar:\n  y', 'bar:\n  y\nend\n'],
  [
    'takes tabs for the file’s where spaces were sent',
    go,
    '    if x {\n        y()\n    }',
    '\tif x {\n\t\tz()\n\t}',
    'func f() {\n\tif x {\n\t\tz()\n\t}\n}\n',
  ],
  [
    'takes spaces for the file’s where tabs were sent',
    'f {\n    y()\n    z()\n}\n',
    '\ty()\n\tz()',
    '    if x {\n        y()\n    }',
    'f {\n    if x {\n        y()\n    }\n}\n',
  ],
  [
    'takes tabs for the file’s beside spaces',
    'f {\n\ta()\n\tb()\n}\n',
    '    a()\n    b()',
    '    a()\n\tc()',
    'f {\n\ta()\n\tc()\n}\n',
  ],
  [
    'adds nothing where tabs were left out',
    go,
    'if x {\n\ty()\n}',
    '\tif x {\n\t\tz()\n\t}',
    'func f() {\n\tif x {\n\t\tz()\n\t}\n}\n',
  ],
  [
    'adds nothing where the file’s steps are wider',
    'if a:\n    b()\n    c()\n',
    'if a:\n  b()\n  c()',
    'if a:\n    d()',
    'if a:\n    d()\n',
  ],
  [
    'adds nothing where the file’s steps are narrower',
    'if a:\n  b()\n  c()\n',
    'if a:\n    b()\n    c()',
    'if a:\n  if d:\n    b()',
    'if a:\n  if d:\n    b()\n',
  ],
  ['passes over blank lines', 'f:\n    a\n\n    b\n', 'a\n\nb', '    c\n\n\n    d', 'f:\n    c\n\n\n    d\n'],
  [
    'passes over lines of blanks',
    'f:\n    a\n  \n    b\n',
    'a\n\nb',
    '\n    c\n    \n    d',
    'f:\n\n    c\n\n    d\n',
  ],
  [
    'keeps a mixed indentation',
    'f {\n\t  a()\n\t  b()\n}\n',
    'a()\nb()',
    '\t  c()\n\t    d()',
    'f {\n\t  c()\n\t    d()\n}\n',
  ],
  [
    'adds nothing where the last line break was sent too',
    'f:\n    a\n    b\n',
    'a\nb\n',
    '    c\n',
    'f:\n    c\n',
  ],
]

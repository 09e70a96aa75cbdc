/**
 * What models send to edit tools, and what has to become of the file: cases of our own, of the kinds that coding agents test
 * themselves with (aider, cline, codex, opencode). One table for the test of `edit_file` and for the suite.
 *
 * @module
 */
import { ownIndentation, relativeIndentation, type EditRow } from './edit-indentation.ts'

export type EditKind = 'exact text' | 'line endings' | 'indentation' | 'signs' | 'new files' | 'refusals'

export interface EditCase {
  readonly kind: EditKind
  /** Ends the sentence "edit_file …". */
  readonly title: string
  /** `undefined`: there is no file. */
  readonly file: string | undefined
  readonly old: string
  readonly fresh: string
  readonly all?: boolean
  /** The file afterwards, or the code of the error, with which the file stays as it was. */
  readonly after: string | { readonly refused: string }
}

const rows = (kind: EditKind, table: readonly EditRow[], all = false): EditCase[] =>
  table.map(([title, file, old, fresh, after]) => ({ kind, title, file, old, fresh, all, after }))
const refusals = (table: readonly (readonly [string, string, string, string, string?])[]): EditCase[] =>
  table.map(([title, file, old, fresh, code = 'no_match']) => ({
    kind: 'refusals',
    title,
    file,
    old,
    fresh,
    after: { refused: code },
  }))

const exact = [
  ...rows('exact text', [
    ['replaces one word of a line', 'a b c\n', 'b', 'x', 'a x c\n'],
    ['replaces a line', 'a\nb\nc\n', 'b\n', 'x\n', 'a\nx\nc\n'],
    ['deletes a line', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
    ['takes out the last line', 'a\nb', '\nb', '', 'a'],
    ['puts in dollar signs as they are', 'cost\n', 'cost', "$& $1 $$ $` $'", "$& $1 $$ $` $'\n"],
    ['puts in backslashes as they are', 'x\n', 'x', '\\n\\t\\1', '\\n\\t\\1\n'],
    ['takes regular expressions for text', 'a.*b [c]\n', 'a.*b [c]', 'd', 'd\n'],
    ['prefers the exact place to one that is like it', '  x = 1\nx = 1;\n', 'x = 1;', 'y', '  x = 1\ny\n'],
    ['adds lines after one', 'a\nc\n', 'a\n', 'a\nb\n', 'a\nb\nc\n'],
    ['adds a line at the end of a file without a line break', 'a\nb', 'b', 'b\nc', 'a\nb\nc'],
    ['replaces letters of any script', 'naïve 日本 👍\n', '日本 👍', 'ok', 'naïve ok\n'],
    ['indents a line by more', '  a\n', '  a', '    a', '    a\n'],
    ['indents text that was sent from its first letter', '  a\n', 'a', '  a', '    a\n'],
  ]),
  ...rows('exact text', [['replaces every occurrence', 'a b a\na\n', 'a', 'x', 'x b x\nx\n']], true),
]

const lineEndings = rows('line endings', [
  ['keeps CRLF', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
  ['keeps LF where CRLF is sent', 'a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
  ['keeps LF where only the new text has CRLF', 'a\nb\n', 'a', 'x\r\ny', 'x\ny\nb\n'],
  ['follows the place in a mixed file', 'a\nb\r\nc\r\n', 'b', 'x\ny', 'a\nx\r\ny\r\nc\r\n'],
  ['keeps each break of a mixed file', 'a\nb\r\nc\n', 'a\nb\nc', 'x\ny\nz', 'x\ny\r\nz\n'],
  ['adds no line break at the end', 'a\r\nb', 'b', 'c', 'a\r\nc'],
  [
    'keeps CRLF where the indentation differs',
    'x:\r\n    a\r\n    b\r\n',
    'a\nb',
    'c\nd',
    'x:\r\n    c\r\n    d\r\n',
  ],
  [
    'keeps CRLF where the new lines have their indentation',
    'x:\r\n    a\r\n    b\r\n',
    'a\nb',
    '    c\n      d',
    'x:\r\n    c\r\n      d\r\n',
  ],
])

const signs = rows('signs', [
  ['finds typographic quotes', 'say “a”\n', 'say "a"', 'say "b"', 'say “b”\n'],
  ['finds plain quotes', "it's\n", 'it’s', 'it’s so', "it's so\n"],
  ['finds dashes', 'a – b\n', 'a - b', 'a - c', 'a – c\n'],
  ['finds no-break spaces', 'a\u00a0b\n', 'a b', 'a c', 'a\u00a0c\n'],
  [
    'finds quotes with other indentation',
    'f:\n    say(“a”)\n    go()\n',
    'say("a")\ngo()',
    'say("b")\ngo()',
    'f:\n    say("b")\n    go()\n',
  ],
  [
    'adds no indentation to quotes that have it',
    'f:\n    say(“a”)\n    go()\n',
    'say("a")\ngo()',
    '    say("b")\n    go()',
    'f:\n    say("b")\n    go()\n',
  ],
  [
    'adds no indentation to a quote that has it',
    'f:\n    say(“a”)\n',
    'say("a")',
    '    tell("a")',
    'f:\n    tell(“a”)\n',
  ],
])

const files = rows('new files', [
  ['writes a file that is not there', undefined, '', 'a\n', 'a\n'],
  ['fills an empty file', '', '', 'a\r\nb', 'a\r\nb'],
])

const refused = refusals([
  ['refuses a text that is not there', 'a\n', 'b', 'c'],
  ['refuses a text that is there twice', 'a\na\n', 'a', 'b'],
  ['refuses lines that fit two places', '  a = 1\n  b\n\n    a = 1\n    b\n', 'a = 1\nb', 'c\nd'],
  ['refuses lines whose depth differs', 'if a:\n    b\n    c\n', 'if a:\n    b\nc', 'x'],
  ['refuses a change of nothing', 'a\n', 'a', 'a', 'invalid_arguments'],
  ['refuses an empty old text of a full file', 'a\n', '', 'b', 'invalid_arguments'],
  [
    'refuses a remark for code that is left out',
    'a\nb\n',
    'a',
    '// ... rest of code unchanged',
    'invalid_arguments',
  ],
  ['refuses a remark in brackets', 'a\nb\n', 'a', 'x\n(rest of methods ...)', 'invalid_arguments'],
])

export const editCases: readonly EditCase[] = [
  ...exact,
  ...lineEndings,
  ...rows('indentation', [...relativeIndentation, ...ownIndentation]),
  ...rows(
    'indentation',
    [['adds nothing at each of several places', '  a\n  b\n  a\n', 'a', '  c', '  c\n  b\n  c\n']],
    true,
  ),
  ...signs,
  ...files,
  ...refused,
]

/** What `edit_file` makes of a case, to be compared with `after`. */
export type EditRun = (edit: {
  readonly file: string | undefined
  readonly input: { readonly old_string: string; readonly new_string: string; readonly replace_all: boolean }
}) => Promise<{ readonly file: string | undefined; readonly code: string | undefined }>

/** Nothing where the case ends as it has to; else what was wrong. */
export async function failureOf(one: EditCase, run: EditRun): Promise<string | undefined> {
  const input = { old_string: one.old, new_string: one.fresh, replace_all: one.all ?? false }
  const { file, code } = await run({ file: one.file, input })
  const wanted =
    typeof one.after === 'string' ? { file: one.after } : { file: one.file, code: one.after.refused }
  if (file === wanted.file && code === wanted.code) return undefined
  return `${one.title}: ${JSON.stringify({ file, code })} instead of ${JSON.stringify(wanted)}`
}

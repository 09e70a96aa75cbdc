/**
 * Whether the edits of a rename are a rename: a name for a name, and nothing else.
 *
 * A language server may be a program of the workspace. What a person agreed to is a rename, so that is all it can do: other
 * text, in whichever file, is refused with the place where it would stand.
 *
 * @module
 */
import { LineIndex, type TextEdit } from './servers/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'

export interface EditedFile {
  readonly path: string
  readonly text: string
  readonly edits: readonly TextEdit[]
}

export interface RenamedName {
  readonly name: string
  /** The same with its hyphens, as style sheets write it. */
  readonly written: string
  readonly newName: string
}

/** What may stand around a name and still be it: quotes, `r#name`, `#name`, `~Name`, `@name`. */
const trimmings = /^(?:r#|[#~@'"`])*|['"`]*$/g
/** Between a name that is kept and the new one: `one: two`, `one as two`. */
const between = /[ \t]*:[ \t]*|[ \t]+as[ \t]+/
/** C# writes `new { one = two }`; elsewhere that would assign. */
const betweenWithEquals = /[ \t]*[:=][ \t]*|[ \t]+as[ \t]+/

/** Names of style sheets have hyphens. */
const hyphenated = /\.(?:css|scss|sass|less|html?)$/i
/** Languages in which `$` before a name is no part of it. */
const dollarMarked = /\.(?:sh|bash|zsh|ksh|php|p[lm]|ps1|scss|sass)$/i

const mostCharacters = 500

/** Throws if one of the edits of a file is something else. */
export function checkEdits({ path, text, edits }: EditedFile, renamed: RenamedName): void {
  const lines = new LineIndex(text)
  for (const { range, newText } of edits) {
    const edit = { path, text, from: lines.offset(range.start), to: lines.offset(range.end), newText }
    if (isRename(edit, renamed)) continue
    const shown = visibleText(newText.slice(0, 80))
    throw new ToolyardError(
      'tool_failed',
      `the language server would write ${JSON.stringify(shown)} into "${path}", line ${range.start.line + 1}, which is no rename`,
      { hint: 'Nothing was changed. Make the change with edit_file.' },
    )
  }
}

interface LspEdit {
  readonly path: string
  readonly text: string
  readonly from: number
  readonly to: number
  readonly newText: string
}

/** The whole of this name, and no other, becomes the new name; the old one may stay beside it. */
function isRename(
  { path, text, from, to, newText }: LspEdit,
  { name, written, newName }: RenamedName,
): boolean {
  const replaced = text.slice(from, to)
  if (replaced.length > mostCharacters || newText.length > mostCharacters) return false
  const old = bare(replaced)
  if (old === '' || (old !== name && !(hyphenated.test(path) && old === written))) return false
  if (isPartOfName({ path, text, from, to })) return false
  const isNew = (word: string): boolean => newForms({ path, replaced, newName }).includes(word)
  if (isNew(newText)) return true
  const words = newText.split(/\.cs$/i.test(path) ? betweenWithEquals : between)
  const [first = '', second = ''] = words
  const isOld = (word: string): boolean => word === replaced || word === old
  return words.length === 2 && ((isOld(first) && isNew(second)) || (isNew(first) && isOld(second)))
}

/** The new name as it was asked for, or with what stands around the old one. */
function newForms({
  path,
  replaced,
  newName,
}: Pick<RenamedName, 'newName'> & { readonly path: string; readonly replaced: string }): string[] {
  const plain = bare(newName)
  const inPlace = replaced.replace(bare(replaced), () => plain)
  return [newName, plain, inPlace, ...(path.endsWith('.rs') ? [`r#${plain}`] : [])]
}

/** Whether the name goes on before or after the text that is replaced. */
function isPartOfName({ path, text, from, to }: Omit<LspEdit, 'newText'>): boolean {
  const [before] = /.?$/su.exec(text.slice(Math.max(0, from - 2), from)) ?? ['']
  const [after] = /^.?/su.exec(text.slice(to, to + 2)) ?? ['']
  const goesOn = hyphenated.test(path) ? /[\p{ID_Continue}$-]/u : /[\p{ID_Continue}$]/u
  if (goesOn.test(after)) return true
  return goesOn.test(before) && !(before === '$' && dollarMarked.test(path))
}

function bare(word: string): string {
  return word.replaceAll(trimmings, '')
}

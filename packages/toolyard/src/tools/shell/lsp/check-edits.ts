/**
 * Whether the edits of a rename are a rename: a name for a name, and nothing else.
 *
 * A language server may be a program of the workspace. What a person agreed to is a rename, so that is all it can do: other
 * text, in whichever file, is refused with the place where it would stand.
 *
 * @module
 */
import type { TextEdit } from '../../../host/index.ts'
import { LineIndex } from '../../../host/lsp/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'

export interface EditedFile {
  readonly path: string
  readonly text: string
  readonly edits: readonly TextEdit[]
}

export interface RenamedName {
  readonly name: string
  readonly newName: string
}

/** One name, as code, quotes and style sheets write it. */
const nameLike = /^[\p{ID_Continue}$#~@'"`-]+$/u
/** What may stand around a name and still be it: quotes, `r#name`, `#name`, `~Name`, `@name`. */
const trimmings = /^(?:r#|[#~@'"`])*|['"`]*$/g
/** Between a name that is kept and the new one: `one: two`, `one as two`, `one=two`. */
const between = /[ \t]*[:=][ \t]*|[ \t]+as[ \t]+/
const mostCharacters = 500

/** Throws where one of the edits of a file is something else. */
export function checkEdits({ path, text, edits }: EditedFile, renamed: RenamedName): void {
  const lines = new LineIndex(text)
  for (const { range, newText } of edits) {
    const replaced = text.slice(lines.offset(range.start), lines.offset(range.end))
    if (isRename(replaced, newText, renamed)) continue
    const shown = visibleText(newText.slice(0, 80))
    throw new ToolyardError(
      'tool_failed',
      `the language server would write ${JSON.stringify(shown)} into "${path}", line ${range.start.line + 1}, which is no rename`,
      { hint: 'Nothing was changed. Make the change with edit_file.' },
    )
  }
}

function isRename(replaced: string, newText: string, { name, newName }: RenamedName): boolean {
  if (replaced.length > mostCharacters || newText.length > mostCharacters) return false
  const words = newText.split(between).map(bare)
  const kept = words.filter((word) => word !== bare(newName))
  return (
    nameLike.test(replaced) &&
    replaced.includes(name) &&
    words.length <= 2 &&
    kept.length < words.length &&
    kept.every((word) => word === bare(replaced))
  )
}

function bare(word: string): string {
  return word.replaceAll(trimmings, '')
}

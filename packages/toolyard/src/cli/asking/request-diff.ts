/** What a call that waits would change in texts, for a terminal. */
import type { Inbox } from '../../runtime/index.ts'
import { type LineOfDiff, requestDiff } from '../../serve/views/index.ts'
import type { InboxItem } from '../../store/index.ts'
import { framed } from '../terminal/framed-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const usualColumns = 80

/** Undefined if the call is no edit. Every row stands behind a bar, as all that others wrote. */
export async function diffOf(
  item: Pick<InboxItem, 'kind' | 'bytes'>,
  inbox: Pick<Inbox, 'words'>,
  { style, columns = usualColumns }: Pick<Terminal, 'style' | 'columns'>,
): Promise<string | undefined> {
  const parts = await requestDiff(item)
  if (parts.length === 0) return undefined
  const rowsOf = (text: string): readonly string[] => framed(inbox.words(text), { columns }).rows
  const rows = parts.flatMap(({ title, lines, hidden, tooLarge }) => [
    ...rowsOf(title).map((row) => style('bold', row)),
    ...lines.flatMap((line) => rowsOf(lineText(line)).map((row) => styled(line, row, style))),
    ...(hidden > 0 ? [style('dim', `  … ${hidden} more lines of changes`)] : []),
    ...(tooLarge ? [style('dim', '  too long, or too different, to be shown line by line')] : []),
    ...(lines.length === 0 && hidden === 0 && !tooLarge ? [style('dim', '  nothing changes')] : []),
  ])
  return rows.join('\n')
}

function lineText({ mark, text }: LineOfDiff): string {
  return `${mark} ${text}`
}

function styled({ mark }: LineOfDiff, row: string, style: Terminal['style']): string {
  if (mark === ' ') return row
  return style(mark === '+' ? 'green' : mark === '-' ? 'red' : 'dim', row)
}

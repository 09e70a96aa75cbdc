/** What a call that waits would change in texts, for a terminal. */
import { visibleText } from '../kernel/index.ts'
import { type DiffLine, requestDiff } from '../serve/views/index.ts'
import type { InboxItem } from '../store/index.ts'
import type { Terminal } from './terminal.ts'

/** More are not shown. */
const mostLines = 200

/** Nothing where the call is no edit. */
export async function diffOf(item: InboxItem, { style }: Terminal): Promise<string | undefined> {
  const parts = await requestDiff(item)
  if (parts.length === 0) return undefined
  const lines = parts.flatMap(({ title, lines: changed }) => [
    style('bold', visibleText(title)),
    ...changed.slice(0, mostLines).map((line) => lineText(line, style)),
    ...(changed.length > mostLines ? [style('dim', `… ${changed.length - mostLines} more lines`)] : []),
    ...(changed.length === 0 ? [style('dim', 'nothing changes')] : []),
  ])
  return lines.join('\n')
}

function lineText({ mark, text }: DiffLine, style: Terminal['style']): string {
  const line = `${mark} ${visibleText(text)}`.trimEnd()
  if (mark === ' ') return line
  return style(mark === '+' ? 'green' : mark === '-' ? 'red' : 'dim', line)
}

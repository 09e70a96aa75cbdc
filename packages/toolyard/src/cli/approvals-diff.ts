/**
 * What a call that waits would change in texts, where its arguments say so: the lines that go and the lines that come.
 *
 * Reads `old_string` and `new_string`, a list of those in `edits`, or `content` for a `path`, which is held against the file as
 * it is now. A help to read by; what was approved is the request itself.
 *
 * @module
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { isPlainObject, visibleText } from '../kernel/index.ts'
import type { InboxItem } from '../store/index.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import type { Terminal } from './terminal.ts'

/** A longer file is not read, and more lines are not shown. */
const mostBytes = 1_000_000
const mostLines = 200

/** Nothing where the call is no edit. */
export async function diffOf(item: InboxItem, { style }: Terminal): Promise<string | undefined> {
  if (item.kind !== 'approval') return undefined
  const { arguments: input, cwd } = JSON.parse(item.bytes) as { arguments: unknown; cwd: unknown }
  if (!isPlainObject(input)) return undefined
  const parts = await partsOf(input, String(cwd))
  if (parts.length === 0) return undefined
  const lines = parts.flatMap(({ title, lines: changed }) => [
    style('bold', visibleText(title)),
    ...changed.slice(0, mostLines).map((line) => lineText(line, style)),
    ...(changed.length > mostLines ? [style('dim', `… ${changed.length - mostLines} more lines`)] : []),
    ...(changed.length === 0 ? [style('dim', 'nothing changes')] : []),
  ])
  return lines.join('\n')
}

interface DiffPart {
  readonly title: string
  readonly lines: readonly DiffLine[]
}

async function partsOf(input: Record<string, unknown>, cwd: string): Promise<DiffPart[]> {
  const path = [input['path'], input['file_path']].find((value) => typeof value === 'string')
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isPlainObject) : [input]
  const replaced = edits.flatMap((edit, index): DiffPart[] => {
    const [old, now] = [textIn(edit, ['old_string', 'oldText']), textIn(edit, ['new_string', 'newText'])]
    if (old === undefined || now === undefined) return []
    const where = textIn(edit, ['path', 'file_path']) ?? path ?? 'the text'
    const number = edits.length > 1 ? `, edit ${index + 1} of ${edits.length}` : ''
    return [{ title: `${where}${number}`, lines: lineDiff(old, now) }]
  })
  if (replaced.length > 0) return replaced
  const content = textIn(input, ['content', 'file_text'])
  if (content === undefined || path === undefined) return []
  const before = await contentOf(path, cwd)
  const title =
    before === undefined
      ? `${path} (new, or not to be read from here)`
      : `${path}, against the file as it is now`
  return [{ title, lines: lineDiff(before ?? '', content) }]
}

function textIn(input: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value) => typeof value === 'string')
}

/** A file of the folder that the call would work in; nothing else is opened. */
async function contentOf(path: string, cwd: string): Promise<string | undefined> {
  try {
    const file = await realpath(resolve(cwd, path))
    const facts = await stat(file)
    if (!file.startsWith((await realpath(cwd)) + sep) || !facts.isFile() || facts.size > mostBytes)
      return undefined
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

function lineText({ mark, text }: DiffLine, style: Terminal['style']): string {
  const line = `${mark} ${visibleText(text)}`.trimEnd()
  if (mark === ' ') return line
  return style(mark === '+' ? 'green' : mark === '-' ? 'red' : 'dim', line)
}

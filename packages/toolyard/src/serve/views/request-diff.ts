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
import { isSensitivePath } from '../../host/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import type { InboxItem } from '../../store/index.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'

export interface DiffPart {
  /** Which file, and which edit of it. */
  readonly title: string
  readonly lines: readonly DiffLine[]
}

/** A longer file is not read. */
const mostBytes = 1_000_000

/** Nothing where the call is no edit. */
export async function requestDiff(item: InboxItem): Promise<readonly DiffPart[]> {
  if (item.kind !== 'approval') return []
  const { arguments: input, cwd } = JSON.parse(item.bytes) as { arguments: unknown; cwd: unknown }
  return isPlainObject(input) ? partsOf(input, String(cwd)) : []
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

/** A file of the folder that the call would work in, and none that may hold secrets; nothing else is opened. */
async function contentOf(path: string, cwd: string): Promise<string | undefined> {
  try {
    const [file, folder] = [await realpath(resolve(cwd, path)), await realpath(cwd)]
    if (!file.startsWith(folder + sep) || isSensitivePath(file.slice(folder.length + 1))) return undefined
    const facts = await stat(file)
    return facts.isFile() && facts.size <= mostBytes ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/**
 * What a call that waits would change in texts, if its arguments say so: the lines that go and the lines that come.
 *
 * Reads `old_string` and `new_string`, a list of those in `edits`, or `content` for a `path`: all are held against the file as
 * it is now, if it can be read. A help to read by; what was approved is the request itself.
 *
 * @module
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { isSensitivePath } from '../../host/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import type { InboxItem } from '../../store/index.ts'
import { type DiffBudget, diffBudget, lineDiff, type TextDiff } from './line-diff.ts'

export interface RequestDiffPart extends TextDiff {
  /** Which file, and which edit of it. */
  readonly title: string
}

/** A longer file is not read; of a title no more is shown, and no more edits are. */
const mostBytes = 200_000
const mostTitle = 300
const mostParts = 50

/** Undefined if the call is no edit. For one request at a time: what it costs is bounded, a list of them is not. */
export async function requestDiff(
  item: Pick<InboxItem, 'kind' | 'bytes'>,
): Promise<readonly RequestDiffPart[]> {
  if (item.kind !== 'approval') return []
  const { arguments: input, cwd } = JSON.parse(item.bytes) as { arguments: unknown; cwd: unknown }
  const parts = isPlainObject(input) ? await partsOf(input, String(cwd), diffBudget()) : []
  const shown = parts.slice(0, mostParts).map((part) => ({ ...part, title: titleOf(part.title) }))
  if (parts.length <= mostParts) return shown
  return [...shown, { title: `${parts.length - mostParts} more edits`, lines: [], hidden: 0, tooLarge: true }]
}

async function partsOf(
  input: Record<string, unknown>,
  cwd: string,
  budget: DiffBudget,
): Promise<readonly RequestDiffPart[]> {
  const path = [input['path'], input['file_path']].find((value) => typeof value === 'string')
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isPlainObject) : [input]
  const replaced: RequestDiffPart[] = []
  for (const [index, edit] of edits.entries()) {
    const [old, now] = [textIn(edit, ['old_string', 'oldText']), textIn(edit, ['new_string', 'newText'])]
    if (old === undefined || now === undefined) continue
    const where = textIn(edit, ['path', 'file_path']) ?? path
    const number = edits.length > 1 ? `, edit ${index + 1} of ${edits.length}` : ''
    const isShown = replaced.length < mostParts
    const inPlace = isShown && where !== undefined && placed(await contentOf(where, cwd), old, now)
    const diff = isShown ? lineDiff(...(inPlace || ([old, now] as const)), budget) : notShown
    replaced.push({ title: `${where ?? 'the text'}${number}`, ...diff })
  }
  if (replaced.length > 0) return replaced
  const content = textIn(input, ['content', 'file_text'])
  if (content === undefined || path === undefined) return []
  const before = await contentOf(path, cwd)
  if (typeof before === 'number')
    return [{ title: `${path}, which has ${before} bytes now and would be written anew`, ...notShown }]
  const title =
    before === undefined
      ? `${path} (new, or not to be read from here)`
      : `${path}, against the file as it is now`
  return [{ title, ...lineDiff(before ?? '', content, budget) }]
}

const notShown: TextDiff = { lines: [], hidden: 0, tooLarge: true }

/** The file before and after, if the text to replace stands in it once: what is around it is seen too. */
function placed(
  content: string | number | undefined,
  old: string,
  now: string,
): [string, string] | undefined {
  if (typeof content !== 'string' || old === '') return undefined
  const at = content.indexOf(old)
  if (at < 0 || content.includes(old, at + 1)) return undefined
  return [content, content.slice(0, at) + now + content.slice(at + old.length)]
}

function titleOf(title: string): string {
  const rest = title.length - mostTitle
  return rest <= 0 ? title : `${title.slice(0, mostTitle)}… (${rest} more characters)`
}

function textIn(input: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value) => typeof value === 'string')
}

/** A file of the folder that the call would work in, and none that may hold secrets; nothing else is opened. Of a long one its size. */
async function contentOf(path: string, cwd: string): Promise<string | number | undefined> {
  try {
    const [file, folder] = [await realpath(resolve(cwd, path)), await realpath(cwd)]
    if (!file.startsWith(folder + sep) || isSensitivePath(file.slice(folder.length + 1))) return undefined
    const facts = await stat(file)
    if (!facts.isFile()) return undefined
    return facts.size <= mostBytes ? await readFile(file, 'utf8') : facts.size
  } catch {
    return undefined
  }
}

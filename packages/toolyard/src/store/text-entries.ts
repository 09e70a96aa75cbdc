/**
 * What the index keeps of each kind of row: a title and the beginning of the text.
 *
 * @module
 */
import { type BoardPost, textOf } from '../define/index.ts'
import type { CallRecord } from './calls.ts'
import type { KeptRecord } from './records.ts'
import type { RunRecord } from './runs.ts'
import type { TextEntry } from './text-index.ts'
import type { ThreadMessage } from './threads.ts'

const longestTitle = 200
const longestText = 4000
/** Of the arguments of a call, and of its answer. */
const longestHalf = 1000
/** Looked at inside the arguments of a call. */
const mostValues = 1000

/** Calls of it, and those inside, say nothing but what was searched for: they are not indexed. */
export const lookingTool = 'search'

export function callText(call: CallRecord): TextEntry {
  const { id, tool, input, result, principal, startedAt: at, status: state, position } = call
  const answer = result === undefined ? '' : textOf(result)
  const text = `${head(valuesText(input), longestHalf)}\n${head(answer, longestHalf)}`
  return { place: 'calls', id, state, principal, title: head(tool, longestTitle), text, at, position }
}

export function runText({ id, task, label, result, error, principal, startedAt }: RunRecord): TextEntry {
  const title = head(label ?? task, longestTitle)
  const text = [head(task, longestText / 2), head(result ?? error ?? '', longestText / 2)].join('\n')
  return { place: 'runs', id, principal, title, text, at: startedAt }
}

/** Nothing if it holds no words of a person or an agent: calls are found as calls. */
export function messageText(
  thread: { readonly id: string; readonly title?: string | undefined },
  { id: part, parts, at }: Pick<ThreadMessage, 'id' | 'parts' | 'at'>,
): TextEntry | undefined {
  const said = parts.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n')
  if (said.trim() === '') return undefined
  const title = head(thread.title || said, longestTitle)
  return { place: 'threads', id: thread.id, part, title, text: head(said, longestText), at }
}

export function recordText(
  record: Pick<KeptRecord, 'kind' | 'scope' | 'id' | 'title' | 'text' | 'updatedAt'>,
): TextEntry {
  const { kind: place, scope: id, id: part, updatedAt: at } = record
  return {
    place,
    id,
    part,
    title: head(record.title, longestTitle),
    text: head(record.text, longestText),
    at,
  }
}

export function postText({ id, topic, content, at }: BoardPost): TextEntry {
  return { place: 'forum', id, title: head(topic, longestTitle), text: head(content, longestText), at }
}

function head(text: string, most: number): string {
  return text.slice(0, most).toWellFormed()
}

/** Texts and numbers inside a value, as far as they are needed. A value may hold itself. */
function valuesText(value: unknown): string {
  const found: string[] = []
  const waiting: unknown[] = [value]
  let length = 0
  for (let looked = 0; looked < mostValues && waiting.length > 0 && length < longestHalf; looked++) {
    const part = waiting.pop()
    if (typeof part === 'string' || typeof part === 'number') {
      found.push(String(part).slice(0, longestHalf))
      length += found.at(-1)?.length ?? 0
    } else if (typeof part === 'object' && part !== null)
      waiting.push(...Object.values(part).slice(0, mostValues).toReversed())
  }
  return found.join('\n')
}

/**
 * A note: what an agent was told to remember about a person, as it is kept.
 *
 * @module
 */
import { cleanText, ToolyardError } from '../../kernel/index.ts'
import type { KeptRecord } from '../../store/index.ts'

export interface Note {
  readonly id: string
  readonly title: string
  readonly text: string
  /** The agent that sees it; absent: all agents of this person. */
  readonly agent?: string | undefined
  /** Who wrote it last: the agent, or the person. */
  readonly by: string
  /** The conversation and the run in which that was. */
  readonly threadId?: string | undefined
  readonly runId?: string | undefined
  /** Content from outside had come into that conversation, and a person let the note be saved. */
  readonly isFromOutside: boolean
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Where a note comes from. */
export type NoteOrigin = Pick<Note, 'by' | 'threadId' | 'runId' | 'isFromOutside'>

export type NoteWords = Pick<Note, 'title' | 'text'>

export const kind = 'notes'
export const longestTitle = 120
export const longestText = 2000
/** Of one agent and one person, and for all agents of one person. */
export const mostNotes = 200

/** The rest of a record beside title and text. */
export function valueOf({ agent, by, threadId, runId, isFromOutside }: NoteOrigin & Pick<Note, 'agent'>) {
  return { agent, by, threadId, runId, isFromOutside }
}

export function noteOf({ id, title, text, value, version, createdAt, updatedAt }: KeptRecord): Note {
  const { agent, by, threadId, runId, isFromOutside } = value as Partial<Note>
  return {
    id,
    title,
    text,
    agent,
    by: by ?? '',
    threadId,
    runId,
    isFromOutside: isFromOutside === true,
    version,
    createdAt,
    updatedAt,
  }
}

/** Without characters that can't be seen; a title is one line, by default the first of the text. Throws `invalid_arguments`. */
export function wordsOf(given: { readonly title?: string | undefined; readonly text: string }): NoteWords {
  const text = cleanText(given.text).trim()
  const line = cleanText(given.title ?? text.split('\n', 1)[0] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const isOwn = given.title !== undefined
  const title = isOwn ? line : line.slice(0, longestTitle).toWellFormed()
  if (text === '' || title === '')
    throw new ToolyardError('invalid_arguments', 'a note needs words', { hint: 'Give text.' })
  if (text.length > longestText || title.length > longestTitle)
    throw new ToolyardError(
      'too_large',
      `a note has at most ${longestText} characters, and its title ${longestTitle}`,
      { hint: 'Make it shorter, or save several notes.' },
    )
  return { title, text }
}

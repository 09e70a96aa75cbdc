/**
 * The notes of people: each person's are kept apart, and nobody is given another's.
 *
 * @module
 */
import type { Redactor } from '../../host/index.ts'
import { createQueryMatcher, ToolyardError } from '../../kernel/index.ts'
import type { RecordStore } from '../../store/index.ts'
import {
  kind,
  mostNotes,
  type Note,
  noteOf,
  type NoteOrigin,
  type NoteWords,
  valueOf,
  wordsOf,
} from './note.ts'

export interface NotesParts {
  readonly records: RecordStore
  readonly redactor: Redactor
  readonly now: () => number
}

/** Whose notes. */
export interface NewNote extends NoteOrigin {
  readonly title?: string | undefined
  readonly text: string
  readonly agent: string | undefined
}

export interface NoteChange extends Omit<NewNote, 'agent'> {
  /** Absent: the agents that see it stay the same. */
  readonly agent?: string | null | undefined
  /** The version that was read. */
  readonly expects: number
}

export class Notes {
  readonly #parts: NotesParts

  constructor(parts: NotesParts) {
    this.#parts = parts
  }

  /** In the order in which they were made. */
  async list(person: string): Promise<readonly Note[]> {
    return (await this.#parts.records.list(kind, scopeOf(person))).map(noteOf)
  }

  /** Throws `not_found`. */
  async find(person: string, id: string): Promise<Note> {
    const found = await this.#parts.records.find({ kind, scope: scopeOf(person), id })
    if (found) return noteOf(found)
    throw noNote(id)
  }

  async add(person: string, note: NewNote): Promise<Note> {
    const words = this.#checked(note)
    const all = await this.list(person)
    if (all.filter(({ agent }) => agent === note.agent).length >= mostNotes)
      throw new ToolyardError('budget_exhausted', `there are ${mostNotes} notes, and no more may be`, {
        hint: 'Forget some that are of no use any more, or change one.',
      })
    const id = String(Math.max(0, ...all.map((one) => Number(one.id) || 0)) + 1)
    // The number is another's by now if a second process saves.
    if (await this.#save(person, { ...words, id, value: valueOf(note), expects: 0 }))
      return this.find(person, id)
    return this.add(person, note)
  }

  /** Throws `conflict` if it was changed meanwhile. */
  async change(person: string, id: string, change: NoteChange): Promise<Note> {
    const words = this.#checked(change)
    const { agent } = await this.find(person, id)
    const value = valueOf({
      ...change,
      agent: change.agent === undefined ? agent : (change.agent ?? undefined),
    })
    if (await this.#save(person, { ...words, id, value, expects: change.expects }))
      return this.find(person, id)
    throw new ToolyardError('conflict', `note ${id} was changed by somebody else meanwhile`, {
      hint: 'Look at it again, then repeat the change.',
      retryable: true,
    })
  }

  async remove(person: string, id: string): Promise<Note> {
    const note = await this.find(person, id)
    await this.#parts.records.remove(kind, scopeOf(person), [id])
    return note
  }

  #checked(given: { readonly title?: string | undefined; readonly text: string }): NoteWords {
    const words = wordsOf(given)
    const { redactor } = this.#parts
    if (redactor.redact(words.text) !== words.text || redactor.redact(words.title) !== words.title)
      throw new ToolyardError('invalid_arguments', 'the note holds a secret, and notes are shown to models', {
        hint: 'Leave the secret out; name where it is kept instead.',
      })
    return words
  }

  async #save(
    person: string,
    { id, title, text, value, expects }: NoteWords & { id: string; value: unknown; expects: number },
  ): Promise<boolean> {
    const { records, now } = this.#parts
    return records.save({ kind, scope: scopeOf(person), id, title, text, value, expects, at: now() })
  }
}

/** The best first; none that has no word of the query. */
export function searchNotes(notes: readonly Note[], query: string): readonly Note[] {
  const matcher = createQueryMatcher(query)
  return notes
    .map((note) => ({ note, score: matcher.score(note) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ note }) => note)
}

export function noNote(id: string): ToolyardError {
  return new ToolyardError('not_found', `there is no note "${id.slice(0, 100)}"`, {
    hint: 'List the notes to see their numbers.',
  })
}

/** No id of a conversation: their records may be read by the person who began them. */
function scopeOf(person: string): string {
  return `notes of ${person}`
}

/**
 * The notes that one caller may use: those of its agent about the person on whose behalf it works, and those for all agents.
 *
 * @module
 */
import type { CompanyCaller } from '../../pipeline/index.ts'
import type { Note } from './note.ts'
import { noNote, type Notes, searchNotes } from './notes.ts'

export interface NoteToSave {
  /** Of a note that is replaced. */
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly text: string
  /** `person`: all agents of this person see it. */
  readonly scope?: 'agent' | 'person' | undefined
}

/** Everything throws a `ToolyardError`. */
export interface MemoryAccess {
  list(): Promise<readonly Note[]>
  /** The best first. */
  search(query: string): Promise<readonly Note[]>
  save(note: NoteToSave): Promise<Note>
  forget(id: string): Promise<Note>
  /** Why a person has to look at what is saved now, in words; undefined if nobody has to. */
  doubt(): Promise<string | undefined>
}

declare module '../../define/services.ts' {
  interface Services {
    /** Notes about the person on whose behalf the caller works. */
    readonly memory?: MemoryAccess | undefined
  }
}

/** `outside`: what brought something from outside into the caller's conversation. */
export function memoryOf(
  notes: Notes,
  caller: CompanyCaller,
  outside: () => Promise<string | undefined>,
): MemoryAccess {
  const { principal = 'local', agent, threadId, run } = caller
  const list = async (): Promise<readonly Note[]> => (await notes.list(principal)).filter(seenBy(agent))
  const find = async (id: string): Promise<Note> => {
    const note = await notes.find(principal, id)
    if (!seenBy(agent)(note)) throw noNote(id)
    return note
  }
  return {
    list,
    search: async (query) => searchNotes(await list(), query),
    async save({ id, title, text, scope }) {
      const origin = {
        by: agent ?? principal,
        threadId,
        runId: run?.id,
        isFromOutside: (await outside()) !== undefined,
      }
      if (id === undefined)
        return notes.add(principal, { ...origin, title, text, agent: scope === 'person' ? undefined : agent })
      const { version: expects } = await find(id)
      const seenFrom = { agent, person: null }
      return notes.change(principal, id, {
        ...origin,
        title,
        text,
        expects,
        agent: scope === undefined ? undefined : seenFrom[scope],
      })
    },
    forget: async (id) => notes.remove(principal, (await find(id)).id),
    async doubt() {
      const source = await outside()
      return source === undefined
        ? undefined
        : `"${source}" brought content from outside into this conversation; the note may repeat what strangers wrote, and agents will read it later`
    },
  }
}

/** Notes for all agents are seen by callers without an agent, too. */
export function seenBy(agent: string | undefined): (note: Note) => boolean {
  return (note) => note.agent === undefined || note.agent === agent
}

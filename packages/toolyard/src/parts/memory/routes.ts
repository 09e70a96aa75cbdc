/**
 * Notes over HTTP: everybody has their own, and is shown no other's.
 *
 * @module
 */
import type { ToolService } from '../../runtime/index.ts'
import { personOf, type Route, route } from '../../serve/http/route/index.ts'
import { idParams, listOf, whole } from '../../serve/http/shapes/common.ts'
import { note, noteChange, notesQuery } from '../../serve/http/shapes/memory.ts'
import { seenBy } from './memory-access.ts'
import { type Notes, searchNotes } from './notes.ts'
import { memory } from './part.ts'

export const memoryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/memory',
    summary: 'The notes that agents keep about you, in the order in which they were made.',
    access: 'viewer',
    query: notesQuery,
    answer: listOf(note),
    handle: async ({ yard }, { query: { agent, q = '' }, caller }) => {
      const all = await notesOf(yard).list(personOf(caller))
      const seen = agent === undefined ? all : all.filter(seenBy(agent))
      return whole(q.trim() === '' ? seen : searchNotes(seen, q))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/memory/:id',
    summary: 'Changes one of your notes.',
    access: 'operator',
    params: idParams,
    body: noteChange,
    answer: note,
    handle: async ({ yard }, { params, body: { version: expects, ...body }, caller }) => {
      const person = personOf(caller)
      return notesOf(yard).change(person, params.id, { ...body, expects, by: person, isFromOutside: false })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/memory/:id',
    summary: 'Forgets one of your notes.',
    access: 'operator',
    params: idParams,
    answer: note,
    handle: async ({ yard }, { params, caller }) => notesOf(yard).remove(personOf(caller), params.id),
  }),
]

function notesOf(yard: ToolService): Notes {
  return yard.installation.part(memory)
}

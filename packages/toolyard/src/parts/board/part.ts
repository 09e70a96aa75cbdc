/** The board that agents and people share. */
import type { CompanyCaller } from '../../pipeline/index.ts'
import type { Part } from '../part.ts'
import { type BoardAuthor, createBoardAccess } from './board-access.ts'

export const board: Part = {
  name: 'board',
  start({ core, store, now }) {
    const parts = {
      board: store.board,
      ids: core.ids,
      now,
      redact: (text: string) => core.redactor.redact(text),
    }
    return { services: (caller) => ({ board: createBoardAccess(parts, authorOf(caller)) }) }
  },
}

function authorOf({ agent, principal = 'local' }: CompanyCaller): BoardAuthor {
  return agent === undefined ? { author: principal, kind: 'person' } : { author: agent, kind: 'agent' }
}

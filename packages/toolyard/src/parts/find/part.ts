/** Looks through everything that is kept here. */
import type { Part } from '../part.ts'
import { createFindAccess } from './find-access.ts'

export const find: Part = {
  name: 'find',
  start: (setup) => ({
    services: (caller, { calendar }) => ({ find: createFindAccess(setup, caller, calendar) }),
  }),
}

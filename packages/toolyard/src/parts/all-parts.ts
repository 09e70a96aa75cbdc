/**
 * The parts of an installation, in the order in which they start. A new one is a folder and a line here.
 *
 * @module
 */
import { attachments } from './attachments/part.ts'
import { board } from './board/part.ts'
import { calendar } from './calendar/part.ts'
import { calls } from './calls/part.ts'
import { channels } from './channels/part.ts'
import { find } from './find/part.ts'
import { instructions } from './instructions/part.ts'
import { jobs } from './jobs/part.ts'
import { memory } from './memory/part.ts'
import { notices } from './notices/part.ts'
import type { Part } from './part.ts'
import { plans } from './plans/part.ts'
import { remotes } from './remotes/part.ts'
import { schedules } from './schedules/part.ts'
import { skills } from './skills/part.ts'
import { threads } from './threads/part.ts'
import { web } from './web/part.ts'

export const parts: readonly Part[] = [
  web,
  board,
  remotes,
  channels,
  notices,
  calendar,
  plans,
  memory,
  threads,
  attachments,
  schedules,
  calls,
  jobs,
  find,
  instructions,
  skills,
]

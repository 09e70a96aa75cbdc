/** English. */
import { activity, story } from './activity.ts'
import { agents } from './agents.ts'
import { board } from './board.ts'
import { chat } from './chat.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { form, run } from './form.ts'
import { inbox } from './inbox.ts'
import { jobs } from './jobs.ts'
import { memory } from './memory.ts'
import { runs } from './runs.ts'
import { schedules } from './schedules.ts'
import { docs, settings } from './settings.ts'
import { shell } from './shell.ts'
import { tests } from './tests.ts'
import { tool } from './tool.ts'
import { tools } from './tools.ts'

export const en = {
  common,
  shell,
  tools,
  tool,
  form,
  run,
  agents,
  chat,
  runs,
  board,
  schedules,
  memory,
  activity,
  story,
  jobs,
  inbox,
  settings,
  docs,
  tests,
  errors,
}

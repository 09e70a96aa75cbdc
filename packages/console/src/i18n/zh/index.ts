/** Chinese. */
import type { Words } from '../words.ts'
import { activity, story } from './activity.ts'
import { agents } from './agents.ts'
import { board } from './board.ts'
import { chat } from './chat.ts'
import { common } from './common.ts'
import { form, run } from './form.ts'
import { inbox } from './inbox.ts'
import { docs, settings } from './settings.ts'
import { shell } from './shell.ts'
import { tool } from './tool.ts'
import { tools } from './tools.ts'

export const zh: Words = {
  common,
  shell,
  tools,
  tool,
  form,
  run,
  agents,
  chat,
  board,
  activity,
  story,
  inbox,
  settings,
  docs,
}

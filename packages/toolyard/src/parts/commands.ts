/**
 * The commands of parts, which stand among the others in the help.
 *
 * @module
 */
import type { CommandGroup } from '../cli/command.ts'
import { jobCommands } from './jobs/commands.ts'
import { memoryCommands } from './memory/commands.ts'
import { scheduleCommands } from './schedules/commands.ts'
import { skillCommands } from './skills/commands.ts'

export const partCommands: readonly CommandGroup[] = [
  scheduleCommands,
  memoryCommands,
  jobCommands,
  skillCommands,
]

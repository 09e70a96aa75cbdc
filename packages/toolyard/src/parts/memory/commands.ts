/** `toolyard memory [list|forget]`: their help and what they take. */
import { command, type CommandGroup, type Description } from '../../cli/command.ts'
import { argument, flag, words } from '../../cli/takes.ts'

const list = {
  name: 'list',
  summary: 'list the notes that agents keep about you, or search them',
  takes: { search: flag('--search <words>', 'only notes with these words') },
  examples: ['memory list', 'memory list --agent clerk --search tea'],
} satisfies Description

const memory = {
  ...list,
  name: 'memory',
  takes: { words: words() },
  examples: ['memory', 'memory list --search tea', 'memory forget 3'],
} satisfies Description

const forget = {
  name: 'forget',
  summary: 'forget a note',
  takes: { id: argument('<id>', 'number of a note') },
  examples: ['memory forget 3'],
} satisfies Description

const code = () => import('./run-commands.ts')

export const memoryCommands: CommandGroup = {
  title: 'Agents:',
  commands: [
    command(memory, async () => (await code()).showNotes, [
      command(list, async () => (await code()).listNotes),
      command(forget, async () => (await code()).forgetNote),
    ]),
  ],
}

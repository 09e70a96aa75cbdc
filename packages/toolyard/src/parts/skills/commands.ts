/** `toolyard skills`: its help and what it takes. */
import { command, type CommandGroup, type Description } from '../../cli/command.ts'

const list = {
  name: 'skills',
  summary: 'list the skills that agents can load, and what is wrong with others',
  takes: {},
  examples: ['skills', 'skills --json-output'],
  details:
    'A skill is a folder with a SKILL.md: in .agents/skills or .claude/skills of the workspace, in folders that agents.skillFolders of the configuration names, or in the skills folder of your own configuration (~/.config/toolyard/skills).',
} satisfies Description

export const skillCommands: CommandGroup = {
  title: 'Agents:',
  commands: [command(list, async () => (await import('./run-commands.ts')).listSkills)],
}

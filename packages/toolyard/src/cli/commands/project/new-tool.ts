/** `toolyard new tool`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  name: argument('<name>', 'name of the tool'),
  folder: flag(
    '--folder <folder>',
    'folder of the tools (default: the first of the configuration, or tools)',
  ),
  kind: flag('--kind <kind>', 'function, class, stateful, rest or program (default: function)'),
}

export type NewToolOptions = OptionsOf<typeof takes>

export const newTool = {
  name: 'tool',
  summary: 'make a tool and its test, and a configuration if there is none',
  takes,
  examples: ['new tool get_weather', 'new tool get_weather --kind rest --folder src/tools'],
} satisfies Description

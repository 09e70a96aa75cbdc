/** `toolyard init`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argumentOr, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  folder: argumentOr('.', '[folder]', 'folder of the project'),
  explanation: flag('--explanation <mode>', 'whether the model says why it calls: off, optional or required'),
}

export type InitOptions = OptionsOf<typeof takes>

export const init = {
  name: 'init',
  summary: 'make a project: settings, a tool with its test, and an agent',
  takes,
  examples: ['init', 'init my-tools', 'init --explanation required'],
} satisfies Description

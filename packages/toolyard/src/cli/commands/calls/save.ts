/** `toolyard calls save`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  id: argument('<id>', 'id of a call that ended well'),
  title: flag('--title <text>', 'what the example shows'),
  output: flag('--output', 'keep the answer also where it may be another one next time'),
  noOutput: flag('--no-output', 'keep only the arguments'),
  force: flag('--force', 'save it also where running it again changes something'),
}

export type CallsSaveOptions = OptionsOf<typeof takes>

export const callsSave = {
  name: 'save',
  summary: 'make a call an example of its tool, which "toolyard check" runs from then on',
  takes,
  examples: ['calls save call_2m0z8k1c4x7a_100000', 'calls save order-17 --title "An order with two items"'],
  details:
    'The example is kept beside the tool file: tools/get-weather.ts has it in tools/get-weather.examples.json.',
} satisfies Description

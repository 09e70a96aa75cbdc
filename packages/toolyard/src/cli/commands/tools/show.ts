/** `toolyard show`: its help and what it takes. */
import { dialectNames } from '../../../dialects/index.ts'
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  name: argument('<name>', 'name of a tool'),
  dialect: flag('--dialect <name>', `the definition that a provider gets: ${dialectNames.join(', ')}`),
}

export type ShowOptions = OptionsOf<typeof takes>

export const show = {
  name: 'show',
  summary: 'show one tool: description, parameters, facts',
  takes,
  examples: ['show get_weather', 'show get_weather --dialect openai'],
} satisfies Description

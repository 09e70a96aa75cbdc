/** `toolyard policy explain`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  name: argument('<name>', 'name of a tool'),
  words: argument('[words...]', 'parameters: key=value, key:=JSON, or one JSON object'),
  thread: flag('--thread <id>', 'the conversation of the call, for what was granted there (default: cli)'),
  principal: flag('--principal <name>', 'the caller, such as http:NAME of a token (default: terminal)'),
}

export type ExplainOptions = OptionsOf<typeof takes>

export const explain = {
  name: 'explain',
  summary: 'say what would be decided about a call, by which rule and why; runs nothing',
  takes,
  examples: [
    'policy explain send_note to=ann@example.com text=Hi',
    'policy explain send_note to=ann@example.com --thread office --principal http:anna',
    `policy explain send_note '{"to":"ann@example.com"}'`,
  ],
} satisfies Description

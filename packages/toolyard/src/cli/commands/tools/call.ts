/** `toolyard call`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf } from '../../takes.ts'

const takes = {
  name: argument('<name>', 'name of a tool'),
  words: argument('[words...]', 'parameters: key=value, key:=JSON, or one JSON object'),
  json: flag('--json <object>', 'all parameters as one JSON object; "-" reads it from standard input'),
  stream: flag('--stream', 'with --json-output: one line of JSON for every event'),
  thread: flag('--thread <id>', 'conversation to call in'),
  id: flag('--id <id>', 'id of the call'),
  debug: flag('--debug', 'if the tool fails by a fault of its own, show where: its stack'),
  background: flag('--background', 'print the id of the call at once; a process that serves makes it'),
}

export type ToolCallOptions = OptionsOf<typeof takes>

export const call = {
  name: 'call',
  summary: 'run a tool and print its answer as it comes',
  takes,
  details: `Values are read by the tool's schema:
  toolyard call get_weather city=Rome            text, number or true/false, as the schema says
  toolyard call tag_note tags=home tags=urgent   a list
  toolyard call add_user user.name=Ann           inside an object
  toolyard call search filter:='{"year":2024}'   JSON, whatever the schema says
  toolyard call search --json '{"text":"cats"}'  all of them
  echo '{"text":"cats"}' | toolyard call search --json -`,
} satisfies Description

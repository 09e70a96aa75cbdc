/** `toolyard agent run`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { wholeNumber } from '../../parsers.ts'
import { argument, flag, type OptionsOf, repeatedFlag } from '../../takes.ts'
import { runSettingsTakes } from './run-settings.ts'

const takes = {
  name: argument('<name>', 'name or id of an agent'),
  prompt: argument('<prompt>', 'what it is to do; - reads it from standard input'),
  thread: flag(
    '--thread <id>',
    'conversation to go on with, or to begin under this name (default: a new one)',
  ),
  file: repeatedFlag('--file <path>', 'a picture, PDF or text to send along; may be given several times'),
  maxSteps: flag('--max-steps <number>', 'how often it may ask its model', wholeNumber),
  model: flag('--model <name>', 'the model for this run'),
  ...runSettingsTakes,
}

export type AgentRunOptions = OptionsOf<typeof takes>

export const agentRun = {
  name: 'run',
  summary: 'let an agent work, and show what it says and does',
  takes,
  examples: [
    'agent run helper "What is the weather in Rome?"',
    'agent run helper "And in Oslo?" --thread thread_2m0z8k1c4x7a_100000',
    'agent run helper "Write the report" --stop-at-tool send_report --temperature 0',
    'agent run helper "What is wrong here?" --file screenshot.png',
    'agent run helper "Tidy up" --model scripted/demo.json --json-output',
  ],
  details:
    'On a terminal, a line that you type while it works is a message to it, which it hears between two steps; one that begins with ! interrupts. With --json-output every event is a line of JSON. Exit codes: 0 it finished, 1 it failed or was cut off by a limit.',
} satisfies Description

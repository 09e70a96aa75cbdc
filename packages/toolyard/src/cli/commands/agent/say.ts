/** `toolyard agent say`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { argument, flag, type OptionsOf, repeatedFlag } from '../../takes.ts'

const takes = {
  run: argument('<run>', 'id of a run that goes on; "toolyard agent runs" lists them'),
  text: argument('<text>', 'what to say; - reads it from standard input'),
  file: repeatedFlag('--file <path>', 'a picture, PDF or text to send along; may be given several times'),
  interrupt: flag('--interrupt', "end the model's present answer and let it hear this at once"),
}

export type AgentSayOptions = OptionsOf<typeof takes>

export const agentSay = {
  name: 'say',
  summary: 'say something to a run that goes on, in whichever process',
  takes,
  examples: ['agent say run_1a2b "Use the test database."', 'agent say run_1a2b "Stop that." --interrupt'],
} satisfies Description

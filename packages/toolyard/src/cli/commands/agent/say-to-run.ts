/** `toolyard agent say RUN TEXT`: a message to a run that goes on. */
import { text as readAll } from 'node:stream/consumers'
import { ToolyardError } from '../../../kernel/index.ts'
import type { CommandRun } from '../../command.ts'
import { openYard } from '../../yard/open-yard.ts'
import { withFiles } from './attached-files.ts'
import type { AgentSayOptions } from './say.ts'

export const sayToRun: CommandRun<AgentSayOptions> = async (options, context) => {
  const { terminal, flags } = context
  const text = options.text === '-' ? await readAll(process.stdin) : options.text
  const said = await withFiles(text, options.file)
  if (text.trim() === '' && said === text)
    throw new ToolyardError('invalid_arguments', 'the message is empty', {
      hint: 'Say what the run is to know.',
    })
  const { yard } = await openYard(context, { servers: 'come' })
  await using _ = yard
  const message = await yard.runs.say(options.run, { text: said, interrupt: options.interrupt })
  if (flags.jsonOutput) terminal.printJson(message)
  else
    terminal.print(
      options.interrupt ? 'Sent. The run hears it at once.' : 'Queued. The run hears it between two steps.',
    )
  return 0
}

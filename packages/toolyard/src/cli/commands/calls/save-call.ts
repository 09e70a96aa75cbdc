/** `toolyard calls save ID`: a call that was made becomes an example, which `toolyard check` runs from then on. */
import { isDeepStrictEqual } from 'node:util'
import type { ToolExample } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { RegistryEntry } from '../../../registry/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CallRecord } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { argumentsLine } from '../../terminal/call-words.ts'
import { nearPath } from '../../terminal/near-path.ts'
import { requireTool } from '../../yard/require-tool.ts'
import { exampleOf, examplesFile, plain, saveExample } from '../../../testing/examples/index.ts'
import { openJournal, requireCall } from './open-journal.ts'
import type { CallsSaveOptions } from './save.ts'

export const saveCall: CommandRun<CallsSaveOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { yard, journal } = await openJournal(context)
  await using _ = yard
  const call = await requireCall(journal, options.id)
  const entry = requireEntry(yard, call)
  const tool = await entry.load()
  const explain: ToolService['explain'] = (name, input) => yard.explain(name, input)
  const { example, notes } = await exampleOf(explain, { call, tool }, options)
  const own = (tool.manifest.examples ?? []).find(({ input }) =>
    isDeepStrictEqual(plain(input), example.input),
  )
  const file = requireFile(entry, example)
  const outcome = own ? 'unchanged' : await saveExample(file, call.tool, example)
  if (flags.jsonOutput) {
    const texts = notes.map(({ text }) => text)
    terminal.printJson({ tool: call.tool, file: own ? entry.file : file, outcome, example, notes: texts })
    return 0
  }
  const near = nearPath(own ? (entry.file ?? file) : file)
  const said = { added: 'saved in', replaced: 'saved anew in', unchanged: 'is there already:' }[outcome]
  terminal.print(
    `${terminal.style('green', said)} ${near}  ${terminal.style('cyan', call.tool)} ${argumentsLine(example.input, 80)}`,
  )
  for (const { text } of notes) terminal.note(text)
  terminal.print(terminal.style('dim', 'Run it, and all others, with "toolyard check".'))
  return 0
}

function requireEntry(yard: ToolService, call: CallRecord): RegistryEntry {
  requireTool(yard, call.tool)
  return yard.registry.snapshot().get(call.tool) as RegistryEntry
}

/** Only a tool from a file has a place beside it. */
function requireFile({ file, manifest }: RegistryEntry, example: ToolExample): string {
  if (file !== undefined) return examplesFile(file)
  throw new ToolyardError(
    'invalid_arguments',
    `"${manifest.name}" does not come from a tool file, so that there is no place beside it`,
    { hint: `Add it to the examples of its definition: ${JSON.stringify(example)}` },
  )
}

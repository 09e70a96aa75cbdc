/** `toolyard calls save ID`: a call that was made becomes an example, which `toolyard check` runs from then on. */
import { isDeepStrictEqual } from 'node:util'
import type { Permission, Tool, ToolExample } from '../../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../../kernel/index.ts'
import type { RegistryEntry } from '../../../registry/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CallRecord } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { argumentsLine } from '../../terminal/call-words.ts'
import { nearPath } from '../../terminal/near-path.ts'
import { requireTool } from '../../yard/require-tool.ts'
import { examplesFile, saveExample } from '../tools/saved-examples.ts'
import { openJournal, requireCall } from './open-journal.ts'
import type { CallsSaveOptions } from './save.ts'

/** What stands in the journal where a secret was taken out. */
const redacted = /\[redacted[\]:]|⟨secret /
/** A longer answer makes no example that people could read. */
const mostOutput = 100_000

export const saveCall: CommandRun<CallsSaveOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { yard, journal } = await openJournal(context)
  await using _ = yard
  const call = await requireCall(journal, options.id)
  const entry = requireEntry(yard, call)
  const tool = await entry.load()
  const made = await exampleOf(yard, { call, tool, options })
  const { example, notes } = made
  const own = (tool.manifest.examples ?? []).find(({ input }) =>
    isDeepStrictEqual(plain(input), example.input),
  )
  const file = requireFile(entry, example)
  const outcome = own ? 'unchanged' : await saveExample(file, call.tool, example)
  if (flags.jsonOutput) {
    terminal.printJson({ tool: call.tool, file: own ? entry.file : file, outcome, example, notes })
    return 0
  }
  const near = nearPath(own ? (entry.file ?? file) : file)
  const said = { added: 'saved in', replaced: 'saved anew in', unchanged: 'is there already:' }[outcome]
  terminal.print(
    `${terminal.style('green', said)} ${near}  ${terminal.style('cyan', call.tool)} ${argumentsLine(example.input, 80)}`,
  )
  for (const note of notes) terminal.note(note)
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
  throw refusal(
    `"${manifest.name}" does not come from a tool file, so that there is no place beside it`,
    `Add it to the examples of its definition: ${JSON.stringify(example)}`,
  )
}

interface SavedCall {
  readonly call: CallRecord
  readonly tool: Tool
  readonly options: CallsSaveOptions
}

async function exampleOf(
  yard: ToolService,
  { call, tool, options }: SavedCall,
): Promise<{ readonly example: ToolExample; readonly notes: readonly string[] }> {
  const { force = false, title } = options
  if (call.status !== 'ok')
    throw refusal(
      `call ${call.id} ended with ${call.status}, and an example must work`,
      'Save a call that ended with ok.',
    )
  const input = argumentsOf(call, tool)
  const permission = permissionOf(tool, input)
  if (permission !== 'read' && !tool.manifest.idempotent && !force)
    throw refusal(
      `"${call.tool}" changes something (${permission}), and "toolyard check" would do it again every time`,
      'Where that does no harm, save it with --force.',
    )
  const { notes, output } = outputOf(call, tool, options)
  const example = { ...(title !== undefined && { title }), input, ...(output !== undefined && { output }) }
  const explained = await yard.explain(call.tool, input)
  if (!('considered' in explained))
    throw refusal(
      `the arguments of ${call.id} are not valid for "${call.tool}" as it is now: ${explained.error?.message ?? explained.status}`,
      'Make the call again, and save that one.',
    )
  if (explained.decision.effect === 'ask')
    return {
      example,
      notes: [...notes, 'A person is asked about this call: check looks at its arguments only.'],
    }
  return { example, notes }
}

/** As a caller gave them: without what the application provides. */
function argumentsOf(call: CallRecord, { provided }: Tool): Readonly<Record<string, unknown>> {
  const given = isPlainObject(call.input) ? call.input : {}
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !provided.includes(name)))
  if (!redacted.test(JSON.stringify(input))) return input
  throw refusal(
    `a secret was taken out of the arguments of ${call.id}, so that they are not those of the call`,
    'Make the call again without the secret, and save that one.',
  )
}

function permissionOf(tool: Tool, input: Readonly<Record<string, unknown>>): Permission {
  return tool.permissionFor?.(input as never).permission ?? tool.manifest.permission
}

/** Text or data, if the tool must always answer the same or the person says so. */
function outputOf(
  { result }: CallRecord,
  { manifest }: Tool,
  { output: wanted, force = false }: CallsSaveOptions,
): { readonly output?: unknown; readonly notes: readonly string[] } {
  const isWanted = wanted ?? (manifest.effects === 'none' && manifest.type !== 'STATEFUL')
  if (!isWanted)
    return {
      notes:
        wanted === undefined
          ? [
              `Without its answer, which may be another one next time (${manifest.type === 'STATEFUL' ? 'it remembers earlier calls' : `effects ${manifest.effects}`}). Keep it too with --output.`,
            ]
          : [],
    }
  const data = result?.data
  const text = JSON.stringify(data)
  if (text === undefined || result?.content.some(({ type }) => type !== 'text'))
    return { notes: ['Without its answer, which is neither data nor text.'] }
  if (text.length > mostOutput)
    return { notes: [`Without its answer, which is longer than ${mostOutput} characters.`] }
  if (!redacted.test(text)) return { output: plain(data), notes: [] }
  if (force) return { notes: ['Without its answer, out of which a secret was taken.'] }
  throw refusal(
    'a secret was taken out of the answer of this call, so that it is not what the tool answered',
    'Save the call without its answer with --no-output.',
  )
}

/** As it is read back from a file. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

function refusal(message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', message, { hint })
}

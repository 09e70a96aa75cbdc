/** `toolyard call NAME key=value …`: runs one tool and prints what it answers, as it comes. */
import { text as readAll } from 'node:stream/consumers'
import type { ToolManifest } from '../../../define/index.ts'
import { type JsonSchema, parseJson, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { CallRequest } from '../../../pipeline/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { noticeApprover } from '../../asking/notice-approver.ts'
import { terminalApprover } from '../../asking/terminal-approver.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { type ExitCode, indent } from '../../terminal/terminal.ts'
import { openYard, waitForServers } from '../../yard/open-yard.ts'
import { cliPrincipal, cliThread, isInToolCall } from '../../yard/person.ts'
import { noteProblems } from '../../yard/problems.ts'
import type { ToolCallOptions } from './call.ts'
import { explainedInput } from './explained-input.ts'
import { parseValues } from './parse-values.ts'
import { exitCodeOf, printFault, printJson, printText } from './print-events.ts'

export const callTool: CommandRun<ToolCallOptions> = async (options, context) => {
  const { terminal, flags, signal } = context
  let opened: ToolService | undefined
  const { yard, config } = await openYard(context, {
    servers: 'come',
    approver(approvals) {
      if (terminal.interactive && !isInToolCall())
        return terminalApprover(terminal, { threadId: options.thread, yard: () => opened })
      return approvals === 'deny' ? undefined : noticeApprover(terminal, approvals === 'wait')
    },
  })
  await using _ = yard
  opened = yard
  const find = (): ToolManifest | undefined => yard.registry.entry(options.name)?.manifest
  if (!find()) await waitForServers(yard, terminal, [options.name])
  // A tool that is not there is the pipeline's to refuse, as for every other door.
  const manifest = find()
  const given = manifest ? await readInput(options, manifest.inputSchema) : {}
  const input = explainedInput(given, 'Called from the command line.', { config, manifest })
  const terms = {
    origin: 'cli',
    principal: cliPrincipal,
    agent: flags.agent,
    threadId: options.thread ?? cliThread,
    callId: options.id,
  }
  if (options.debug && !isInToolCall()) printBugs(yard, terminal)
  if (options.background) return await begin(yard, { tool: options.name, input, ...terms }, context)
  const events = yard.stream(options.name, input, { ...terms, signal })
  if (flags.jsonOutput) return await printJson(events, options.stream === true, context)
  const exitCode = await printText(events, terminal)
  // The file of a tool that is not there may be one that could not be loaded.
  if (!manifest) noteProblems(yard, terminal)
  return exitCode
}

/** Of the calls inside it too. */
function printBugs(yard: ToolService, { note, noteStyle }: CommandContext['terminal']): void {
  yard.installation.onBug(({ tool, stack }) =>
    note(`${noteStyle('red', visibleText(tool))} failed:\n${indent(visibleText(stack))}`),
  )
}

/** The call is made by a process that works; here only its id is told. */
async function begin(
  yard: ToolService,
  { tool, input, ...terms }: CallRequest,
  { terminal, flags }: CommandContext,
): Promise<ExitCode> {
  const result = await yard.call(tool, input, { ...terms, background: true })
  if (flags.jsonOutput) terminal.printJson(result)
  else if (result.error) printFault(result, terminal)
  else {
    terminal.print(result.callId)
    terminal.note(terminal.noteStyle('dim', `Follow it with: toolyard calls show ${result.callId} --follow`))
  }
  return result.status === 'pending' ? 0 : exitCodeOf(result)
}

async function readInput({ words, json }: ToolCallOptions, schema: JsonSchema): Promise<unknown> {
  const [first = ''] = words
  if (json === undefined && words.length === 1 && first.trimStart().startsWith('{')) return jsonOf(first)
  if (json === undefined) return parseValues(words, schema)
  if (words.length > 0)
    throw new ToolyardError('invalid_arguments', 'both --json and key=value were given', {
      hint: 'Use one of them.',
    })
  return jsonOf(json === '-' ? await readAll(process.stdin) : json, '--json: ')
}

function jsonOf(text: string, place = ''): unknown {
  const parsed = parseJson(text)
  if ('value' in parsed) return parsed.value
  throw new ToolyardError('invalid_arguments', `${place}the text ${parsed.problem}`, {
    hint: `Write one JSON object in single quotes: --json '{"key":"value"}'.`,
  })
}

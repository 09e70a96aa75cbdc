/** `toolyard call NAME key=value …`: runs one tool and prints what it answers, as it comes. */
import { text as readAll } from 'node:stream/consumers'
import { textOf, type ToolEvent, type ToolManifest, type ToolResult } from '../define/index.ts'
import { parseJson, ToolyardError, visibleText } from '../kernel/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { parseValues } from './parse-values.ts'
import { requireTool } from './show.ts'
import type { ExitCode } from './terminal.ts'
import { terminalApprover } from './terminal-approver.ts'

export interface CallCommandOptions {
  readonly name: string
  readonly words: readonly string[]
  readonly json?: string
  readonly stream?: boolean
  readonly thread?: string
  readonly id?: string
}

export const call: CommandRun<CallCommandOptions> = async (options, context) => {
  const { terminal, flags, signal } = context
  const { yard } = await openYard(flags, terminal.interactive ? terminalApprover(terminal) : undefined)
  await using _ = yard
  const manifest = requireTool(yard, options.name)
  const input = await readInput(options, manifest)
  const events = yard.stream(options.name, input, {
    origin: 'cli',
    principal: 'terminal',
    agent: flags.agent,
    signal,
    threadId: options.thread ?? 'cli',
    callId: options.id,
  })
  return await printEvents(events, options, context)
}

async function readInput({ words, json }: CallCommandOptions, manifest: ToolManifest): Promise<unknown> {
  if (json === undefined) return parseValues(words, manifest.inputSchema)
  if (words.length > 0)
    throw new ToolyardError('invalid_arguments', 'both --json and key=value were given', {
      hint: 'Use one of them.',
    })
  const parsed = parseJson(json === '-' ? await readAll(process.stdin) : json)
  if ('problem' in parsed) throw new ToolyardError('invalid_arguments', `--json: the text ${parsed.problem}`)
  return parsed.value
}

async function printEvents(
  events: AsyncIterable<ToolEvent>,
  options: CallCommandOptions,
  { terminal, flags, signal }: CommandContext,
): Promise<ExitCode> {
  let streamed = ''
  for await (const event of events) {
    if (flags.jsonOutput) {
      if (options.stream || event.type === 'result')
        terminal.print(JSON.stringify(event.type === 'result' && !options.stream ? event.result : event))
    } else if (event.type === 'chunk') {
      const text = typeof event.data === 'string' ? event.data : `${JSON.stringify(event.data)}\n`
      terminal.write(text)
      streamed = text
    } else if (event.type === 'progress' && terminal.interactive)
      terminal.note(terminal.style('dim', progressText(event)))
    if (event.type !== 'result') continue
    if (!flags.jsonOutput) printResult(event.result, { streamed, terminal })
    return signal.aborted ? 130 : exitCodeOf(event.result)
  }
  return 1
}

function printResult(
  result: ToolResult,
  { streamed, terminal }: { streamed: string; terminal: CommandContext['terminal'] },
): void {
  if (streamed !== '' && !streamed.endsWith('\n')) terminal.write('\n')
  if (result.error) {
    terminal.note(
      `${terminal.style(result.status === 'denied' ? 'yellow' : 'red', result.error.code)} ${visibleText(result.error.message)}`,
    )
    if (result.error.hint) terminal.note(`  ${visibleText(result.error.hint)}`)
  } else if (streamed === '') terminal.print(pretty(result))
}

function pretty(result: ToolResult): string {
  const text = textOf(result)
  return typeof result.data === 'object' &&
    result.data !== null &&
    result.handle === undefined &&
    text.startsWith('{')
    ? JSON.stringify(result.data, null, 2)
    : text
}

function progressText({ message, done, total }: { message?: string; done?: number; total?: number }): string {
  const count = done === undefined ? '' : total === undefined ? String(done) : `${done}/${total}`
  return [count, message && visibleText(message)].filter(Boolean).join(' ')
}

export function exitCodeOf({ status, error }: ToolResult): ExitCode {
  if (status === 'ok' || status === 'skipped') return 0
  if (status === 'denied' || status === 'held') return 3
  return error?.code === 'invalid_arguments' || error?.code === 'tool_not_found' ? 2 : 1
}

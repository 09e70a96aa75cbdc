/** `toolyard call NAME key=value …`: runs one tool and prints what it answers, as it comes. */
import { text as readAll } from 'node:stream/consumers'
import { textOf, type ToolEvent, type ToolManifest, type ToolResult } from '../../../define/index.ts'
import { type JsonSchema, parseJson, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { noticeApprover } from '../../asking/notice-approver.ts'
import { terminalApprover } from '../../asking/terminal-approver.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { type ExitCode, indent, type Terminal } from '../../terminal/terminal.ts'
import { openYard, waitForServers } from '../../yard/open-yard.ts'
import { cliPrincipal, cliThread, isInToolCall } from '../../yard/person.ts'
import { noteProblems } from '../../yard/problems.ts'
import type { ToolCallOptions } from './call.ts'
import { explainedInput } from './explained-input.ts'
import { parseValues } from './parse-values.ts'

/** Codes that say that the command itself was wrong. */
const mistakes: ReadonlySet<string> = new Set(['invalid_arguments', 'tool_not_found', 'agent_not_found'])

/** More than a result shows of one answer: past it, what was streamed can't be the same text. */
const mostRemembered = 64 * 1024

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
  const events = yard.stream(options.name, input, {
    origin: 'cli',
    principal: cliPrincipal,
    agent: flags.agent,
    signal,
    threadId: options.thread ?? cliThread,
    callId: options.id,
  })
  if (flags.jsonOutput) return await printJson(events, options.stream === true, context)
  const exitCode = await printText(events, terminal)
  // The file of a tool that is not there may be one that could not be loaded.
  if (!manifest) noteProblems(yard, terminal)
  return exitCode
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

/** One document: the result; or with `--stream` a line for each event, the result last. */
async function printJson(
  events: AsyncIterable<ToolEvent>,
  stream: boolean,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  for await (const event of events) {
    if (stream) terminal.printJsonLine(event)
    if (event.type !== 'result') continue
    if (!stream) terminal.printJson(event.result)
    return exitCodeOf(event.result)
  }
  return 1
}

async function printText(events: AsyncIterable<ToolEvent>, terminal: Terminal): Promise<ExitCode> {
  const sent = new Sent()
  for await (const event of events) {
    if (event.type === 'chunk') terminal.write(sent.add(event.data))
    else if (event.type === 'progress') terminal.progress(terminal.noteStyle('dim', progressText(event)))
    else if (event.type === 'result') {
      if (sent.needsLineEnd) terminal.write('\n')
      if (event.result.error) printFault(event.result, terminal)
      else if (!sent.isWhole(event.result)) terminal.print(sent.restOf(event.result) ?? pretty(event.result))
      return exitCodeOf(event.result)
    }
  }
  return 1
}

/** What was printed already, so that a result which only repeats it is not printed again. */
class Sent {
  readonly #items: unknown[] = []
  #text = ''
  #last = ''

  get needsLineEnd(): boolean {
    return this.#last !== '' && !this.#last.endsWith('\n')
  }

  /** The chunk as it is printed. */
  add(chunk: unknown): string {
    if (typeof chunk !== 'string') this.#items.push(chunk)
    else if (this.#text.length < mostRemembered) this.#text += chunk
    this.#last = typeof chunk === 'string' ? chunk : `${JSON.stringify(chunk)}\n`
    return this.#last
  }

  isWhole(result: ToolResult): boolean {
    if (this.#last === '') return false
    if (result.handle !== undefined) return true
    return textOf(result) === (this.#items.length === 0 ? this.#text : JSON.stringify(this.#items))
  }

  /** What the answer adds, such as how a command ended, if it begins with the text that was streamed. */
  restOf(result: ToolResult): string | undefined {
    const [answer, shown] = [textOf(result), this.#text.trimEnd()]
    const rest = answer.slice(shown.length).replace(/^\n+/, '')
    return shown !== '' && rest !== '' && answer.startsWith(shown) ? rest : undefined
  }
}

function printFault({ status, error }: ToolResult, terminal: Terminal): void {
  if (!error) return
  const colour = status === 'denied' || status === 'held' || status === 'pending' ? 'yellow' : 'red'
  terminal.note(`${terminal.noteStyle(colour, `${error.code}:`)} ${visibleText(error.message)}`)
  // Who has just said no needs no advice.
  if (error.hint && error.code !== 'rejected') terminal.note(indent(visibleText(error.hint)))
}

/** JSON is spread over lines; any other text stays as the model would see it. */
function pretty(result: ToolResult): string {
  const text = textOf(result)
  const isJson =
    typeof result.data === 'object' && result.data !== null && text === JSON.stringify(result.data)
  return isJson ? JSON.stringify(result.data, null, 2) : text
}

function progressText({ message, done, total }: { message?: string; done?: number; total?: number }): string {
  const count = done === undefined ? '' : total === undefined ? String(done) : `${done}/${total}`
  return [count, message && visibleText(message).replaceAll('\n', ' ')].filter(Boolean).join(' ')
}

function exitCodeOf({ status, error }: ToolResult): ExitCode {
  if (status === 'ok' || status === 'skipped') return 0
  if (status === 'denied' || status === 'held' || status === 'pending') return 3
  return error && mistakes.has(error.code) ? 2 : 1
}

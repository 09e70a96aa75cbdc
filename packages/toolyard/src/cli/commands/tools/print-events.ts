/** What a call tells, as it comes, on a terminal or as JSON. */
import { textOf, type ToolEvent, type ToolResult } from '../../../define/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import type { CommandContext } from '../../command.ts'
import { type ExitCode, indent, type Terminal } from '../../terminal/terminal.ts'

/** Codes that say that the command itself was wrong. */
const mistakes: ReadonlySet<string> = new Set(['invalid_arguments', 'tool_not_found', 'agent_not_found'])

/** More than a result shows of one answer: past it, what was streamed can't be the same text. */
const mostRemembered = 64 * 1024

/** One document: the result; or with `--stream` a line for each event, the result last. */
export async function printJson(
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

export async function printText(events: AsyncIterable<ToolEvent>, terminal: Terminal): Promise<ExitCode> {
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

export function printFault({ status, error }: ToolResult, terminal: Terminal): void {
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

export function exitCodeOf({ status, error }: ToolResult): ExitCode {
  if (status === 'ok' || status === 'skipped') return 0
  if (status === 'denied' || status === 'held' || status === 'pending') return 3
  return error && mistakes.has(error.code) ? 2 : 1
}

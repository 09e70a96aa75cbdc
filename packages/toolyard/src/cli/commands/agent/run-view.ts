/**
 * A run as a person watches it: text as it comes on standard output, each call on a line of standard error, which on a
 * terminal tells its state and time while it runs. A program that reads standard output gets the text of a step when the step is
 * whole: what a failed answer had said is not among it.
 *
 * @module
 */
import type { RunEvent } from '../../../agents/index.ts'
import { textOf, type ToolResult } from '../../../define/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import { argumentsLine, oneLine, statusText } from '../../terminal/call-words.ts'
import { cut } from '../../terminal/layout.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { timeSpan } from '../../terminal/times.ts'

const tickMs = 250
const usualColumns = 80

interface OpenCall {
  readonly tool: string
  readonly words: string
  readonly since: number
  progress: string
}

export class RunView implements Disposable {
  readonly #terminal: Terminal
  readonly #open = new Map<string, OpenCall>()
  #timer: NodeJS.Timeout | undefined
  #endsInLine = true
  /** Text of the step that goes on. */
  #step = ''
  #isThinking = false
  /** What a person has typed so far. */
  #typed = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  show(event: RunEvent): void {
    if (event.type === 'text') this.#text(event.delta)
    else if (event.type === 'reasoning') this.#think()
    else if (event.type === 'usage') this.#keepText()
    else if (event.type === 'tool_call') this.#begin(event)
    else if (event.type === 'tool_event') this.#progress(event)
    else if (event.type === 'tool_result') this.#end(event)
    else if (event.type === 'retry')
      this.#void(`asking again in ${timeSpan(event.delayMs)}: ${oneLine(event.reason, 200)}`)
    else if (event.type === 'step_restarted') this.#void(`taken up again at step ${event.step}`)
    else if (event.type === 'message') this.#dim(`heard: ${oneLine(event.text, 200)}`)
    else if (event.type === 'compacted') this.#dim(compactedWords(event))
    else if (event.type === 'notice')
      this.#note(`${this.#terminal.noteStyle('yellow', 'note:')} ${visibleText(event.text)}`)
    else if (event.type === 'done') {
      this.#keepText()
      this.#finishLine()
    } else if (event.type === 'error') this.#finishLine()
  }

  /** Drawn in the line of progress, unless the model is in the middle of one. */
  typing(line: string): void {
    const wasTyped = this.#typed !== ''
    this.#typed = line
    if (!this.#endsInLine) return
    if (line === '' && wasTyped) this.#terminal.progress('')
    this.#draw()
  }

  /** Of what was said to the run. */
  tell(text: string): void {
    this.#dim(text)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#terminal.interactive) this.#terminal.progress('')
  }

  #text(delta: string): void {
    const shown = visibleText(delta)
    if (shown === '') return
    this.#step += shown
    this.#isThinking = false
    if (!this.#terminal.interactive) return
    this.#terminal.write(shown)
    this.#endsInLine = shown.endsWith('\n')
  }

  /** The step is whole. */
  #keepText(): void {
    const text = this.#step
    this.#step = ''
    if (this.#terminal.interactive || text === '') return
    this.#terminal.write(text)
    this.#endsInLine = text.endsWith('\n')
  }

  /** What was said in this step does not count. */
  #void(why: string): void {
    const isShown = this.#terminal.interactive && this.#step !== ''
    this.#step = ''
    this.#dim(isShown ? `the answer above broke off and does not count; ${why}` : why)
  }

  #dim(text: string): void {
    this.#note(this.#terminal.noteStyle('dim', text))
  }

  #think(): void {
    if (this.#isThinking || !this.#endsInLine) return
    this.#isThinking = true
    if (this.#typed === '') this.#terminal.progress(this.#terminal.noteStyle('dim', 'thinking …'))
  }

  #begin({ callId, tool, input }: Extract<RunEvent, { type: 'tool_call' }>): void {
    this.#finishLine()
    const words = `${oneLine(tool)} ${argumentsLine(input, this.#columns - 30)}`.trimEnd()
    this.#open.set(callId, { tool, words, since: Date.now(), progress: '' })
    if (!this.#terminal.interactive) this.#note(`… ${words}`)
    this.#draw()
    this.#timer ??= setInterval(() => this.#draw(), tickMs).unref()
  }

  #progress({ callId, event }: Extract<RunEvent, { type: 'tool_event' }>): void {
    const call = this.#open.get(callId)
    if (!call || event.type !== 'progress') return
    const { done, total, message = '' } = event
    const far = done === undefined ? '' : total === undefined ? String(done) : `${done}/${total}`
    call.progress = oneLine(`${far} ${message}`.trim())
    this.#draw()
  }

  #end({ callId, result }: Extract<RunEvent, { type: 'tool_result' }>): void {
    const call = this.#open.get(callId)
    this.#open.delete(callId)
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    this.#note(this.#endLine(call?.words ?? oneLine(result.tool), result))
    this.#draw()
  }

  #endLine(words: string, result: ToolResult): string {
    const { noteStyle } = this.#terminal
    const isGood = result.status === 'ok' || result.status === 'skipped'
    const mark = isGood ? noteStyle('green', '✓') : noteStyle('red', '✗')
    const state = `${isGood ? '' : `${statusText(result.status, noteStyle)} `}${timeSpan(result.durationMs)}`
    const why = isGood ? '' : `\n  ${oneLine(result.error?.message ?? textOf(result), this.#columns - 4)}`
    return `${mark} ${words} ${noteStyle('dim', state)}${why}`
  }

  /** The calls that run, or what is typed, in the one line that the next output takes away. */
  #draw(): void {
    if (this.#typed !== '') {
      const end = oneLine(this.#typed).slice(-(this.#columns - 4))
      return this.#terminal.progress(`> ${end}`)
    }
    const [first, ...others] = this.#open.values()
    if (!first) return
    const time = timeSpan(Date.now() - first.since)
    const more = others.length > 0 ? `  and ${others.map(({ tool }) => oneLine(tool)).join(', ')}` : ''
    const line = `… ${first.words} ${time}${first.progress && `  ${first.progress}`}${more}`
    this.#terminal.progress(this.#terminal.noteStyle('dim', cut(line, this.#columns - 1)))
  }

  #note(text: string): void {
    this.#finishLine()
    this.#terminal.note(text)
  }

  #finishLine(): void {
    if (!this.#endsInLine) this.#terminal.write('\n')
    this.#endsInLine = true
  }

  get #columns(): number {
    return this.#terminal.columns ?? usualColumns
  }
}

function compactedWords({
  by,
  messages,
  tokensBefore,
  tokensAfter,
}: Extract<RunEvent, { type: 'compacted' }>): string {
  const what = by === 'cuts' ? 'long results were cut' : `${messages} messages were summarised`
  return `the conversation was too long: ${what} (${tokensBefore} → ${tokensAfter} tokens)`
}

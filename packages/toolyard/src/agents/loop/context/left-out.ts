/**
 * What the model is told of messages that it is no longer shown: how many, what people said in them, what was called.
 * The same messages give the same words.
 *
 * @module
 */
import { isFailure } from '../../../define/index.ts'
import type { ThreadMessage } from '../../../store/index.ts'

const maxSaid = 1000
/** The first thing that was said is the task; the others are the latest. */
const latestSaid = 4
const maxTools = 20

export class LeftOut {
  #messages = 0
  #firstSaid: string | undefined
  #said: string[] = []
  #answer = ''
  readonly #tools = new Map<string, { calls: number; failed: number }>()

  add(messages: readonly ThreadMessage[]): void {
    for (const message of messages) {
      this.#messages++
      if (message.role === 'user') this.#addSaid(message)
      for (const part of message.parts) {
        if (part.type === 'tool_result') this.#addCall(part.tool, isFailure(part.status))
        if (part.type === 'text' && message.role === 'assistant') this.#answer = cut(part.text)
      }
    }
  }

  /** As the first message of the conversation. */
  toMessage(at: number): ThreadMessage {
    return { id: 'left-out', role: 'user', parts: [{ type: 'text', text: this.#tell() }], at }
  }

  #addSaid({ parts, from }: ThreadMessage): void {
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    const said = `${from === undefined ? '' : `(from ${from}) `}${cut(text)}`
    if (this.#firstSaid === undefined) this.#firstSaid = said
    else this.#said = [...this.#said, said].slice(-latestSaid)
  }

  #addCall(tool: string, hasFailed: boolean): void {
    const known = this.#tools.get(tool) ?? { calls: 0, failed: 0 }
    known.calls++
    if (hasFailed) known.failed++
    this.#tools.set(tool, known)
  }

  #tell(): string {
    const said = [...(this.#firstSaid === undefined ? [] : [this.#firstSaid]), ...this.#said]
    return [
      `[The beginning of this conversation, ${this.#messages} messages, was left out to save room.`,
      ...(said.length > 0 ? ['What was asked there:', ...said.map((text) => `- ${text}`)] : []),
      ...(this.#tools.size > 0 ? [`What was called there: ${this.#tellTools()}.`] : []),
      ...(this.#answer === '' ? [] : [`What you said last there: ${this.#answer}`]),
    ]
      .join('\n')
      .concat(']')
  }

  #tellTools(): string {
    const most = [...this.#tools].toSorted(([, left], [, right]) => right.calls - left.calls)
    const words = most
      .slice(0, maxTools)
      .map(([tool, { calls, failed }]) => `${tool} ×${calls}${failed > 0 ? ` (${failed} failed)` : ''}`)
    return most.length > maxTools ? `${words.join(', ')}, and others` : words.join(', ')
  }
}

function cut(text: string): string {
  const line = text.trim()
  return line.length <= maxSaid ? line : `${line.slice(0, maxSaid).toWellFormed()}…`
}

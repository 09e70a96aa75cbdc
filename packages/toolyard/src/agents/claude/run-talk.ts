/**
 * Both sides of what is said in a run: messages that are written to the conversation, and words that the SDK is told.
 *
 * @module
 */
import type { Clock, Ids } from '../../kernel/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunRequest } from '../run/runner.ts'
import { attachedContent } from './attached-content.ts'
import type { PromptStream } from './prompt-stream.ts'
import type { SaidContent } from './sdk.ts'
import type { SessionLog } from './session-log.ts'
import { tellMessage, text } from './transcript.ts'

export interface TalkParts {
  readonly request: RunRequest
  readonly clock: Clock
  readonly ids: Ids
  readonly prompt: PromptStream
  readonly log: SessionLog | undefined
}

type Said = Pick<ThreadMessage, 'role' | 'parts' | 'from'>

export class RunTalk {
  readonly #parts: TalkParts
  #messages: number
  #beforeAnswer = 0

  constructor(parts: TalkParts) {
    this.#parts = parts
    this.#messages = parts.request.history.length
  }

  /** How many messages the conversation has. */
  get messages(): number {
    return this.#messages
  }

  /** How many it had before the model's last answer. */
  get beforeAnswer(): number {
    return this.#beforeAnswer
  }

  /** Answers the id of the message. `entries`: what of the session holds it, if it does. */
  async keep(said: Said, entries?: readonly string[]): Promise<string> {
    const { request, ids, clock, log } = this.#parts
    const id = ids.next('msg')
    if (said.role === 'assistant') this.#beforeAnswer = this.#messages
    await request.save([{ ...said, id, runId: request.runId, at: clock.wall() }])
    this.#messages++
    if (entries) log?.reaches(id, entries)
    return id
  }

  /** Written down as said by us, for those who read the conversation. */
  keepOurs(words: string): Promise<string> {
    return this.keep({ role: 'user', parts: [{ type: 'text', text: words }], from: 'toolyard' })
  }

  /** The same, and the SDK is told. */
  async tellOurs(words: string): Promise<void> {
    await this.keepOurs(words)
    this.say([text(words)])
  }

  say(content: readonly SaidContent[]): void {
    const { prompt, log } = this.#parts
    const uuid = prompt.say(content)
    log?.need(uuid)
  }

  /** Whether anything had come in; then the SDK was told. */
  async takeArrived(): Promise<boolean> {
    const { request } = this.#parts
    const arrived = await request.arrived()
    if (arrived.length === 0) return false
    await request.save(arrived)
    this.#messages += arrived.length
    const attached = await attachedContent(arrived, request)
    this.say([...arrived.map((message) => text(tellMessage(message))), ...attached])
    return true
  }
}

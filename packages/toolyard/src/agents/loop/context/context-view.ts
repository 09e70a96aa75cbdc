/**
 * The conversation as the model is shown it: whole while there is room, then with older results folded to a line, then with a summary
 * in place of its beginning.
 *
 * What is taken away is taken far below the limit at once and is kept with the thread, so that the beginning of what the service reads
 * stays the same for many steps and runs. Calls and their results leave together. The thread itself is never touched.
 *
 * @module
 */
import type { TextCut, ThreadMessage, ThreadView } from '../../../store/index.ts'
import { tokensOfMessage } from './estimate.ts'
import { cutOf, isAttachment, isFoldable, type Keep, withCuts } from './fold-result.ts'
import { repairHistory } from './repair-history.ts'

/** Parts of the room: how full it is after something was taken away, and how much of the newest is not touched before. */
const target = 0.6
const untouched = 0.3
/** Of a text that must be cut though it is new. */
const headLength = 4000
/** Of the room, what one message may have if everything else is gone. */
const messageShare = 0.4
const charactersPerToken = 2
/** With fewer characters than that a message says nothing. */
const shortestHead = 500
/** What services take of pictures and files in one request: bytes, and how many. */
const mostBytes = 12_000_000
const mostAttached = 20
/** Services count differently; more than this is no matter of counting. */
const maxFactor = 3

export interface FitOptions {
  readonly keep?: Keep | undefined
  /** What is told of messages that leave the view; `earlier` is what was told of those before them. */
  readonly summarise: (messages: readonly ThreadMessage[], earlier: string) => Promise<string>
}

const wholeView: ThreadView = { summary: '', messages: 0, cuts: {} }

export class ContextView {
  readonly #messages: ThreadMessage[]
  /** The same messages, before anything was cut. */
  readonly #whole: ThreadMessage[]
  /** Of each message. */
  readonly #sizes: number[]
  #sum: number
  #kept: ThreadView
  #answers: number
  #factor = 1
  #hasAttached: boolean

  /** `kept`: how the thread was shown last. */
  constructor(history: readonly ThreadMessage[], kept: ThreadView = wholeView) {
    const whole = repairHistory(history)
    this.#answers = whole.filter(isAnswer).length
    const from = kept.upTo === undefined ? -1 : whole.findLastIndex(({ id }) => id === kept.upTo)
    const isKnown = from >= 0 || kept.upTo === undefined
    this.#kept = isKnown ? kept : wholeView
    const shown = isKnown ? whole.slice(from + 1) : whole
    this.#whole = this.#kept.upTo === undefined ? shown : [summaryMessage(this.#kept, shown[0]), ...shown]
    this.#messages = this.#whole.map((message) => withCuts(message, this.#kept.cuts))
    this.#sizes = this.#messages.map(tokensOfMessage)
    this.#sum = total(this.#sizes)
    this.#hasAttached = this.#messages.some(hasAttached)
  }

  /** Every call with its result in the message after it. */
  get messages(): readonly ThreadMessage[] {
    return this.#messages
  }

  /** How many answers of the model the whole conversation has. */
  get answers(): number {
    return this.#answers
  }

  /** What is to be kept with the thread. */
  get kept(): ThreadView {
    return this.#kept
  }

  /** Estimated, and corrected by what the service counted before. */
  get tokens(): number {
    return Math.ceil(this.#sum * this.#factor)
  }

  add(message: ThreadMessage): void {
    const size = tokensOfMessage(message)
    if (isAnswer(message)) this.#answers++
    this.#whole.push(message)
    this.#messages.push(message)
    this.#sizes.push(size)
    this.#sum += size
    this.#hasAttached ||= hasAttached(message)
  }

  /** What the service counted where `estimated` was expected. Only ever makes us more careful. */
  learn(estimated: number, counted: number): void {
    if (estimated > 0 && counted > estimated)
      this.#factor = Math.min(maxFactor, Math.max(this.#factor, (this.#factor * counted) / estimated))
  }

  /** Makes it fit into `room` tokens; `kept` is another object then. Whether it does fit. */
  async fit(room: number, options: FitOptions): Promise<boolean> {
    if (this.#hasAttached) this.#foldAttached()
    if (this.tokens <= room) return true
    await this.#foldOlder(room, options)
    if (this.tokens > room) await this.#leaveOldest(room, options, this.#unseenFrom())
    if (this.tokens > room) await this.#foldAll(room, options)
    if (this.tokens > room) this.#cutMessages(room)
    // What it has not seen yet, too: else no run of this conversation would come to anything any more.
    if (this.tokens > room) await this.#leaveOldest(room, options, this.#messages.length - 1)
    return this.tokens <= room
  }

  /** Pictures and files that are too many for one request, oldest first; what the model has not seen yet only if it must be. */
  #foldAttached(): void {
    const unseen = this.#unseenFrom()
    let { bytes, count } = attachedIn(this.#messages)
    if (bytes <= mostBytes && count <= mostAttached) return
    for (const [index, message] of this.#messages.entries()) {
      const part = index < unseen ? target : 1
      if (bytes <= mostBytes * part && count <= mostAttached * part) break
      const own = attachedIn([message])
      if (own.count === 0) continue
      this.#cut(index, attachedCuts(message), true)
      bytes -= own.bytes
      count -= own.count
    }
  }

  /** Results before the newest part, oldest first. */
  async #foldOlder(room: number, options: FitOptions): Promise<void> {
    const end = Math.min(this.#newestFrom(room * untouched), this.#unseenFrom())
    for (let index = 0; index < end && this.tokens > room * target; index++)
      await this.#foldAt(index, options, 0)
  }

  /** What there is left, however new: better a part of it than nothing. */
  async #foldAll(room: number, options: FitOptions): Promise<void> {
    for (const head of [headLength, 0])
      for (let index = 0; index < this.#messages.length && this.tokens > room; index++)
        await this.#foldAt(index, options, head)
  }

  async #foldAt(index: number, { keep }: FitOptions, head: number): Promise<void> {
    const message = this.#whole[index]
    if (message?.role === 'user') this.#cut(index, attachedCuts(message))
    if (message?.role !== 'tool') return
    const cuts: Record<string, TextCut> = {}
    for (const part of message.parts) {
      if (part.type !== 'tool_result' || !isFoldable(part)) continue
      const known = this.#kept.cuts[part.callId]
      if (known === undefined) cuts[part.callId] = await cutOf(part, head, keep)
      else if (known.head > head) cuts[part.callId] = { ...known, head }
    }
    this.#cut(index, cuts)
  }

  /** Messages of people and agents that are longer than all that there is room for; each has less if they are many. */
  #cutMessages(room: number): void {
    const longest = Math.floor((room * messageShare * charactersPerToken) / this.#factor)
    for (let head = longest; this.tokens > room; head = Math.floor(head / 2)) {
      for (const [index, message] of this.#whole.entries())
        if (message.role !== 'tool' && this.tokens > room) this.#cut(index, { [message.id]: { head } })
      if (head <= shortestHead) return
    }
  }

  /** Only if it is shorter with them, or must be. */
  #cut(index: number, cuts: Readonly<Record<string, TextCut>>, isForced = false): void {
    const message = this.#whole[index]
    if (!message || Object.keys(cuts).length === 0) return
    const all = { ...this.#kept.cuts, ...cuts }
    const folded = withCuts(message, all)
    const [size, before] = [tokensOfMessage(folded), this.#sizes[index] ?? 0]
    if (size >= before && !isForced) return
    this.#messages[index] = folded
    this.#sizes[index] = size
    this.#sum += size - before
    this.#kept = { ...this.#kept, cuts: all }
  }

  /** Whole rounds from the beginning on: a question, or an answer with the results of its calls. */
  async #leaveOldest(room: number, { summarise }: FitOptions, last: number): Promise<void> {
    const from = this.#kept.upTo === undefined ? 0 : 1
    const goal = room * target
    let end = from
    let tokens = this.tokens
    while (tokens > goal) {
      const next = this.#roundEnd(end)
      if (next > last) break
      for (; end < next; end++) tokens -= (this.#sizes[end] ?? 0) * this.#factor
    }
    const upTo = this.#whole[end - 1]
    if (end === from || !upTo) return
    const leaving = this.#messages.slice(from, end)
    const summary = await summarise(leaving, this.#kept.summary)
    this.#kept = {
      upTo: upTo.id,
      summary,
      messages: this.#kept.messages + leaving.length,
      cuts: cutsOf(this.#whole.slice(end), this.#kept.cuts),
    }
    const note = summaryMessage(this.#kept, this.#whole[end])
    this.#whole.splice(0, end, note)
    this.#messages.splice(0, end, note)
    this.#sizes.splice(0, end, tokensOfMessage(note))
    this.#sum = total(this.#sizes)
  }

  /** Where the round that begins at `index` ends. */
  #roundEnd(index: number): number {
    let end = index + 1
    while (this.#messages[end]?.role === 'tool') end++
    return end
  }

  /** The model's last answer: what stands behind it, it has not seen yet. */
  #unseenFrom(): number {
    return Math.max(
      this.#messages.findLastIndex(({ role }) => role === 'assistant'),
      0,
    )
  }

  /** Where the newest messages begin that have at most so many tokens together. */
  #newestFrom(tokens: number): number {
    let index = this.#messages.length
    for (let sum = 0; index > 0; index--) {
      sum += (this.#sizes[index - 1] ?? 0) * this.#factor
      if (sum > tokens) break
    }
    return index
  }
}

/** The first message of a conversation whose beginning is not shown. */
function summaryMessage({ summary, messages }: ThreadView, next: ThreadMessage | undefined): ThreadMessage {
  const text = `[The beginning of this conversation, ${messages} messages, was left out to save room. read_thread shows them. In short:\n${summary}]`
  return { id: 'summary', role: 'user', parts: [{ type: 'text', text }], from: 'toolyard', at: next?.at ?? 0 }
}

/** Of messages that are still shown. */
function cutsOf(
  messages: readonly ThreadMessage[],
  cuts: ThreadView['cuts'],
): Readonly<Record<string, TextCut>> {
  const ids = messages.flatMap(({ id, parts }) => [
    id,
    ...parts.flatMap((part) => (part.type === 'tool_result' ? [part.callId] : [])),
    ...parts.flatMap((part) => (isAttachment(part) ? [part.handle] : [])),
  ])
  return Object.fromEntries(ids.flatMap((id) => (cuts[id] ? [[id, cuts[id]] as const] : [])))
}

function hasAttached({ role, parts }: ThreadMessage): boolean {
  return role === 'user' && parts.some(isAttachment)
}

function attachedIn(messages: readonly ThreadMessage[]): { readonly bytes: number; readonly count: number } {
  const attached = messages.flatMap(({ parts }) => parts.filter(isAttachment))
  return { bytes: attached.reduce((sum, { bytes }) => sum + bytes, 0), count: attached.length }
}

function attachedCuts({ parts }: ThreadMessage): Readonly<Record<string, TextCut>> {
  return Object.fromEntries(
    parts.filter(isAttachment).map(({ handle }) => [handle, { head: 0, handle }] as const),
  )
}

function isAnswer({ role }: ThreadMessage): boolean {
  return role === 'assistant'
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

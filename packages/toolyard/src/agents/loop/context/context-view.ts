/**
 * The conversation as the model is shown it: whole while there is room, then with older results folded to a line, then
 * without its beginning.
 *
 * What is taken away is taken far below the limit at once, so that the beginning of what the service reads stays the same
 * for many steps. Calls and their results leave together. The thread itself is never touched: all of it stays in the store.
 *
 * @module
 */
import type { MessagePart, ThreadMessage } from '../../../store/index.ts'
import { tokensOfMessage } from './estimate.ts'
import { type FoldingOptions, foldResult, isFoldable } from './fold-result.ts'
import { LeftOut } from './left-out.ts'
import { repairHistory } from './repair-history.ts'

/** Parts of the room: how full it is after something was taken away, and how much of the newest is not touched before. */
const target = 0.6
const untouched = 0.3
/** Of a result that must be cut though it is new. */
const headLength = 4000
/** Services count differently; more than this is no matter of counting. */
const maxFactor = 3

export class ContextView {
  readonly #messages: ThreadMessage[]
  /** Of each message. */
  readonly #sizes: number[]
  #sum: number
  #leftOut: LeftOut | undefined
  #factor = 1

  constructor(history: readonly ThreadMessage[]) {
    this.#messages = repairHistory(history)
    this.#sizes = this.#messages.map(tokensOfMessage)
    this.#sum = total(this.#sizes)
  }

  /** Every call with its result in the message after it. */
  get messages(): readonly ThreadMessage[] {
    return this.#messages
  }

  /** Estimated, and corrected by what the service counted before. */
  get tokens(): number {
    return Math.ceil(this.#sum * this.#factor)
  }

  add(message: ThreadMessage): void {
    const size = tokensOfMessage(message)
    this.#messages.push(message)
    this.#sizes.push(size)
    this.#sum += size
  }

  /** What the service counted where `estimated` was expected. Only ever makes us more careful. */
  learn(estimated: number, counted: number): void {
    if (estimated > 0 && counted > estimated)
      this.#factor = Math.min(maxFactor, Math.max(this.#factor, (this.#factor * counted) / estimated))
  }

  /** Makes it fit into `room` tokens. Whether it does. */
  async fit(room: number, folding: FoldingOptions): Promise<boolean> {
    if (this.tokens <= room) return true
    await this.#foldOlder(room, folding)
    if (this.tokens > room) this.#dropOldest(room)
    if (this.tokens > room) await this.#foldAll(room, folding)
    return this.tokens <= room
  }

  /** Results before the newest part, oldest first. */
  async #foldOlder(room: number, folding: FoldingOptions): Promise<void> {
    const end = Math.min(this.#newestFrom(room * untouched), this.#unseenFrom())
    for (let index = 0; index < end && this.tokens > room * target; index++)
      await this.#foldAt(index, folding, 0)
  }

  /** What there is left, however new: better a part of it than nothing. */
  async #foldAll(room: number, folding: FoldingOptions): Promise<void> {
    for (const head of [headLength, 0])
      for (let index = 0; index < this.#messages.length && this.tokens > room; index++)
        await this.#foldAt(index, folding, head)
  }

  async #foldAt(index: number, folding: FoldingOptions, head: number): Promise<void> {
    const message = this.#messages[index]
    if (message?.role !== 'tool') return
    const parts: MessagePart[] = []
    for (const part of message.parts)
      parts.push(
        part.type === 'tool_result' && isFoldable(part) ? await foldResult(part, folding, head) : part,
      )
    const folded = { ...message, parts }
    const [size, before] = [tokensOfMessage(folded), this.#sizes[index] ?? 0]
    if (size >= before) return
    this.#messages[index] = folded
    this.#sizes[index] = size
    this.#sum += size - before
  }

  /** Whole rounds from the beginning on: a question, or an answer with the results of its calls. */
  #dropOldest(room: number): void {
    const isTold = this.#leftOut !== undefined
    const told = (this.#leftOut ??= new LeftOut())
    const from = isTold ? 1 : 0
    const [goal, last] = [room * target, this.#unseenFrom()]
    let end = from
    let tokens = this.tokens
    while (tokens > goal) {
      const next = this.#roundEnd(end)
      if (next > last) break
      for (; end < next; end++) tokens -= (this.#sizes[end] ?? 0) * this.#factor
    }
    if (end === from) {
      if (!isTold) this.#leftOut = undefined
      return
    }
    told.add(this.#messages.slice(from, end))
    const note = told.toMessage(this.#messages[end]?.at ?? 0)
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

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

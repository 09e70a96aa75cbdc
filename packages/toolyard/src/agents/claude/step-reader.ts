/**
 * Reads the events of the Messages API as they pass by: words as they come, and each answer once it is whole.
 *
 * @module
 */
import type { ModelUsage } from '../models/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { ApiUsage, StreamEvent } from './sdk.ts'

/** An answer of the model. */
export interface SaidStep {
  readonly blocks: readonly SaidBlock[]
  readonly usage: ModelUsage
  /** It reached the longest that the service gives. */
  readonly isCut: boolean
}

export type SaidBlock =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** Name and arguments as the model wrote them; the arguments are perhaps no JSON. */
  | { readonly type: 'call'; readonly callId: string; readonly name: string; readonly json: string }

/** `again`: the answer that had begun is void. */
export type StepProgress =
  | { readonly type: 'delta'; readonly event: RunEvent }
  | { readonly type: 'step'; readonly step: SaidStep }
  | { readonly type: 'again' }

interface OpenBlock {
  readonly type: SaidBlock['type']
  readonly callId: string
  readonly name: string
  text: string
}

export class StepReader {
  #blocks: Map<number, OpenBlock> | undefined
  #usage: ApiUsage = {}
  #isCut = false
  #hasEnded = false
  #kept = 0

  /** The text of the answer that has begun and is not whole. */
  get begun(): string {
    return [...(this.#blocks?.values() ?? [])]
      .flatMap(({ type, text }) => (type === 'text' ? [text] : []))
      .join('')
  }

  read(event: StreamEvent): StepProgress | undefined {
    if (event.type === 'message_start') return this.#begin(event.message.usage)
    const blocks = this.#blocks
    if (!blocks) return undefined
    if (event.type === 'content_block_start') {
      const { type, id = '', name = '', text = '' } = event.content_block
      const known = typeOf(type)
      if (known) blocks.set(event.index, { type: known, callId: id, name, text })
    } else if (event.type === 'content_block_delta') {
      return this.#add(blocks.get(event.index), event.delta)
    } else if (event.type === 'message_delta') {
      this.#usage = merged(this.#usage, event.usage)
      this.#isCut = event.delta.stop_reason === 'max_tokens'
      this.#hasEnded = true
    } else if (event.type === 'message_stop') {
      this.#blocks = undefined
      const said = [...blocks.values()].slice(0, this.#hasEnded ? blocks.size : this.#kept).map(closed)
      if (!this.#hasEnded && said.length === 0) return undefined
      return { type: 'step', step: { blocks: said, usage: usageOf(this.#usage), isCut: this.#isCut } }
    }
    return undefined
  }

  /** The SDK keeps these blocks more of the answer, also if it breaks off. */
  keep(blocks: readonly { readonly type: string }[]): void {
    this.#kept += blocks.filter(({ type }) => typeOf(type) !== undefined).length
  }

  /** Forgets the answer that has begun. */
  drop(): void {
    this.#blocks = undefined
  }

  #begin(usage: ApiUsage | undefined): StepProgress | undefined {
    const isAgain = this.#blocks !== undefined
    this.#blocks = new Map()
    this.#usage = usage ?? {}
    this.#isCut = false
    this.#hasEnded = false
    this.#kept = 0
    return isAgain ? { type: 'again' } : undefined
  }

  #add(
    block: OpenBlock | undefined,
    { text, thinking, partial_json: json }: Delta,
  ): StepProgress | undefined {
    const added = text ?? thinking ?? json ?? ''
    if (!block || added === '') return undefined
    block.text += added
    if (block.type === 'call') return undefined
    return { type: 'delta', event: { type: block.type, delta: added } }
  }
}

type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta']

function typeOf(type: string): SaidBlock['type'] | undefined {
  if (type === 'text') return 'text'
  if (type === 'thinking') return 'reasoning'
  return type === 'tool_use' ? 'call' : undefined
}

function closed({ type, callId, name, text }: OpenBlock): SaidBlock {
  return type === 'call' ? { type, callId, name, json: text } : { type, text }
}

/** Counts that come later stand for the whole answer. */
function merged(known: ApiUsage, later: ApiUsage = {}): ApiUsage {
  const told = Object.entries(later).filter(([, count]) => typeof count === 'number' && count > 0)
  return { ...known, ...Object.fromEntries(told) }
}

function usageOf(usage: ApiUsage): ModelUsage {
  const cachedTokens = usage.cache_read_input_tokens ?? 0
  return {
    inputTokens: (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0) + cachedTokens,
    outputTokens: usage.output_tokens ?? 0,
    cachedTokens,
  }
}

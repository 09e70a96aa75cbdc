/**
 * Reads the events of the Messages API as they pass by: words as they come, and each answer once it is whole.
 *
 * @module
 */
import { tokensOfText } from '../loop/context/estimate.ts'
import type { ModelAnswer, ModelUsage } from '../models/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { ApiUsage, StreamEvent } from './sdk.ts'

/** An answer of the model. */
export interface SaidStep {
  readonly blocks: readonly SaidBlock[]
  readonly usage: ModelUsage
  readonly reason: ModelAnswer['reason']
  /** Under which it stands in the session. */
  readonly entries: readonly string[]
}

export type SaidBlock =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly signature?: string }
  /** Name and arguments as the model wrote them; the arguments are perhaps no JSON. */
  | { readonly type: 'call'; readonly callId: string; readonly name: string; readonly json: string }

/** `again`: the answer that had begun is void. */
export type StepProgress =
  | { readonly type: 'delta'; readonly event: RunEvent }
  | { readonly type: 'step'; readonly step: SaidStep }
  | { readonly type: 'again'; readonly spent: ModelUsage | undefined }

interface OpenBlock {
  readonly type: SaidBlock['type']
  readonly callId: string
  readonly name: string
  text: string
  signature: string
}

export class StepReader {
  #blocks: Map<number, OpenBlock> | undefined
  #usage: ApiUsage = {}
  #reason: ModelAnswer['reason'] = 'stop'
  #hasEnded = false
  #kept = 0
  #entries: string[] = []

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
      if (known) blocks.set(event.index, { type: known, callId: id, name, text, signature: '' })
    } else if (event.type === 'content_block_delta') {
      return this.#add(blocks.get(event.index), event.delta)
    } else if (event.type === 'message_delta') {
      this.#usage = merged(this.#usage, event.usage)
      this.#reason = reasonOf(event.delta.stop_reason)
      this.#hasEnded = true
    } else if (event.type === 'message_stop') {
      this.#blocks = undefined
      const said = [...blocks.values()].slice(0, this.#hasEnded ? blocks.size : this.#kept).map(closed)
      if (!this.#hasEnded && said.length === 0) return undefined
      const [usage, reason, entries] = [usageOf(this.#usage), this.#reason, this.#entries]
      return { type: 'step', step: { blocks: said, usage, reason, entries } }
    }
    return undefined
  }

  /** The SDK keeps these blocks more of the answer, also if it breaks off. */
  keep(blocks: readonly { readonly type: string }[], entry?: string): void {
    this.#kept += blocks.filter(({ type }) => typeOf(type) !== undefined).length
    if (entry !== undefined) this.#entries.push(entry)
  }

  /** What an answer has used that broke off: the service charges for it, and does not tell how much was said. */
  get spent(): ModelUsage | undefined {
    const said = [...(this.#blocks?.values() ?? [])].map(({ text }) => text).join('')
    return said === '' ? undefined : { ...usageOf(this.#usage), outputTokens: tokensOfText(said) }
  }

  /** Forgets the answer that has begun. */
  drop(): void {
    this.#blocks = undefined
  }

  #begin(usage: ApiUsage | undefined): StepProgress | undefined {
    const [isAgain, spent] = [this.#blocks !== undefined, this.spent]
    this.#blocks = new Map()
    this.#usage = usage ?? {}
    this.#reason = 'stop'
    this.#hasEnded = false
    this.#kept = 0
    this.#entries = []
    return isAgain ? { type: 'again', spent } : undefined
  }

  #add(
    block: OpenBlock | undefined,
    { text, thinking, signature, partial_json: json }: Delta,
  ): StepProgress | undefined {
    if (block && signature !== undefined) block.signature += signature
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

function closed({ type, callId, name, text, signature }: OpenBlock): SaidBlock {
  if (type === 'call') return { type, callId, name, json: text }
  return { type, text, ...(signature !== '' && { signature }) }
}

function reasonOf(reason: string | null | undefined): ModelAnswer['reason'] {
  if (reason === 'refusal') return 'refused'
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop'
}

/** Counts that come later stand for the whole answer. */
function merged(known: ApiUsage, later: ApiUsage = {}): ApiUsage {
  const told = Object.entries(later).filter(([, count]) => typeof count === 'number' && count > 0)
  return { ...known, ...Object.fromEntries(told) }
}

function usageOf(usage: ApiUsage): ModelUsage {
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = usage
  return {
    inputTokens: (usage.input_tokens ?? 0) + (written ?? 0) + (cached ?? 0),
    outputTokens: usage.output_tokens ?? 0,
    cachedTokens: cached ?? 0,
    ...(typeof written === 'number' && { cacheWriteTokens: written }),
  }
}

/**
 * The stream of a provider package → our events, and at its end the whole answer in parts.
 *
 * @module
 */
import { parseJson, ToolyardError } from '../../../kernel/index.ts'
import type { MessagePart } from '../../../store/index.ts'
import type { ModelAnswer, ModelEvent } from '../model.ts'
import type { LanguageModelV4 } from './language-model.ts'

type Stream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream']
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never
type Metadata = Extract<StreamPart, { type: 'text-start' }>['providerMetadata']
type ToolCall = Extract<StreamPart, { type: 'tool-call' }>
type Finish = Extract<StreamPart, { type: 'finish' }>

/** Wider than what validation takes: arguments may nest deeper on the wire than in the schema. */
const inputLimits = { maxBytes: 4_000_000, maxDepth: 128 }

/** Text or reasoning that is still being written. */
interface Block {
  readonly type: 'text' | 'reasoning'
  text: string
  metadata: Metadata
}

/** Throws if the stream breaks off or says that it failed. */
export async function* readStream(stream: Stream): AsyncGenerator<ModelEvent, void, undefined> {
  const written: (Block | MessagePart)[] = []
  const open = new Map<string, Block>()
  for await (const part of stream) {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end': {
        const block = blockOf(part, open, written)
        if (!('delta' in part) || part.delta === '') break
        block.text += part.delta
        yield { type: block.type, delta: part.delta }
        break
      }
      case 'tool-call':
        if (part.providerExecuted !== true) written.push(callOf(part))
        break
      case 'finish':
        yield answerOf(part, written)
        return
      case 'error':
        throw part.error
      default:
    }
  }
  throw brokenStream()
}

function blockOf(
  part: { readonly type: string; readonly id: string; readonly providerMetadata?: Metadata },
  open: Map<string, Block>,
  written: (Block | MessagePart)[],
): Block {
  const type = part.type.startsWith('text') ? 'text' : 'reasoning'
  const key = `${type} ${part.id}`
  let block = part.type.endsWith('start') ? undefined : open.get(key)
  if (!block) {
    block = { type, text: '', metadata: undefined }
    open.set(key, block)
    written.push(block)
  }
  block.metadata = part.providerMetadata ?? block.metadata
  return block
}

function callOf({ toolCallId, toolName, input, providerMetadata }: ToolCall): MessagePart {
  return {
    type: 'tool_call',
    callId: toolCallId,
    tool: toolName,
    input: inputOf(input),
    ...signed(providerMetadata),
  }
}

/** What is no JSON stays text, for validation to repair or to refuse. */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {}
  const parsed = parseJson(text, inputLimits)
  return 'value' in parsed ? parsed.value : text
}

function answerOf({ finishReason, usage }: Finish, written: readonly (Block | MessagePart)[]): ModelAnswer {
  const { unified } = finishReason
  if (unified === 'error' || unified === 'interrupted') throw brokenStream()
  return {
    type: 'finish',
    parts: written.flatMap((part) => ('metadata' in part ? blockPart(part) : [part])),
    reason: unified === 'length' ? 'length' : unified === 'content-filter' ? 'refused' : 'stop',
    usage: {
      inputTokens: usage.inputTokens.total,
      cachedTokens: usage.inputTokens.cacheRead,
      cacheWriteTokens: usage.inputTokens.cacheWrite,
      outputTokens: usage.outputTokens.total,
      reasoningTokens: usage.outputTokens.reasoning,
    },
  }
}

/** Empty text says nothing; empty reasoning may still have a signature that the service wants back. */
function blockPart({ type, text, metadata }: Block): readonly MessagePart[] {
  if (text === '' && (type === 'text' || metadata === undefined)) return []
  return [{ type, text, ...signed(metadata) }]
}

function signed(metadata: Metadata): { readonly signature?: string } {
  return metadata === undefined || Object.keys(metadata).length === 0
    ? {}
    : { signature: JSON.stringify(metadata) }
}

function brokenStream(): ToolyardError {
  return new ToolyardError('unavailable', 'the answer broke off before its end', { retryable: true })
}

/**
 * A server that wants a model's words while it works for an MCP client: the client's own model is asked, and the client decides.
 *
 * It is a call inside the call, of a tool that no list shows (`docs__sampling.createMessage`): so rules, approvals and the journal
 * hold for it. What the client could add of its own (`includeContext`) or run (`tools`) is not passed on.
 *
 * @module
 */
import type { ContentBlock, ToolContext } from '../../../define/index.ts'
import { offerName } from '../definition/index.ts'
import {
  cleanText,
  isPlainObject,
  ToolyardError,
  visibleText,
  type JsonObject,
} from '../../../kernel/index.ts'
import { type McpAnswer, readBlock } from './content.ts'
import { nameServer } from './fault.ts'
import type { RunningCall } from './running-call.ts'

/** What a server wants a model to say, in the protocol's own form: `messages`, `systemPrompt`, `maxTokens` and more. */
export type SamplingRequest = Readonly<Record<string, unknown>>

export interface SamplingAnswer {
  readonly role: 'assistant' | 'user'
  readonly content: unknown
  readonly model: string
  readonly stopReason?: string
}

/** Lets a model answer for a server. The application decides whether to, and who is asked first. */
export type Sampling = (
  request: SamplingRequest,
  about: {
    readonly server: string
    readonly tool: string
    readonly callId: string
    readonly signal: AbortSignal
  },
) => Promise<SamplingAnswer>

/** Of one call. */
const mostAsked = 20
const maxTokens = 100_000
const maxText = 1_000_000
const passedOn = ['systemPrompt', 'temperature', 'stopSequences', 'modelPreferences'] as const
const kinds: ReadonlySet<string> = new Set(['text', 'image', 'audio'])

/** Rejects where rules, a person or the client say no. */
export async function sampleThrough(
  call: RunningCall,
  server: string,
  params: unknown,
): Promise<SamplingAnswer> {
  if (++call.sampled > mostAsked)
    throw new ToolyardError('denied', `${nameServer(server)} asked a model more than ${mostAsked} times`)
  const result = await call.context.call(offerName(server, 'sampling/createMessage'), requestOf(params))
  const { data, error, content } = result
  if (result.status !== 'ok' || !isPlainObject(data))
    throw new ToolyardError(error?.code ?? 'denied', error?.message ?? 'no model answered', error)
  const { model, stopReason, text, block } = data
  const said = typeof text === 'string' ? { type: 'text', text } : content[Number(block)]
  return {
    role: 'assistant',
    model: String(model),
    content: said,
    ...(typeof stopReason === 'string' && { stopReason }),
  }
}

/** The call itself: the client is asked, and what it answered is read with care. */
export async function sampleFor(input: unknown, { sample, signal }: ToolContext): Promise<McpAnswer> {
  if (!sample) throw new ToolyardError('unavailable', 'whoever calls offers no model')
  const { content: said, model, stopReason } = await sample(input as JsonObject, signal)
  const [block] = isPlainObject(said) ? readBlock(said) : []
  if (!block || !kinds.has(block.type) || typeof model !== 'string')
    throw new ToolyardError('tool_failed', 'the client answered something that is no message of a model')
  const about = {
    model: visibleText(model.slice(0, 200)),
    ...(typeof stopReason === 'string' && { stopReason: visibleText(stopReason.slice(0, 100)) }),
  }
  const data = block.type === 'text' ? { text: cleanText(block.text.slice(0, maxText)) } : { block: 0 }
  const content: readonly ContentBlock[] = block.type === 'text' ? [] : [block]
  return { content, structuredContent: { ...about, ...data }, isError: false }
}

function requestOf(params: unknown): JsonObject {
  const given = isPlainObject(params) ? params : {}
  const { messages, systemPrompt, maxTokens: wanted } = given
  const rest = passedOn.filter((key) => given[key] !== undefined).map((key) => [key, given[key]])
  return {
    ...Object.fromEntries(rest),
    ...(typeof systemPrompt === 'string' && { systemPrompt: cleanText(systemPrompt) }),
    messages: Array.isArray(messages) ? messages.map(messageOf) : [],
    maxTokens: typeof wanted === 'number' && wanted >= 1 ? Math.min(Math.floor(wanted), maxTokens) : 1000,
  }
}

function messageOf(message: unknown): JsonObject {
  const { role, content } = isPlainObject(message) ? message : {}
  const [block] = isPlainObject(content) ? readBlock(content) : []
  if (!block || !kinds.has(block.type))
    throw new ToolyardError(
      'denied',
      'a message for a model holds something else than text, a picture or a sound',
    )
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    content: block.type === 'text' ? { type: 'text', text: cleanText(block.text) } : block,
  }
}

/**
 * Messages of a thread → the prompt of a provider package. Each message is converted once, until the service refuses what it shows.
 *
 * Only what this service can read goes out: another's reasoning stays at home, images go where they are taken and are
 * named in words elsewhere, and a call whose arguments were no JSON is told as an object, because services refuse others.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { type ContentBlock, isFailure, textOf, type ToolStatus } from '../../../define/index.ts'
import { isPlainObject, parseJson } from '../../../kernel/index.ts'
import {
  attachedLine,
  type AttachedPart,
  type MessagePart,
  type ThreadMessage,
} from '../../../store/index.ts'
import { textIn } from '../../run/attachments/index.ts'
import type { ModelRequest, ToolResultPart } from '../model.ts'
import type { LanguageModelV4 } from './language-model.ts'
import type { RefusedMedia, ShownPart } from './refused-media.ts'
import type { Vendor } from './vendors.ts'

type Prompt = Parameters<LanguageModelV4['doStream']>[0]['prompt']
type PromptMessage = Prompt[number]
type UserPart = Extract<PromptMessage, { role: 'user' }>['content'][number]
type AssistantPart = Extract<PromptMessage, { role: 'assistant' }>['content'][number]
type PromptResultPart = Extract<
  Extract<PromptMessage, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>
type ResultOutput = PromptResultPart['output']
type Options = NonNullable<PromptMessage['providerOptions']>

const pdfType = 'application/pdf'
const commonImages = /^image\/(?:jpeg|png|gif|webp)$/
/** Marks how far the service may remember what it read. */
const cached: Options = { anthropic: { cacheControl: { type: 'ephemeral' } } }

export class PromptWriter {
  readonly #vendor: Vendor
  readonly #refused: RefusedMedia
  #known = new WeakMap<ThreadMessage, PromptMessage | null>()

  constructor(vendor: Vendor, refused: RefusedMedia) {
    this.#vendor = vendor
    this.#refused = refused
  }

  async write(request: ModelRequest, nameOf: (tool: string) => string): Promise<Prompt> {
    const { system, messages } = request
    const prompt: Prompt = system === '' ? [] : [{ role: 'system', content: system }]
    for (const message of messages) {
      let known = this.#known.get(message)
      if (known === undefined) {
        known = message.role === 'user' ? await this.#said(message, request) : this.#convert(message, nameOf)
        this.#known.set(message, known)
      }
      if (known !== null) prompt.push(known)
    }
    if (this.#vendor.dialect === 'anthropic') markCached(prompt)
    return prompt
  }

  /** Pictures and documents that go out by their bytes. */
  shown({ messages, attachment }: ModelRequest): readonly ShownPart[] {
    if (!attachment) return []
    return messages.flatMap(({ role, parts }) =>
      role === 'user' ? parts.filter((part) => this.#isShown(part)) : [],
    )
  }

  /** What was refused since is named in words. */
  forget(): void {
    this.#known = new WeakMap()
  }

  async #said(message: ThreadMessage, request: ModelRequest): Promise<PromptMessage> {
    const content: UserPart[] = [{ type: 'text', text: saidText(message) }]
    for (const part of message.parts)
      if (part.type === 'image' || part.type === 'file')
        content.push(...(await this.#attached(part, request)))
    return { role: 'user', content }
  }

  /** What it is in words, and the thing itself. */
  async #attached(part: AttachedPart, { attachment }: ModelRequest): Promise<readonly UserPart[]> {
    if ('path' in part) return [{ type: 'text', text: attachedLine(part) }]
    const why = this.#refused.has(part) ? 'the model, or its service, does not take it' : undefined
    const found = why === undefined ? await attachment?.(part.handle) : undefined
    if (!found) return [{ type: 'text', text: attachedLine(part, why ?? 'its bytes are not kept any more') }]
    const bytes = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength)
    const { name, mediaType } = part
    if (!this.#isShown(part))
      return [{ type: 'text', text: `${attachedLine(part)}\n${textIn(bytes)}\n[end of "${name}"]` }]
    const data = { type: 'data', data: bytes.toString('base64') } as const
    return [
      { type: 'text', text: attachedLine(part) },
      { type: 'file', mediaType, data, ...(part.type === 'file' && { filename: name }) },
    ]
  }

  /** Whether it goes out by its bytes: a text is one. */
  #isShown(part: MessagePart): part is ShownPart {
    if ((part.type !== 'image' && part.type !== 'file') || 'path' in part || this.#refused.has(part))
      return false
    return part.type === 'image' || part.mediaType === pdfType
  }

  /** `null` if nothing of it can be sent. */
  #convert({ role, parts }: ThreadMessage, nameOf: (tool: string) => string): PromptMessage | null {
    if (role === 'assistant') {
      const content = parts.flatMap((part) => this.#assistantPart(part, nameOf))
      return content.some(({ type }) => type !== 'reasoning') ? { role, content } : null
    }
    const content = parts.flatMap((part) =>
      part.type === 'tool_result' ? [this.#resultPart(part, nameOf(part.tool))] : [],
    )
    return content.length === 0 ? null : { role: 'tool', content }
  }

  #assistantPart(part: MessagePart, nameOf: (tool: string) => string): readonly AssistantPart[] {
    if (part.type === 'tool_result' || part.type === 'image' || part.type === 'file') return []
    const facts = factsIn(part.signature)
    const options = facts && { providerOptions: facts as Options }
    if (part.type === 'tool_call') {
      const { callId: toolCallId, tool, input } = part
      return [{ type: 'tool-call', toolCallId, toolName: nameOf(tool), input: objectOf(input), ...options }]
    }
    if (part.type === 'text')
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, ...options }]
    return this.#vendor.takesReasoning(facts) ? [{ type: 'reasoning', text: part.text, ...options }] : []
  }

  #resultPart(part: ToolResultPart, toolName: string): PromptResultPart {
    return { type: 'tool-result', toolCallId: part.callId, toolName, output: this.#output(part) }
  }

  #output(part: ToolResultPart): ResultOutput {
    const { dialect } = this.#vendor
    const text = textOf(part).trim() === '' ? silence(part.status) : textOf(part)
    const hasFlag = dialect === 'anthropic' || dialect === 'gemini'
    if (isFailure(part.status))
      return hasFlag ? { type: 'error-text', value: text } : { type: 'text', value: marked(text) }
    if (!part.content.some((block) => this.#takes(block))) return { type: 'text', value: text }
    return {
      type: 'content',
      value: part.content.map((block) =>
        this.#takes(block)
          ? { type: 'file', data: { type: 'data', data: block.data }, mediaType: block.mimeType }
          : { type: 'text', text: textOf({ content: [block] }) || ' ' },
      ),
    }
  }

  /** Chat Completions have no place for an image in a result. */
  #takes(block: ContentBlock): block is Extract<ContentBlock, { type: 'image' | 'audio' }> {
    if (block.type !== 'image' || this.#vendor.dialect === 'openai') return false
    return commonImages.test(block.mimeType)
  }
}

/** Who says it, if that is neither the person nor the agent. */
function saidText({ parts, from }: ThreadMessage): string {
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const nothing = parts.some(({ type }) => type === 'image' || type === 'file')
    ? '(nothing was said with it)'
    : '(an empty message)'
  const text = said.trim() === '' ? nothing : said
  return from === undefined ? text : `[message from ${from}]\n${text}`
}

/** What a service gave us with a part, under its name: others pass it by. */
function factsIn(signature: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (signature === undefined) return undefined
  const parsed = parseJson(signature)
  return 'value' in parsed && isPlainObject(parsed.value) ? parsed.value : undefined
}

function objectOf(input: unknown): unknown {
  return isPlainObject(input) ? input : { malformed: input ?? null }
}

function silence(status: ToolStatus): string {
  return isFailure(status) ? `The call ended as "${status}".` : '(no output)'
}

/** For services without a flag for errors: the text itself says so. */
function marked(text: string): string {
  return /^\W*error\b|^[a-z_]+: /i.test(text) ? text : `Error: ${text}`
}

function markCached(prompt: Prompt): void {
  for (const index of new Set([0, prompt.length - 1])) {
    const message = prompt[index]
    if (message) prompt[index] = { ...message, providerOptions: cached }
  }
}

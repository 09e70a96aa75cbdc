/**
 * A result as each provider wants it back. Only what the model may see goes into text: `content`, never `data`.
 *
 * @module
 */
import { type ContentBlock, isFailure, textOf, type ToolResult, truncateData } from '../define/index.ts'
import { faultText, isPlainObject, parseJson, visibleData } from '../kernel/index.ts'
import type { DialectName, StructuredPromise } from './dialect.ts'
import { resultName } from './mcp.ts'
import type {
  AnthropicAnswer,
  AnthropicContent,
  AnthropicImageType,
  GeminiAnswer,
  McpAnswer,
  OpenAiResponsesContent,
  ProviderAnswer,
} from './provider-types.ts'

export interface CallRef {
  /** The provider's id of the call. */
  readonly id: string
  /** The tool's name as the model wrote it. */
  readonly name: string
  /** What the definition that was shown promises of structured content; only MCP's can. */
  readonly structured?: StructuredPromise | boolean
}

/** Characters of data beside a text that was not cut. */
const mostData = 50 * 1024
const anthropicImages: ReadonlySet<string> = new Set<AnthropicImageType>([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
])

type Renderers = {
  readonly [Dialect in DialectName]: (result: ToolResult, call: CallRef) => ProviderAnswer<Dialect>
}

const renderers: Renderers = {
  openai: (result, { id }) => ({ role: 'tool', tool_call_id: id, content: markedText(result) }),
  'openai-responses': (result, { id }) => ({
    type: 'function_call_output',
    call_id: id,
    output: responsesOutput(result),
  }),
  anthropic: anthropicBlock,
  gemini: (result, call) => ({ functionResponse: geminiResponse(result, call) }),
  mcp: mcpResult,
}

/** `tool` message, `function_call_output` item, `tool_result` block, `functionResponse` part, `CallToolResult`. */
export function renderResult<Dialect extends DialectName>(
  result: ToolResult,
  dialect: Dialect,
  call: CallRef,
): ProviderAnswer<Dialect> {
  return renderers[dialect](result, call)
}

function failed(result: ToolResult): boolean {
  return isFailure(result.status)
}

/** What the model reads. Never empty: some providers refuse it, and silence puzzles models. */
function modelText(result: ToolResult): string {
  const text = textOf(result)
  if (text !== '') return text
  const { error } = result
  if (error) return faultText(error)
  return failed(result) ? `The call ended as "${result.status}".` : '(no output)'
}

/** For providers without a flag for errors: the text itself says so. */
function markedText(result: ToolResult): string {
  const text = modelText(result)
  if (!failed(result) || /^\W*error\b/i.test(text)) return text
  return result.error && text.startsWith(result.error.code) ? text : `Error: ${text}`
}

function hasImage(result: ToolResult): boolean {
  return result.content.some(({ type }) => type === 'image')
}

function responsesOutput(result: ToolResult): string | OpenAiResponsesContent[] {
  if (failed(result) || !hasImage(result)) return markedText(result)
  return result.content.map((block) =>
    block.type === 'image'
      ? { type: 'input_image', image_url: `data:${block.mimeType};base64,${block.data}`, detail: 'auto' }
      : { type: 'input_text', text: textOf({ content: [block] }) },
  )
}

/** A failed call may hold text only; so says the API. */
function anthropicBlock(result: ToolResult, call: CallRef): AnthropicAnswer {
  const content =
    failed(result) || !hasImage(result) ? modelText(result) : result.content.flatMap(anthropicContent)
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content,
    ...(failed(result) && { is_error: true }),
  }
}

function anthropicContent(block: ContentBlock): AnthropicContent[] {
  if (block.type === 'image' && isForAnthropic(block.mimeType))
    return [{ type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }]
  const text = textOf({ content: [block] })
  return text === '' ? [] : [{ type: 'text', text }]
}

function isForAnthropic(type: string): type is AnthropicImageType {
  return anthropicImages.has(type)
}

function geminiResponse(result: ToolResult, call: CallRef): GeminiAnswer['functionResponse'] {
  const words = { ...result, content: result.content.filter((block) => !('data' in block)) }
  const parts = result.content.flatMap((block) =>
    'data' in block ? [{ inlineData: { mimeType: block.mimeType, data: block.data } }] : [],
  )
  return {
    ...(call.id !== '' && { id: call.id }),
    name: call.name,
    response: failed(result) ? { error: modelText(words) } : { output: jsonIn(modelText(words)) },
    ...(parts.length > 0 && { parts }),
  }
}

/** Text that is JSON goes as JSON, not as JSON inside a string. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  const parsed = parseJson(text)
  return 'value' in parsed ? visibleData(parsed.value) : text
}

/**
 * Structured content goes out where the definition promises it, and nowhere else: clients that prefer it show the model that
 * instead of the text, and without a promise it would only say the text again. A promise that can't be kept is an error:
 * clients refuse the result otherwise.
 */
function mcpResult(result: ToolResult, { structured = false }: CallRef): McpAnswer {
  const isPromised = structured !== false
  const { isCut, takesText, warning }: StructuredPromise =
    typeof structured === 'object' ? structured : { isCut: false, takesText: false }
  const fits = result.data !== undefined && result.mismatch === undefined
  const isText = takesText && !(fits && isPlainObject(result.data))
  const given = isCut ? shortened(result) : result.data
  const data = isPromised ? visibleData(isText ? modelText(result) : given) : undefined
  const bad = failed(result) || (isPromised && !takesText && !fits)
  const content: ContentBlock[] =
    result.content.length > 0 ? [...result.content] : [{ type: 'text', text: modelText(result) }]
  return {
    content,
    ...(isPromised && !bad && { structuredContent: objectOf(data, warning) }),
    ...(bad && { isError: true }),
  }
}

function objectOf(data: unknown, warning: string | undefined): Record<string, unknown> {
  if (!isPlainObject(data)) return { [resultName]: data }
  return warning === undefined ? data : { warning, ...data }
}

/** Data as long as the text, with the handle of the whole if that was cut. */
function shortened({ content, data, handle }: ToolResult): unknown {
  const shown = content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
  if (handle === undefined) return truncateData(data, Math.max(shown, mostData))
  const short = truncateData(data, shown)
  return isPlainObject(short) ? { ...short, handle } : short
}

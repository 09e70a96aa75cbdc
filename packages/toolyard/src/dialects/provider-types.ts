/**
 * Definitions, calls and answers in the form in which providers' own clients type them.
 *
 * They are written by their shape, so that `openai`, `@anthropic-ai/sdk`, `@google/genai` and the MCP SDK take and give them as they
 * are, and none of them has to be there. What we hand out can be changed; what we are handed is only read.
 *
 * @module
 */
import type { ContentBlock } from '../define/index.ts'
import type { DialectName } from './dialect.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A JSON Schema with an object at its root, which is what all providers want. */
export interface ObjectSchema {
  type: 'object'
  properties?: Record<string, { [keyword: string]: Json }>
  required?: string[]
  [keyword: string]: unknown
}

interface OpenAiFunction {
  name: string
  description: string
  parameters: ObjectSchema
  strict: boolean
}

/** A tool of Chat Completions. */
export interface OpenAiTool {
  type: 'function'
  function: OpenAiFunction
}

/** Calls of a provider's custom tools are no calls of ours: they may be among the others, and are refused. */
type OpenAiCall =
  | {
      readonly id: string
      readonly type?: string | undefined
      readonly function: { readonly name: string; readonly arguments: string }
    }
  | {
      readonly id: string
      readonly type: 'custom'
      readonly custom: { readonly name: string; readonly input: string }
    }

export interface OpenAiAnswer {
  role: 'tool'
  tool_call_id: string
  content: string
}

/** A tool of the Responses API. */
export interface OpenAiResponsesTool extends OpenAiFunction {
  type: 'function'
}

interface OpenAiResponsesCall {
  readonly type?: string | undefined
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

export type OpenAiResponsesContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }

export interface OpenAiResponsesAnswer {
  type: 'function_call_output'
  call_id: string
  output: string | OpenAiResponsesContent[]
}

export interface AnthropicTool {
  name: string
  description: string
  input_schema: ObjectSchema
  strict?: boolean
  input_examples?: Record<string, unknown>[]
}

interface AnthropicCall {
  readonly type?: string | undefined
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

export type AnthropicContent =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }

export interface AnthropicAnswer {
  type: 'tool_result'
  tool_use_id: string
  content: string | AnthropicContent[]
  is_error?: boolean
}

export interface GeminiTool {
  name: string
  description: string
  /** Absent if there are no parameters. */
  parametersJsonSchema?: ObjectSchema
}

interface GeminiFunctionCall {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly args?: Readonly<Record<string, unknown>> | undefined
}

/** `response.functionCalls`, or the parts that hold them. */
type GeminiCall = GeminiFunctionCall | { readonly functionCall?: GeminiFunctionCall | undefined }

export interface GeminiAnswer {
  functionResponse: {
    id?: string
    name: string
    response: { output: unknown } | { error: string }
    parts?: { inlineData: { mimeType: string; data: string } }[]
  }
}

export interface McpTool {
  name: string
  title?: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: ObjectSchema
  annotations: {
    title?: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** The parameters of a request to call a tool. */
interface McpCall {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/** No interface: the SDK's own type has an index signature, which only a type alias fits. */
export type McpAnswer = {
  content: ContentBlock[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

interface ProviderTypes {
  openai: { definition: OpenAiTool; call: OpenAiCall; answer: OpenAiAnswer }
  'openai-responses': {
    definition: OpenAiResponsesTool
    call: OpenAiResponsesCall
    answer: OpenAiResponsesAnswer
  }
  anthropic: { definition: AnthropicTool; call: AnthropicCall; answer: AnthropicAnswer }
  gemini: { definition: GeminiTool; call: GeminiCall; answer: GeminiAnswer }
  mcp: { definition: McpTool; call: McpCall; answer: McpAnswer }
}

/** What goes into a provider's list of tools. */
export type ProviderDefinition<Dialect extends DialectName> = ProviderTypes[Dialect]['definition']
/** A call as the provider's response has it. */
export type ProviderToolCall<Dialect extends DialectName> = ProviderTypes[Dialect]['call']
/** What goes back to the provider. */
export type ProviderAnswer<Dialect extends DialectName> = ProviderTypes[Dialect]['answer']

/**
 * Definitions, calls and answers go to and from the providers' own clients without a cast. Only the compiler reads this file: it
 * is right where it compiles.
 *
 * @module
 */
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, FunctionDeclaration, GoogleGenAI, Part } from '@google/genai'
import type { Client } from '@modelcontextprotocol/client'
import type { CallToolResult, ListToolsResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type OpenAI from 'openai'
import { type DialectName, dialectNames, type ToolService } from 'toolyard'

export async function openAi(client: OpenAI, yard: ToolService): Promise<void> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go.' }]
  const tools: OpenAI.ChatCompletionTool[] = yard.definitions()
  tools.push(...yard.definitions('openai', { threadId: 't' }), ...(await yard.definitionsFor('helper')))
  const { choices } = await client.chat.completions.create({
    model: 'm',
    messages,
    tools: yard.definitions('openai'),
  })
  const message = choices[0]?.message
  if (!message) return
  messages.push(message, ...(await yard.answer('openai', message.tool_calls)))
  await client.chat.completions.create({ model: 'm', messages, tools })
  // @ts-expect-error these are calls of another provider
  await yard.answer('anthropic', message.tool_calls)
}

export async function openAiResponses(client: OpenAI, yard: ToolService): Promise<void> {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Go.' }]
  const tools: OpenAI.Responses.Tool[] = await yard.definitionsFor('helper', 'openai-responses')
  const response = await client.responses.create({
    model: 'm',
    input,
    tools: yard.definitions('openai-responses'),
  })
  const calls = response.output.filter((item) => item.type === 'function_call')
  input.push(...calls)
  input.push(...(await yard.answer('openai-responses', calls, { agent: 'helper' })))
  await client.responses.create({ model: 'm', input, tools })
  // @ts-expect-error not every item is a call
  await yard.answer('openai-responses', response.output)
}

export async function anthropic(client: Anthropic, yard: ToolService): Promise<void> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }]
  const tools: Anthropic.Tool[] = await yard.definitionsFor('helper', 'anthropic')
  const request = { model: 'm', max_tokens: 100, messages }
  const { content } = await client.messages.create({ ...request, tools: yard.definitions('anthropic') })
  const calls = content.filter((block) => block.type === 'tool_use')
  messages.push({ role: 'assistant', content })
  messages.push({ role: 'user', content: await yard.answer('anthropic', calls) })
  await client.messages.create({ ...request, tools })
  const beta = await client.beta.messages.create({ ...request, tools: yard.definitions('anthropic') })
  const betaCalls = beta.content.filter((block) => block.type === 'tool_use')
  const results: Anthropic.Beta.BetaContentBlockParam[] = await yard.answer('anthropic', betaCalls)
  await client.beta.messages.create({ ...request, messages: [{ role: 'user', content: results }] })
}

export async function gemini(client: GoogleGenAI, yard: ToolService): Promise<void> {
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go.' }] }]
  const functionDeclarations: FunctionDeclaration[] = await yard.definitionsFor('helper', 'gemini')
  const response = await client.models.generateContent({
    model: 'm',
    contents,
    config: { tools: [{ functionDeclarations: yard.definitions('gemini') }] },
  })
  const content = response.candidates?.[0]?.content
  if (content) contents.push(content)
  contents.push({ role: 'user', parts: await yard.answer('gemini', response.functionCalls) })
  const calls = (content?.parts ?? []).filter((part) => part.functionCall)
  const parts: Part[] = await yard.answer('gemini', calls)
  contents.push({ role: 'user', parts })
  await client.models.generateContent({
    model: 'm',
    contents,
    config: { tools: [{ functionDeclarations }] },
  })
}

export async function mcp(client: Client, yard: ToolService): Promise<void> {
  const tools: Tool[] = yard.definitions('mcp')
  const list: ListToolsResult = { tools: await yard.definitionsFor('helper', 'mcp') }
  const { tools: newer } = await client.listTools()
  newer.push(...yard.definitions('mcp'))
  const name = [...tools, ...list.tools, ...newer][0]?.name ?? ''
  const answers: CallToolResult[] = await yard.answer('mcp', [{ name, arguments: { a: 1 } }])
  const newerAnswer = await client.callTool({ name })
  Object.assign(newerAnswer, answers[0] satisfies CallToolResult | undefined)
}

/** Whatever the dialect is. */
export async function any(yard: ToolService, dialect: DialectName): Promise<void> {
  const definitions: object[] = yard.definitions(dialect)
  const more: object[] = yard.registry.getDefinitions(dialect)
  const own: OpenAI.ChatCompletionTool[] = yard.registry.getDefinitions()
  for (const name of dialectNames) definitions.push(...yard.definitions(name), ...more, ...own)
  const answers: object[] = await yard.answer(dialect, [])
  definitions.push(...answers)
  // @ts-expect-error there is no such dialect
  yard.definitions('cohere')
}

/**
 * What both loops get: twenty tools, and a model that calls one of them in every step and then ends.
 *
 * @module
 */
import type { LanguageModel } from 'ai'

export type ScriptedModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export const toolCount = 20
export const lastWords = 'That is all there is.'

export interface SampleTool {
  readonly name: string
  readonly description: string
  readonly schema: object
  execute(this: void, input: { readonly key: string; readonly limit: number }): Promise<string>
}

export const sampleTools: readonly SampleTool[] = Array.from({ length: toolCount }, (_, index) => ({
  name: `find_records_${index}`,
  description: `Finds records of table ${index} by their key. Use it to look them up before you change them.`,
  schema: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'What to look for' },
      limit: { type: 'integer', minimum: 1, description: 'How many at most' },
    },
    required: ['key', 'limit'],
    additionalProperties: false,
  },
  execute: async ({ key, limit }) =>
    `${limit} records of table ${index} for ${key}: none is newer than yesterday`,
}))

const usage = {
  inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 30, text: 30, reasoning: 0 },
}

/** Says the same whole as it says streamed. */
export function scriptedModel(steps: number): ScriptedModel {
  let step = 0
  const next = (): { readonly call?: { toolCallId: string; toolName: string; input: string } } => {
    step++
    if (step >= steps) return {}
    const input = JSON.stringify({ key: `customer ${step}`, limit: (step % 50) + 1 })
    return { call: { toolCallId: `call_${step}`, toolName: `find_records_${step % toolCount}`, input } }
  }
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      const { call } = next()
      return {
        content: [call ? { type: 'tool-call', ...call } : { type: 'text', text: lastWords }],
        finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      }
    },
    async doStream() {
      const { call } = next()
      return {
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] })
            if (call) controller.enqueue({ type: 'tool-call', ...call })
            else {
              controller.enqueue({ type: 'text-start', id: '1' })
              controller.enqueue({ type: 'text-delta', id: '1', delta: lastWords })
              controller.enqueue({ type: 'text-end', id: '1' })
            }
            controller.enqueue({
              type: 'finish',
              finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
              usage,
            })
            controller.close()
          },
        }),
      }
    },
  }
}

/**
 * `getSdkToolsForAgent`: an agent's tools in the form of the Claude Agent SDK's own `tool()`, for programs that call its
 * `query()` themselves. Every call goes through the pipeline, on behalf of the agent.
 *
 * @module
 */
import type * as zod from 'zod'
import type { ZodType } from 'zod'
import type { ContentBlock } from '../../define/index.ts'
import { renderResult } from '../../dialects/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import type { ToolService } from '../tool-service.ts'

/** What `createSdkMcpServer({ tools })` takes. */
export interface SdkTool {
  readonly name: string
  readonly description: string
  /** Zod types by the names of parameters. */
  readonly inputSchema: Record<string, ZodType>
  readonly handler: (input: unknown, extra?: unknown) => Promise<SdkToolAnswer>
}

export interface SdkToolAnswer {
  readonly content: ContentBlock[]
  readonly isError?: boolean
  readonly [key: string]: unknown
}

export interface SdkToolOptions {
  /** The conversation to which calls belong. */
  readonly threadId?: string
}

interface Definition {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonSchema
}

/** By the name or id of an agent, or the tools of these names. */
export async function getSdkToolsForAgent(
  yard: ToolService,
  agent: string | readonly string[],
  { threadId }: SdkToolOptions = {},
): Promise<SdkTool[]> {
  const pinning = threadId === undefined ? {} : { threadId }
  const definitions =
    typeof agent === 'string'
      ? await yard.definitionsFor(agent, 'mcp', pinning)
      : yard.definitions('mcp', pinning)
  const z = await import('zod')
  return (definitions as readonly Definition[])
    .filter(({ name }) => typeof agent === 'string' || agent.includes(name))
    .map(({ name, description = '', inputSchema }) => ({
      name,
      description,
      inputSchema: shapeOf(inputSchema, z),
      async handler(input, extra) {
        const result = await yard.call(name, input, {
          ...(typeof agent === 'string' && { agent }),
          ...pinning,
          origin: 'agent',
          ...signalIn(extra),
        })
        const answer = renderResult(result, 'mcp', { id: result.callId, name }) as SdkToolAnswer
        // Where there is structured content, the SDK shows the model nothing else.
        return { content: [...answer.content], ...(answer.isError === true && { isError: true }) }
      },
    }))
}

type Zod = typeof zod

/** What Zod cannot say is left to the pipeline, which checks every call against the real schema. */
function shapeOf(schema: JsonSchema, z: Zod): Record<string, ZodType> {
  const {
    properties = {},
    required = [],
    $defs,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
    readonly $defs?: JsonSchema
  }
  const shape = Object.entries(properties).map(([name, property]) => {
    const type = typeOf({ ...(property as object), ...($defs && { $defs }) } as JsonSchema, z)
    return [name, required.includes(name) ? type : type.optional()]
  })
  return Object.fromEntries(shape) as Record<string, ZodType>
}

function typeOf(schema: JsonSchema, z: Zod): ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<Zod['fromJSONSchema']>[0])
  } catch {
    const { description } = schema as { readonly description?: string }
    return description === undefined ? z.any() : z.any().describe(description)
  }
}

function signalIn(extra: unknown): { readonly signal?: AbortSignal } {
  const signal = typeof extra === 'object' && extra !== null && 'signal' in extra ? extra.signal : undefined
  return signal instanceof AbortSignal ? { signal } : {}
}

/**
 * `toClaudeTools`: a yard's tools in the form of the Claude Agent SDK's own `tool()`, for programs that call its `query()`
 * themselves. Every call goes through the pipeline, on behalf of the agent.
 *
 * The SDK's permissions are asked by the SDK, before a call comes here, and say nothing of what they decided; if policy asks,
 * the people of the yard are asked.
 *
 * @module
 */
import type * as zod from 'zod'
import type { ZodType } from 'zod'
import type { ContentBlock } from '../../define/index.ts'
import { renderResult } from '../../dialects/index.ts'
import { isPlainObject, type JsonSchema } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type BridgeOptions, type YardTool, yardTools } from '../yard-tools.ts'

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

/** One line: `createSdkMcpServer({ name: 'yard', tools: await toClaudeTools(yard, { agent: 'support' }) })`. */
export async function toClaudeTools(
  yard: ToolService,
  options: Omit<BridgeOptions, 'approvals' | 'dialect'> = {},
): Promise<SdkTool[]> {
  const [z, tools] = await Promise.all([import('zod'), yardTools(yard, 'claude', options)])
  return tools.map((tool) => claudeTool(tool, z))
}

/** The same under its older name, by the name or id of an agent, or the tools of these names. */
export async function getSdkToolsForAgent(
  yard: ToolService,
  agent: string | readonly string[],
  { threadId }: { readonly threadId?: string } = {},
): Promise<SdkTool[]> {
  const pinning = threadId === undefined ? {} : { threadId }
  if (typeof agent === 'string') return toClaudeTools(yard, { agent, ...pinning })
  const tools = await toClaudeTools(yard, pinning)
  return tools.filter(({ name }) => agent.includes(name))
}

function claudeTool(tool: YardTool, z: Zod): SdkTool {
  const { name, description, inputSchema } = tool
  const further = furtherIn(inputSchema, z)
  return {
    name,
    description,
    inputSchema: { ...shapeOf(inputSchema, z), ...(further && { [furtherName]: further }) },
    async handler(given, extra) {
      const input = further ? withFurther(given) : given
      const result = await tool.call({ input, ...factsIn(extra) })
      const answer = renderResult(result, 'mcp', { id: result.callId, name }) as SdkToolAnswer
      // If there is structured content, the SDK shows the model nothing else.
      return { content: [...answer.content], ...(answer.isError === true && { isError: true }) }
    },
  }
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

/** The SDK takes a list of parameters and drops all others, so those without a name of their own are given under this one. */
const furtherName = 'further_parameters'

/** The type of parameters that the schema does not name; undefined if it takes none, or does not say. */
function furtherIn(schema: JsonSchema, z: Zod): ZodType | undefined {
  const { properties = {}, additionalProperties: more } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly additionalProperties?: boolean | JsonSchema
  }
  if (more === undefined || more === false || Object.hasOwn(properties, furtherName)) return undefined
  const type = isPlainObject(more) ? typeOf(more, z) : z.any()
  return z.record(z.string(), type).optional().describe('Further parameters, by their names.')
}

function withFurther(given: unknown): unknown {
  if (!isPlainObject(given) || !isPlainObject(given[furtherName])) return given
  const { [furtherName]: further, ...named } = given
  return { ...(further as object), ...named }
}

function typeOf(schema: JsonSchema, z: Zod): ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<Zod['fromJSONSchema']>[0])
  } catch {
    const { description } = schema as { readonly description?: string }
    return description === undefined ? z.any() : z.any().describe(description)
  }
}

/** Under this name the SDK tells which call of the model it is. */
const callIdKey = 'claudecode/toolUseId'

function factsIn(extra: unknown): { readonly id?: string; readonly signal?: AbortSignal } {
  const { signal, _meta: meta } = isPlainObject(extra) ? extra : {}
  const id = isPlainObject(meta) ? meta[callIdKey] : undefined
  return { ...(typeof id === 'string' && { id }), ...(signal instanceof AbortSignal && { signal }) }
}

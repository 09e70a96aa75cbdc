/**
 * Types hold where people port: the forms of older code, output schemas, and calls of a tool that is at hand. Only the compiler
 * reads this file: it is right where it compiles.
 *
 * @module
 */
import {
  createToolyard,
  defineTool,
  type McpToolConfig,
  registerTool,
  type RestToolConfig,
  type ToolParameters,
  type ToolService,
} from 'toolyard'
import { tool } from 'toolyard/decorators'
import { z } from 'zod'

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is what makes the comparison exact
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

declare const yard: ToolService
const named = { name: 'probe', description: 'A tool.' } as const

// ── registerTool ───────────────────────────────────────────────────────────────────────────────────────────────
registerTool('read', 'Reads.', { path: String, limit: Number })(({ path, limit }) => path.repeat(limit))
registerTool({ ...named, input_schema: { path: String } })(async ({ path }) => path.length)
registerTool({ ...named, inputSchema: z.object({ path: z.string() }) })(
  ({ path }, { threadId }) => path + threadId,
)
// @ts-expect-error there is no such field
registerTool('read', 'Reads.', { path: String })(({ file }) => file)
// @ts-expect-error the schema gives a string
registerTool('read', 'Reads.', { path: String })(({ path }: { path: number }) => path)
// @ts-expect-error a flag is misspelt
registerTool({ ...named, requires_confirmaton: true, input_schema: { path: String } })
/** A schema that has lost its literal types lets its function say what it takes. */
const lost = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
interface Sum {
  readonly a: number
}
registerTool('sum', 'Adds.', lost)(({ a }: Sum) => a + 1)
registerTool('sum', 'Adds.', lost)((args) => args['a'])

// ── registerStatelessTool and registerStatefulTool ─────────────────────────────────────────────────────────────
yard.registerStatelessTool('calculator', {
  name: 'calculator',
  description: '计算器工具',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  execute: async (params) => params.a + params.b,
})
yard.registerStatelessTool('sum', { description: 'Adds.', parameters: lost, execute: ({ a }: Sum) => a + 1 })
yard.registerStatelessTool('sum', {
  description: 'Adds.',
  parameters: lost,
  execute: async (params) => params['a'],
})
yard.registerStatelessTool('sum', {
  description: 'Adds.',
  parameters: { a: Number },
  // @ts-expect-error the schema gives a number
  execute: ({ a }: { a: string }) => a,
})
yard.registerStatelessTool('sum', {
  description: 'Adds.',
  parameters: { a: Number },
  // @ts-expect-error a flag is misspelt
  requires_confirmaton: true,
  execute: ({ a }) => a,
})
yard.registerStatefulTool('count', {
  description: 'Counts.',
  parameters: { by: Number },
  create: () => ({ execute: ({ by }: { by: number }) => by }),
})
yard.registerStatefulTool('count', {
  description: 'Counts.',
  parameters: { by: Number },
  // @ts-expect-error the schema gives a number
  create: () => ({ execute: ({ by }: { by: string }) => by }),
})
// @ts-expect-error nothing makes an instance
yard.registerStatefulTool('count', { description: 'Counts.', parameters: {} })

// ── register ───────────────────────────────────────────────────────────────────────────────────────────────────
// @ts-expect-error a number is no tool
yard.registry.register(42)
// @ts-expect-error nothing runs
yard.registry.register({ ...named })
// @ts-expect-error a flag is misspelt
yard.registry.register({ ...named, requires_confirmaton: true }, () => 1)
// @ts-expect-error a hook has a handler
yard.registry.register({ ...named }, () => 1, [{ name: 'no', hook_type: 'PRE_TOOL_USE' }])
yard.registry.register({ ...named, requires_confirmation: true }, () => 1, [
  { name: 'no', hook_type: 'PRE_TOOL_USE', handler: ({ tool_name }) => tool_name === '' },
])
yard.registry.register({ ...named, parameters: lost, execute: ({ a }: Sum) => a }, { replace: true })
// @ts-expect-error a number is no tool
void createToolyard({ tools: [42] })

// ── Classes ────────────────────────────────────────────────────────────────────────────────────────────────────
tool({ inputSchema: z.object({ path: z.string() }) })(
  class Read {
    execute({ path }: { path: string }): string {
      return path
    }
  },
)
tool({ inputSchema: z.object({ path: z.string() }) })(
  // @ts-expect-error execute takes another input than the schema gives
  class Read {
    execute({ path }: { path: number }): number {
      return path
    }
  },
)
tool()(
  // @ts-expect-error execute takes another input than the static schema gives
  class Read {
    static readonly inputSchema = z.object({ path: z.string() })
    execute({ path }: { path: number }): number {
      return path
    }
  },
)
tool()(
  // @ts-expect-error nothing runs
  class Empty {
    run(): number {
      return 1
    }
  },
)

// ── Output schemas ─────────────────────────────────────────────────────────────────────────────────────────────
const outputSchema = z.object({ size: z.number(), names: z.array(z.string()), note: z.string().optional() })
defineTool({ ...named, outputSchema, execute: () => ({ size: 1, names: [] }) })
defineTool({ ...named, outputSchema, execute: async () => ({ size: 1, names: ['a'] as readonly string[] }) })
defineTool({
  ...named,
  outputSchema,
  execute: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }),
})
defineTool({
  ...named,
  outputSchema,
  async *execute() {
    yield 'part'
    return { size: 1, names: [] }
  },
})
defineTool({ ...named, outputSchema: { type: 'array', items: { type: 'string' } }, execute: () => ['a'] })
defineTool({ ...named, outputSchema: { type: 'string', enum: ['a', 'b'] }, execute: () => 'a' })
defineTool({
  ...named,
  outputSchema: z.object({ mode: z.enum(['a', 'b']), at: z.tuple([z.number(), z.number()]) }),
  execute: async () => ({ mode: 'a', at: [1, 2] }),
})
defineTool({ ...named, outputSchema, execute: async () => JSON.parse('{}') })
const held = await yard.call(
  defineTool({ ...named, outputSchema, execute: async () => ({ size: 1, names: [] }) }),
)
export const heldNames: readonly string[] | undefined = held.data?.names
// @ts-expect-error the schema says a number
defineTool({ ...named, outputSchema, execute: () => ({ size: 'one', names: [] }) })
// @ts-expect-error the schema says a list of strings
defineTool({ ...named, outputSchema: { type: 'array', items: { type: 'string' } }, execute: async () => [1] })

defineTool({
  ...named,
  outputSchema,
  execute: () => ({ size: 1, names: [] }),
  render({ size, names }) {
    // @ts-expect-error there is no such field
    return ({ size, names } satisfies { size: number; names: string[] }).nope
  },
})
defineTool({
  ...named,
  inputSchema: { path: String },
  execute: async ({ path }) => ({ lines: [path] }),
  render: ({ lines }, { path }) => `${path}: ${lines.join('\n')}`,
})

// ── Calls of a tool that is at hand ────────────────────────────────────────────────────────────────────────────
const read = defineTool({
  name: 'read',
  description: 'Reads.',
  inputSchema: z.object({ path: z.string(), limit: z.number().default(10) }),
  execute: async ({ path, limit }) => ({ text: path, limit }),
})
const read2 = await yard.call(read, { path: 'a' })
export type ReadData = Expect<Equal<typeof read2.data, { text: string; limit: number } | undefined>>
// @ts-expect-error the path is missing
void yard.call(read, {})
// @ts-expect-error a tool with parameters needs them
void yard.call(read)
// @ts-expect-error there is no such parameter
void yard.call(read, { path: 'a', limits: 1 })
const json = defineTool({
  ...named,
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number', default: 1 } },
    required: ['a', 'b'],
  },
  *execute({ a, b }) {
    yield 'part'
    return a + b
  },
})
const sum = await yard.call(json, { a: 1, b: 2 }, { threadId: 't' })
export type SumData = Expect<Equal<typeof sum.data, number | undefined>>
const done = defineTool({ ...named, execute: () => 'done' })
export const text: string | undefined = (await yard.call(done)).data
export const byName: unknown = (await yard.call('done', { anything: 1 })).data

// ── Interfaces of older code ───────────────────────────────────────────────────────────────────────────────────
export const rest: RestToolConfig = { baseUrl: 'https://api.weather.com', headers: {}, timeout: 1000 }
export const mcp: McpToolConfig = {
  serverName: 'postgres',
  serverUrl: 'http://localhost:3000',
  timeout: 1000,
}
export const parameters: ToolParameters = lost

/**
 * Types flow from a schema to `execute` without annotation. Only the compiler reads this file: it is right where it compiles.
 *
 * @module
 */
import { jsonSchema } from 'ai'
import { type } from 'arktype'
import { defineTool, type InferInput, type Tool, type ToolContext, toolFromClass } from 'toolyard'
import { tool } from 'toolyard/decorators'
import { z } from 'zod'

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is what makes the comparison exact
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
/** Makes one object type of an intersection, so that it can be compared. */
type Flat<T> = { [Key in keyof T]: T[Key] }

const named = { name: 'probe', description: 'A tool.' } as const

// ── Zod: the type after defaults and transforms ────────────────────────────────────────────────────────────────
export const zod = defineTool({
  ...named,
  inputSchema: z.object({
    path: z.string(),
    limit: z.number().optional(),
    mode: z.enum(['text', 'html']).default('text'),
    size: z.string().transform(Number),
  }),
  execute(input, context) {
    type Input = Expect<
      Equal<typeof input, { path: string; limit?: number | undefined; mode: 'text' | 'html'; size: number }>
    >
    type Context = Expect<Equal<typeof context, ToolContext>>
    // @ts-expect-error there is no such field
    void input.nope
    // @ts-expect-error the context is not to be written to
    context.workspace = '/'
    return {} as { input: Input; context: Context }
  },
})
export type ZodOutput = Expect<Equal<ReturnType<typeof zod.execute>, { input: true; context: true }>>

// ── ArkType: any Standard Schema ───────────────────────────────────────────────────────────────────────────────
export const ark = defineTool({
  ...named,
  inputSchema: type({ path: 'string', 'limit?': 'number', mode: "'text'|'html'" }),
  execute: (input) => input satisfies { path: string; limit?: number; mode: 'text' | 'html' },
})
export type Ark = Expect<
  Equal<Parameters<typeof ark.execute>[0], { path: string; limit?: number; mode: 'text' | 'html' }>
>

// ── A schema for each field ────────────────────────────────────────────────────────────────────────────────────
export const shape = defineTool({
  ...named,
  inputSchema: { city: z.string(), days: z.number().optional(), unit: z.enum(['c', 'f']).default('c') },
  execute: (input) => input,
})
export type Shape = Expect<
  Equal<
    Flat<Parameters<typeof shape.execute>[0]>,
    { city: string; unit: 'c' | 'f'; days?: number | undefined }
  >
>

// ── jsonSchema() of the package ai ─────────────────────────────────────────────────────────────────────────────
export const ai = defineTool({
  ...named,
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  execute: (input) => input.city,
})
export type Ai = Expect<Equal<Parameters<typeof ai.execute>[0], { city: string }>>

// ── The short form ─────────────────────────────────────────────────────────────────────────────────────────────
export const short = defineTool({
  ...named,
  inputSchema: { path: String, limit: Number, deep: Boolean, tags: Array, more: Object, count: BigInt },
  execute(input) {
    return input
  },
})
export type Short = Expect<
  Equal<
    Flat<Parameters<typeof short.execute>[0]>,
    {
      readonly path: string
      readonly limit: number
      readonly deep: boolean
      readonly tags: unknown[]
      readonly more: Record<string, unknown>
      readonly count: number
    }
  >
>

// ── JSON Schema, written in place ──────────────────────────────────────────────────────────────────────────────
export const json = defineTool({
  ...named,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      limit: { type: 'integer' },
      page: { type: 'integer', default: 1 },
      mode: { enum: ['text', 'html'] },
      kind: { const: 'file' },
      tags: { type: 'array', items: { type: 'string' } },
      at: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
      either: { type: ['string', 'null'] },
    },
    required: ['path', 'mode', 'tags'],
  },
  execute(input) {
    const path: string = input.path
    const page: number = input.page
    const mode: 'text' | 'html' = input.mode
    const tags: string[] = input.tags
    const limit: number | undefined = input.limit
    const x: number | undefined = input.at?.x
    const kind: 'file' | undefined = input.kind
    type Unknown = Expect<Equal<typeof input.either, unknown>>
    // @ts-expect-error it is optional
    const surely: number = input.limit
    return { path, page, mode, tags, limit, x, kind, surely, known: {} as Unknown }
  },
})

// ── JSON Schema that has lost its literal types says nothing that might be wrong ───────────────────────────────
const loose = { type: 'object' as const, properties: { a: { type: 'string' as const } }, required: ['b'] }
export type Loose = Expect<Equal<Flat<InferInput<typeof loose>>, { a?: string }>>

// ── No schema ──────────────────────────────────────────────────────────────────────────────────────────────────
export const none = defineTool({ ...named, execute: () => 'done' })
export type None = Expect<Equal<ReturnType<typeof none.execute>, string>>

// ── Functions beside execute see the same input ────────────────────────────────────────────────────────────────
defineTool({
  ...named,
  inputSchema: { path: String },
  resources: ({ path }) => [{ kind: 'path', id: path, access: 'read' }],
  permissionFor: ({ path }) => ({ permission: path ? 'read' : 'write' }),
  render: (_output, { path }) => path.toUpperCase(),
  async *execute({ path }) {
    yield path
  },
})
defineTool({
  ...named,
  inputSchema: { path: String },
  // @ts-expect-error a resource has an access
  resources: ({ path }) => [{ kind: 'path', id: path }],
  execute: () => 1,
})

// ── State ──────────────────────────────────────────────────────────────────────────────────────────────────────
export const stateful = defineTool({
  ...named,
  inputSchema: z.object({ by: z.number() }),
  create: () => ({ execute: ({ by }: { by: number }) => by + 1, dispose() {} }),
})
export type Stateful = Expect<Equal<Parameters<typeof stateful.execute>[0], { by: number }>>
defineTool({
  ...named,
  inputSchema: z.object({ by: z.number() }),
  // @ts-expect-error the instance wants another input than the schema gives
  create: () => ({ execute: ({ to }: { to: string }) => to }),
})

// ── Classes ────────────────────────────────────────────────────────────────────────────────────────────────────
class ReadFile {
  static readonly inputSchema = z.object({ path: z.string() })
  execute({ path }: { path: string }): string {
    return path
  }
}
export const fromClass: Tool<{ path: string }> = toolFromClass(ReadFile)
export const marked: typeof ReadFile = tool({ permission: 'read' })(ReadFile)
class WrongInput {
  static readonly inputSchema = z.object({ path: z.string() })
  execute({ path }: { path: number }): number {
    return path
  }
}
// @ts-expect-error execute takes another input than the schema gives
toolFromClass(WrongInput)

// ── Wrong uses ─────────────────────────────────────────────────────────────────────────────────────────────────
// @ts-expect-error there is no such permission
defineTool({ ...named, permission: 'admin', execute: () => 1 })
// @ts-expect-error there are no such effects
defineTool({ ...named, effects: 'disk', execute: () => 1 })
// @ts-expect-error tags are a list
defineTool({ ...named, tags: 'weather', execute: () => 1 })
// @ts-expect-error something must run
defineTool({ ...named })
// @ts-expect-error a schema is no word
defineTool({ ...named, inputSchema: 'string', execute: () => 1 })
// @ts-expect-error dates are no part of the short form
defineTool({ ...named, inputSchema: { at: Date }, execute: () => 1 })
// @ts-expect-error a tool is not to be written to
zod.manifest.name = 'other'
// @ts-expect-error an option of @tool() is misspelled
tool({ permision: 'read' })
defineTool({
  ...named,
  inputSchema: { path: String },
  // @ts-expect-error execute wants a field that the schema does not give
  execute: ({ file }: { file: string }) => file,
})

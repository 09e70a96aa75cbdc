/**
 * Tools written as classes.
 *
 * The name is the class's in snake_case; the description is `static description`, or the first line of the doc
 * comment (inside the class body here; a discovered file's comment above the class counts too). One
 * instance serves every call, unless `static stateful = true` asks for one per thread.
 *
 * @module
 */
import { toSnakeCase } from '../kernel/index.ts'
import type { ToolContext } from './context.ts'
import type { InferGiven, InferInput, SchemaLike } from './infer.ts'
import { factNames } from './check-spec.ts'
import { buildTool } from './define-tool.ts'
import { checkMembers, readFact } from './other-names.ts'
import type { Tool, ToolFacts } from './tool.ts'
import { refuseUnknownParameters } from './unknown-parameters.ts'

/** The static side of a tool class: any fact of a tool, and its schemas. */
export interface ToolClass<S extends SchemaLike = SchemaLike, Output = unknown> {
  new (): { execute(input: InferInput<S>, context: ToolContext): Output; dispose?(): unknown }
  readonly inputSchema?: S
  readonly stateful?: boolean
}

/** Any class that can be one. */
export type ExecutableClass = new () => { execute(input: never, context: ToolContext): unknown }

/** Options of `@tool()`, carried by the class itself so that nothing global remembers it. */
export type ToolClassOptions<S = SchemaLike> = Omit<ToolFacts<never>, 'resources' | 'permissionFor'> & {
  readonly inputSchema?: S
  readonly outputSchema?: object
  readonly stateful?: boolean
}

export const toolClassBrand = Symbol.for('toolyard.tool-class')

export function toolFromClass<S extends SchemaLike, Output>(
  toolClass: ToolClass<S, Output>,
): Tool<InferInput<S>, Output, InferGiven<S>> {
  return readToolClass(toolClass) as Tool<InferInput<S>, Output, InferGiven<S>>
}

/** What the source of a class says about its parameters, where it is at hand: a schema, or why there is none. */
export interface Annotation {
  readonly schema?: object | undefined
  readonly problem?: string | undefined
}

/** The same, with a look into the source for a class that describes its parameters nowhere else. */
export function readToolClass(toolClass: ToolClass, annotated?: () => Annotation | undefined): Tool {
  const statics = toolClass as unknown as Record<string | symbol, unknown>
  const options = { ...(statics[toolClassBrand] as ToolClassOptions | undefined) }
  const facts: Record<string, unknown> = {}
  checkMembers(toolClass)
  for (const name of factNames) facts[name] = readFact(statics, name)
  const { stateful = statics['stateful'] === true, ...given } = options
  const instance = stateful ? undefined : new toolClass()
  const own = { ...dropUndefined(facts), ...dropUndefined(given) }
  const annotation = own['inputSchema'] === undefined ? annotated?.() : undefined
  const inputSchema = own['inputSchema'] ?? annotation?.schema
  const name = ownName(statics) ?? toSnakeCase(toolClass.name)
  if (inputSchema === undefined)
    refuseUnknownParameters((instance ?? (toolClass.prototype as { execute?: unknown })).execute, {
      name: given.name ?? name,
      field: 'static inputSchema =',
      problem: annotation?.problem,
    })
  const spec = {
    name,
    description: ownText(statics, 'description') ?? commentInside(toolClass),
    ...dropUndefined({ ...facts, permission: lower(facts['permission']), effects: lower(facts['effects']) }),
    ...given,
    inputSchema,
    ...(instance ? { execute: executeOf(instance) } : { create: () => new toolClass() }),
  }
  const made = buildTool(dropUndefined(spec), 'app')
  return Object.freeze({ ...made, madeFrom: Object.freeze({ class: toolClass, inputSchema }) })
}

/** `READ` and `DB_WRITE` of older code; a wrong word is refused later, by name. */
export function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** Whether a value is a class that `@tool()` marked. */
export function isToolClass(value: unknown): value is ToolClass {
  return typeof value === 'function' && Object.hasOwn(value, toolClassBrand)
}

/** Keeps a generator method recognisable as one: `bind` would hide it. */
function executeOf(instance: { execute(input: never, context: ToolContext): unknown }): unknown {
  return typeof instance.execute === 'function' ? instance.execute.bind(instance) : undefined
}

function ownName(statics: Record<string | symbol, unknown>): string | undefined {
  return ownText(statics, 'toolName')
}

function ownText(statics: Record<string | symbol, unknown>, key: string): string | undefined {
  return Object.hasOwn(statics, key) && typeof statics[key] === 'string' ? statics[key] : undefined
}

function commentInside(toolClass: object): string | undefined {
  return firstLine(/^[^{]*\{\s*\/\*\*([\s\S]*?)\*\//.exec(Function.prototype.toString.call(toolClass))?.[1])
}

/** The first line with words in it of a doc comment's inside. */
export function firstLine(comment: string | undefined): string | undefined {
  for (const line of (comment ?? '').split('\n')) {
    const text = line.replace(/^\s*\*?\s*/, '').trim()
    if (text) return text
  }
  return undefined
}

export function dropUndefined(spec: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined))
}

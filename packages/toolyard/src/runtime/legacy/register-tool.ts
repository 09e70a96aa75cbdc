/**
 * `registerTool(name, description, inputSchema)(fn)`, without the registry behind it: it returns the tool.
 *
 * @module
 */
import {
  type InferGiven,
  type InferLoosely,
  type ManifestLike,
  type Tool,
  type ToolContext,
  toTool,
} from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'

/** Everything but the function, as one object. */
export type RegisterToolFacts<S> = Omit<ManifestLike, 'inputSchema' | 'input_schema' | 'parameters'> & {
  readonly input_schema?: S
  readonly inputSchema?: S
  readonly parameters?: S
}

/** Makes a tool of a function. */
export type ToolMaker<S> = <Else = Record<string, unknown>, Output = unknown>(
  execute: (args: InferLoosely<S, Else>, context: ToolContext) => Output,
) => Tool<InferLoosely<S, Else>, Output, InferGiven<S>>

/** A tool to hand to `createToolyard` or to export from a tool file. */
export function registerTool<const S>(facts: RegisterToolFacts<S>): ToolMaker<S>
export function registerTool<const S>(name: string, description: string, inputSchema: S): ToolMaker<S>
export function registerTool(first: unknown, description?: string, inputSchema?: unknown): unknown {
  const facts = isPlainObject(first) ? first : { name: first, description, inputSchema }
  return (execute: unknown) => toTool(facts, 'app', execute)
}

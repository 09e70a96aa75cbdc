/**
 * Who runs tools of one kind.
 *
 * @module
 */
import type { ToolContext } from './context.ts'
import type { Tool } from './tool.ts'

/** Runs the tools of one kind. Answers a value, a promise, or an (async) iterator that streams; may throw. */
export interface Executor {
  execute(tool: Tool, input: unknown, context: ToolContext): unknown
}

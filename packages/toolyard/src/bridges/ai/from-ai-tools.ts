/**
 * `fromAiTools`: tools of the AI SDK as tools of a yard.
 *
 * @module
 */
import type { ToolSet } from 'ai'
import { buildTool, specOfAiTool, type Tool } from '../../define/index.ts'

export interface FromAiOptions {
  /** What tools with a `contextSchema` are given, by their names. */
  readonly context?: Readonly<Record<string, unknown>>
}

/** Under their names in the set. Throws `invalid_definition` at a tool of which something would be lost. */
export function fromAiTools(tools: ToolSet, { context = {} }: FromAiOptions = {}): Tool[] {
  return Object.entries(tools).map(([name, tool]) =>
    buildTool(
      specOfAiTool(tool as unknown as Readonly<Record<string, unknown>>, {
        name,
        context: Object.hasOwn(context, name) ? context[name] : undefined,
      }),
      'app',
    ),
  )
}

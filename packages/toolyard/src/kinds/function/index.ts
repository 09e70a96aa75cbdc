/**
 * Runs tools that are functions.
 *
 * @module
 */
import type { Executor, Tool, ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'

export class StatelessToolExecutor implements Executor {
  execute(tool: Tool, input: unknown, context: ToolContext): unknown {
    const { implementation } = tool
    if (implementation.kind !== 'function')
      throw new ToolyardError('internal', `"${tool.manifest.name}" is not a function`)
    return implementation.execute(input as never, context)
  }
}

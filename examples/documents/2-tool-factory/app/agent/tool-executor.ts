/** Document, 5.2, `app/agent/tool_executor.py`. */
import type { CallOptions } from 'toolyard'
import type { RunResult, ToolFactory } from 'toolyard/legacy'

export async function executeTool(
  toolFactory: ToolFactory,
  toolName: string,
  { toolContext, ...kwargs }: { readonly toolContext: CallOptions } & Readonly<Record<string, unknown>>,
): Promise<RunResult> {
  return await toolFactory.runTool(toolContext, toolName, kwargs)
}

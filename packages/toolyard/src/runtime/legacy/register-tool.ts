/**
 * `registerTool(name, description, inputSchema)(fn)`, without the registry behind it: it returns the tool.
 *
 * @module
 */
import { type Tool, toTool } from '../../define/index.ts'

/** A tool to hand to `createToolyard` or to export from a tool file. */
export function registerTool(
  name: string,
  description: string,
  inputSchema: unknown,
): (execute: (args: never) => unknown) => Tool {
  return (execute) => toTool({ name, description, inputSchema, execute })
}

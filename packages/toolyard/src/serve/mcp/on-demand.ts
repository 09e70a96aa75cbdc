/**
 * The door on standard input and output, loaded when it is opened.
 *
 * @module
 */
import type { ToolService } from '../../runtime/index.ts'
import type { StdioOptions } from './serve-stdio.ts'

/** One MCP client, until it hangs up or `signal` aborts. */
export async function serveStdio(yard: ToolService, options: StdioOptions): Promise<void> {
  return (await import('./serve-stdio.ts')).serveStdio(yard, options)
}

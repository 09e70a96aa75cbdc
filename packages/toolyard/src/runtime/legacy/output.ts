/** What a tool returned, out of the result around it. */
import { textOf, type ToolResult } from '../../define/index.ts'

export function outputOf(result: ToolResult): unknown {
  return result.data ?? textOf(result)
}

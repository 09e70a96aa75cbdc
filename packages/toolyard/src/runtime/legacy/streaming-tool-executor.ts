/**
 * `StreamingToolExecutor`: a stream of a Toolyard, told to a callback part by part.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../service/tool-service.ts'

export type StreamEvent =
  | { readonly type: 'chunk'; readonly data: unknown }
  | { readonly type: 'done'; readonly tool: string }

/** Runs tools that stream, telling a callback of every part. */
export class StreamingToolExecutor {
  readonly #yard: ToolService

  constructor(yard: ToolService) {
    this.#yard = yard
  }

  /** Yields each chunk after the callback has taken it. Throws where the tool does not stream, or fails. */
  async *executeStreaming(
    toolName: string,
    args: unknown,
    callback: (event: StreamEvent) => unknown = () => undefined,
  ): AsyncGenerator<unknown, void, undefined> {
    if (this.#yard.registry.get(toolName)?.manifest.streaming === false)
      throw new ToolyardError('tool_failed', `Tool ${toolName} does not support streaming`, {
        tool: toolName,
        hint: 'Make execute an async generator, or use call().',
      })
    for await (const event of this.#yard.stream(toolName, args)) {
      if (event.type === 'chunk') {
        await callback({ type: 'chunk', data: event.data })
        yield event.data
      }
      if (event.type === 'result' && event.result.error)
        throw new ToolyardError(event.result.error.code, event.result.error.message, event.result.error)
    }
    await callback({ type: 'done', tool: toolName })
  }
}

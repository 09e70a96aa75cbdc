/**
 * Runs tools that are programs in any language.
 *
 * How a program is talked to is in the file of its mode, loaded with the first call of such a tool. Every process is started
 * through `context.host.programs`, which ends what is left when Toolyard closes.
 *
 * @module
 */
import type { Executor, Tool, ToolContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ProgramCall } from './program-call.ts'
import type { ProgramServers } from './program-servers.ts'

export class ExternalToolExecutor implements Executor {
  /** The processes that serve many calls. */
  #servers: ProgramServers | undefined

  async *execute(
    tool: Tool,
    input: unknown,
    context: ToolContext,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const { implementation, manifest } = tool
    if (implementation.kind !== 'external')
      throw new ToolyardError('internal', `"${manifest.name}" is not a program`)
    const facts = implementation.external
    return yield* await this.#start({ tool, facts, input, context })
  }

  async #start(call: ProgramCall): Promise<AsyncGenerator<unknown, unknown, undefined>> {
    const { mode } = call.facts
    if (mode === 'plain') return (await import('./run-plain.ts')).runPlain(call)
    if (mode === 'events') return (await import('./run-events.ts')).runEvents(call)
    const { createProgramServers } = await import('./program-servers.ts')
    return (this.#servers ??= createProgramServers()).run(call)
  }
}

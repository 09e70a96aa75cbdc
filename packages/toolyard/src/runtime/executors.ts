/**
 * What runs each type of tool. What runs tools that live elsewhere is loaded with the first call of one.
 *
 * @module
 */
import { StatefulToolExecutor, StatelessToolExecutor } from '../kinds/index.ts'
import type { Executor, ToolType } from '../define/index.ts'
import type { ThreadContextManager } from '../pipeline/index.ts'

export type Executors = Readonly<Partial<Record<ToolType, Executor>>>

export function executorsOf(threads: ThreadContextManager, mcp: () => Promise<Executor>): Executors {
  return {
    STATELESS: new StatelessToolExecutor(),
    STATEFUL: new StatefulToolExecutor(threads),
    REST: onDemand(async () => {
      const { RestToolExecutor } = await import('../kinds/rest/executor/index.ts')
      return new RestToolExecutor()
    }),
    EXTERNAL: onDemand(async () => {
      const { ExternalToolExecutor } = await import('../kinds/program/executor/index.ts')
      return new ExternalToolExecutor()
    }),
    MCP: onDemand(mcp),
  }
}

function onDemand(load: () => Promise<Executor>): Executor {
  let loaded: Executor | undefined
  let loading: Promise<Executor> | undefined
  return {
    execute(tool, input, context) {
      if (loaded) return loaded.execute(tool, input, context)
      loading ??= load().catch((error: unknown) => {
        // What can't be loaded now may be later.
        loading = undefined
        throw error
      })
      return loading.then((executor) => {
        loaded = executor
        return executor.execute(tool, input, context)
      })
    },
  }
}

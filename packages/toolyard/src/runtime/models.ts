/**
 * Which models agents can be given here, and whether a name is one of them. What knows models is loaded when it is first asked.
 *
 * @module
 */
import type { AgentDirectory, AgentDirectoryParts, ModelList } from '../agents/index.ts'
import { messageOf, ToolyardError } from '../kernel/index.ts'
import type { Core } from '../pipeline/index.ts'
import type { Settings } from './settings.ts'

export interface OfferedModels extends ModelList {
  /** The model of agents that name none. */
  readonly usual?: string | undefined
  /** What may run an agent's model; the first one does if none is named. */
  readonly runners: readonly string[]
}

interface ModelNames {
  readonly check: AgentDirectoryParts['checkModel']
  /** With those that are in use. */
  list(used: readonly string[]): Promise<ModelList>
}

export function modelsOf(options: Settings, core: Core): ModelNames {
  const settings = options.models ?? {}
  return {
    async check(agent, model, runner = 'loop') {
      if (runner !== 'loop' && runner !== 'claude') return
      const { findProvider } = await import('../agents/models/index.ts')
      try {
        const { provider } = findProvider(model, settings)
        if (runner === 'claude' && provider !== 'anthropic') throw notClaude(model)
      } catch (error) {
        if (!ToolyardError.isInstance(error)) throw error
        throw new ToolyardError(error.code, `agent "${agent}": ${messageOf(error)}`, {
          hint: error.hint,
          says: error.says,
          cause: error,
        })
      }
    },
    async list(used) {
      const { listModels } = await import('../agents/models/index.ts')
      const environment = options.environment ?? process.env
      return listModels(settings, { environment, folder: core.settings.workspace, used })
    },
  }
}

/** With the models of all agents. */
export function offeredModels(
  names: ModelNames,
  { directory, usual }: { readonly directory: AgentDirectory; readonly usual: string | undefined },
): () => Promise<OfferedModels> {
  return async () => {
    const agents = await directory.list()
    const list = await names.list(agents.flatMap(({ model = [] }) => model))
    return { ...list, runners: directory.runners, ...(usual !== undefined && { usual }) }
  }
}

function notClaude(model: string): ToolyardError {
  return new ToolyardError(
    'invalid_config',
    `the runner "claude" cannot use the model "${model.slice(0, 200)}"`,
    {
      hint: 'It runs models of Anthropic: write anthropic/MODEL, or choose the runner "loop".',
      says: { key: 'modelOfRunner', values: [model.slice(0, 200)] },
    },
  )
}

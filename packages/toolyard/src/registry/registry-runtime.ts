/**
 * What a registry needs of the runtime that it belongs to: running, hooks, and the view that models have of tools.
 *
 * A registry of no runtime shows and checks tools as they are defined, and refuses to run them.
 *
 * @module
 */
import type { HookConfig, HookSpec, Tool, ToolManifest } from '../define/index.ts'
import { compileDefinition, type DialectName } from '../dialects/index.ts'
import { defaultJsonLimits, inspect, ToolyardError } from '../kernel/index.ts'

/** A hook in our words or in older ones. */
export type ToolHook = HookSpec | HookConfig

export interface ArgumentProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface RegistryRuntime {
  /** Runs a tool and answers the text that the model would see. */
  execute(name: string, params: unknown, threadId?: string): Promise<string>
  /** Lets hooks look at one tool and answers how to stop that. Throws if one is written wrongly. */
  attachHooks(tool: string, hooks: readonly ToolHook[]): () => void
  /** Whether models are shown it. */
  isShown(manifest: ToolManifest): boolean
  /** One tool in a provider's form; undefined if the provider can't take it. */
  definition(manifest: ToolManifest, dialect: DialectName): object | undefined
  /** Calls back when what callers may use changes; answers how to stop it. */
  onRightsChanged(listener: () => void): () => void
  /** Every problem that a call would have with these arguments; nothing is repaired. */
  problems(tool: Tool, params: Record<string, unknown>): Promise<readonly ArgumentProblem[]>
}

const noRuntime = (what: string): ToolyardError =>
  new ToolyardError('internal', `${what}: this registry belongs to no runtime`, {
    hint: 'Use createToolyard().registry.',
  })

export const unbound: RegistryRuntime = {
  execute: (name) => Promise.reject(noRuntime(`"${name}" can't be run`)),
  attachHooks: (tool) => {
    throw noRuntime(`"${tool}" can't have hooks`)
  },
  isShown: () => true,
  onRightsChanged: () => () => {},
  definition: (manifest, dialect) => compileDefinition(manifest, dialect).definition,
  async problems({ input }, params) {
    const problem = inspect(params, input.shape, defaultJsonLimits)
    return problem ? [problem] : ((await input.check(params)).issues ?? [])
  },
}

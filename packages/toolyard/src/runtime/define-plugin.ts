/**
 * `definePlugin`: gives a plugin its types. What it brings is checked where it is loaded.
 *
 * @module
 */
import type { HookConfig, HookSpec, RunHookSpec } from '../define/index.ts'
import type { Plugin, PluginExecutor, PluginParts } from '../discover/plugins/index.ts'

export interface PluginDefinition extends PluginParts {
  readonly hooks?: readonly (HookSpec | HookConfig | RunHookSpec)[]
  readonly executors?: Readonly<Record<string, PluginExecutor>>
}

/** A function of its options gets those of the configuration, or an empty object. */
export function definePlugin(
  spec: PluginDefinition | ((options: never) => PluginDefinition | Promise<PluginDefinition>),
): Plugin {
  // The same symbol in every copy of this package; what knows more of it is loaded only where there are plugins.
  return Object.freeze({ [Symbol.for('toolyard.plugin')]: spec }) as unknown as Plugin
}

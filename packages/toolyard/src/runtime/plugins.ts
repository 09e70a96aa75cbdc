/**
 * The plugins of the configuration: loaded before anything that they may change.
 *
 * @module
 */
import type { HookSpec } from '../define/index.ts'
import type { LoadedPlugins } from '../discover/plugins/index.ts'
import type { TrustGate } from '../host/index.ts'
import { HookExecutor } from '../pipeline/index.ts'
import type { Executors } from './executors.ts'
import { entryOf } from '../registry/index.ts'
import type { Disabled } from './disabled.ts'
import type { Settings } from './settings.ts'
import type { OpenSource } from './sources.ts'

const none: LoadedPlugins = {
  plugins: [],
  tools: [],
  hooks: [],
  executors: {},
  problems: [],
  lostHooks: [],
  folders: [],
}

export async function loadPluginsOf(
  { plugins = [] }: Settings,
  {
    folder,
    disabled,
    trust,
  }: { readonly folder: string; readonly disabled: Disabled; readonly trust: TrustGate | undefined },
): Promise<LoadedPlugins> {
  if (plugins.length === 0) return none
  const { loadPlugins } = await import('../discover/plugins/index.ts')
  const trial = new HookExecutor()
  // A hook that is written wrongly takes its plugin with it: it may be there to forbid something.
  const checkHook = (hook: unknown): void => void trial.add(hook as HookSpec)
  return loadPlugins(plugins, { folder, isDisabled: disabled.plugin, checkHook, trust })
}

/** Hooks that can't be had may be there to forbid something: until they can, nothing runs. */
export function addPluginHooks({ hooks, lostHooks }: LoadedPlugins, executor: HookExecutor): void {
  for (const { reason, hint = '' } of lostHooks) {
    const message = `the hooks of a plugin are missing, so nothing runs. ${reason} ${hint}`.trim()
    executor.add({
      name: 'missing hooks',
      type: 'PRE_TOOL_USE',
      order: Number.MIN_SAFE_INTEGER,
      handler: () => ({ action: 'deny', message }),
    })
  }
  for (const hook of hooks) executor.add(hook as HookSpec)
}

/** Those that run all tools of a type instead of ours. */
export function pluginExecutors({ executors }: LoadedPlugins): Executors {
  return executors
}

/** The tools of the plugins, each said to come from its plugin and version. */
export function pluginSource({ plugins, tools, problems }: LoadedPlugins): OpenSource {
  const origins = new Map(
    plugins.flatMap(({ origin, tools: names }) => names.map((name) => [name, origin] as const)),
  )
  const entries = tools.map((tool) => ({ ...entryOf(tool), file: origins.get(tool.manifest.name) }))
  return { name: 'plugins', entries: () => entries, problems: () => problems }
}

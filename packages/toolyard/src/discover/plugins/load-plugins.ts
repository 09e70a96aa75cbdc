/**
 * `loadPlugins`: the plugins that a configuration names, one after the other in its order.
 *
 * One that can't be loaded is reported in a sentence, and never stops the others from loading. If it brings hooks, that is reported
 * apart: they may be there to forbid something. A name that two of them use stays with the first.
 *
 * @module
 */
import { join } from 'node:path'
import type { DiscoverProblem, Tool } from '../../define/index.ts'
import type { TrustGate } from '../../host/index.ts'
import { didYouMean, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'
import { findPlugin, placeOf } from './find-plugin.ts'
import { hasHooks, loadFound, type LoadedPlugin, loadValue } from './load-plugin.ts'
import {
  isPlugin,
  type Plugin,
  pluginBrand,
  type PluginEntry,
  type PluginInfo,
  type PluginUse,
} from './plugin.ts'
import { PluginFailure, problemWith } from './plugin-failure.ts'

export interface PluginOptions {
  /** The configuration's folder: packages are found from there, paths are relative to it. */
  readonly folder: string
  /** Whether a plugin is left out, by the name of its package or its own. It is not even imported. */
  readonly isDisabled?: (name: string) => boolean
  /** Asked before anything of a plugin is read. */
  readonly trust?: TrustGate | undefined
  /** Throws if a hook is none: its plugin is then not loaded. */
  readonly checkHook?: (hook: unknown) => void
}

export interface LoadedPlugins {
  readonly plugins: readonly PluginInfo[]
  /** Of source `plugin`; in order. */
  readonly tools: readonly Tool[]
  /** For the pipeline to check and add, in order: `HookSpec`s. */
  readonly hooks: readonly unknown[]
  /** `Executor`s by the type whose tools they run instead of ours: `REST`, `EXTERNAL` … Each has an `execute()`. */
  readonly executors: Readonly<Record<string, unknown>>
  readonly problems: readonly DiscoverProblem[]
  /** Those of the problems that cost a plugin its hooks. */
  readonly lostHooks: readonly DiscoverProblem[]
  /** Where the code of all these plugins is, of those that are left out or failed, too: what agents must not write. */
  readonly folders: readonly string[]
}

const types: readonly string[] = ['STATELESS', 'STATEFUL', 'REST', 'MCP', 'EXTERNAL']

export async function loadPlugins(
  entries: readonly PluginEntry[],
  options: PluginOptions,
): Promise<LoadedPlugins> {
  const outcomes = await Promise.all(entries.map((entry) => tryLoad(entry, options)))
  const uses = entries.map((entry) => useOf(entry).use).filter((use) => typeof use === 'string')
  const joined = new Joined(await Promise.all(uses.map((use) => placeOf(use, options.folder))))
  for (const outcome of outcomes) if (outcome) joined.add(outcome)
  return joined
}

type PluginOutcome =
  | { readonly problem: DiscoverProblem; readonly hasHooks: boolean }
  | {
      readonly loaded: LoadedPlugin
      readonly folder: string | undefined
      readonly file: string
      readonly use: PluginUse
    }

async function tryLoad(
  entry: PluginEntry,
  { folder, isDisabled = () => false, checkHook = () => {}, trust }: PluginOptions,
): Promise<PluginOutcome | undefined> {
  const use = useOf(entry)
  const label = labelOf(use.use)
  if (isDisabled(label)) return undefined
  let file = folder
  let brings = false
  try {
    checkUse(use, folder)
    const given = { options: use.options, checkHook, sawHooks: () => void (brings = true), trust }
    if (isPlugin(use.use)) {
      file = join(folder, 'toolyard.config.ts')
      const loaded = await loadValue(use.use[pluginBrand], given, file)
      return isDisabled(loaded.name) ? undefined : { loaded, folder: undefined, file, use }
    }
    await trust?.files([join(await placeOf(use.use, folder), 'package.json')])
    const found = await findPlugin(use.use, folder)
    file = found.packageFile
    if (isDisabled(found.name)) return undefined
    const loaded = await loadFound(found, given)
    return isDisabled(loaded.name) ? undefined : { loaded, folder: found.folder, file, use }
  } catch (error) {
    // Its hooks may be the ones that refuse: without them nothing starts.
    if (ToolyardError.isInstance(error) && error.code === 'untrusted') throw error
    return { problem: problemWith(label, error, file), hasHooks: brings || (await saysHooks(use, folder)) }
  }
}

/** Whether a plugin that could not be loaded names hooks all the same. */
async function saysHooks({ use }: PluginUse, folder: string): Promise<boolean> {
  if (typeof use !== 'string') return isPlugin(use) && hasHooks(use[pluginBrand])
  return findPlugin(use, folder).then(
    ({ field }) => hasHooks(field),
    () => false,
  )
}

/** The name by which people know it. */
function labelOf(use: unknown): string {
  if (typeof use === 'string') return use
  const spec: unknown = isPlugin(use) ? use[pluginBrand] : undefined
  return isPlainObject(spec) && typeof spec['name'] === 'string' ? spec['name'] : 'in code'
}

/** Whatever stands in the configuration, in the longest form; whether it is right is looked at later. */
function useOf(entry: PluginEntry): PluginUse {
  return isPlainObject(entry) && !isPlugin(entry)
    ? (entry as unknown as PluginUse)
    : { use: entry as string | Plugin }
}

const useKeys = ['use', 'disable', 'options']

function checkUse({ use, disable, ...rest }: PluginUse, folder: string): void {
  const [unknown] = Object.keys(rest).filter((key) => !useKeys.includes(key))
  const isList = Array.isArray(disable) && disable.every((name) => typeof name === 'string')
  const reason =
    unknown !== undefined
      ? `"${unknown}" is no setting of a plugin.${didYouMean(unknown, useKeys)}`
      : disable !== undefined && !isList
        ? `disable must be a list of texts, not ${tellValue(disable)}`
        : isPlugin(use) || (typeof use === 'string' && use !== '')
          ? undefined
          : `${tellValue(use)} is neither the name of a package, nor a path, nor a plugin`
  if (reason === undefined) return
  throw new PluginFailure(
    folder,
    reason,
    "Write 'toolyard-plugin-x', './plugins/local', or { use: 'x', disable: ['tool_a'], options: { … } }.",
  )
}

/** What all plugins bring together. */
class Joined implements LoadedPlugins {
  readonly plugins: PluginInfo[] = []
  readonly tools: Tool[] = []
  readonly hooks: unknown[] = []
  readonly executors: Record<string, unknown> = {}
  readonly problems: DiscoverProblem[] = []
  readonly lostHooks: DiscoverProblem[] = []
  readonly folders: readonly string[]
  readonly #owners = new Map<string, string>()

  constructor(folders: readonly string[]) {
    this.folders = [...new Set(folders)]
  }

  add(outcome: PluginOutcome): void {
    if ('problem' in outcome) {
      this.problems.push(outcome.problem)
      if (outcome.hasHooks) this.lostHooks.push(outcome.problem)
      return
    }
    const { loaded, folder, file, use } = outcome
    const { name, version, hooks, executors } = loaded
    const origin = `${name}@${version}`
    const note = (reason: string, hint: string): void => {
      this.problems.push(problemWith(origin, new PluginFailure(file, reason, hint), file))
    }
    if (this.plugins.some((other) => other.name === name)) {
      note('there is a plugin of this name already, and it stays', 'Name each plugin once in `plugins`.')
      if (hooks.length > 0) this.lostHooks.push(...this.problems.slice(-1))
      return
    }
    this.problems.push(...loaded.problems)
    const tools = this.#wanted(loaded, use.disable ?? [], note).filter((tool) =>
      this.#take(tool.manifest.name, origin, note),
    )
    this.tools.push(...tools)
    this.hooks.push(...hooks)
    for (const [type, executor] of Object.entries(executors)) {
      if (!types.includes(type)) continue
      if (type in this.executors)
        note(`another plugin runs the tools of type ${type} already`, 'Use one of the two.')
      else this.executors[type] = executor
    }
    this.plugins.push({
      name,
      version,
      origin,
      folder,
      tools: tools.map(({ manifest }) => manifest.name),
      hooks: hooks.length,
      executors: Object.keys(executors),
    })
  }

  #wanted(
    { tools }: LoadedPlugin,
    disable: readonly string[],
    note: (reason: string, hint: string) => void,
  ): readonly Tool[] {
    const names = tools.map(({ manifest }) => manifest.name)
    for (const name of disable)
      if (!names.includes(name))
        note(
          `it has no tool "${name}" to disable.${didYouMean(name, names)}`,
          `It has ${names.join(', ') || 'none'}.`,
        )
    return tools.filter(({ manifest }) => !disable.includes(manifest.name))
  }

  #take(tool: string, origin: string, note: (reason: string, hint: string) => void): boolean {
    const owner = this.#owners.get(tool)
    if (owner === undefined) this.#owners.set(tool, origin)
    else
      note(
        `the name "${tool}" is taken by ${owner === origin ? 'another of its tools' : `plugin "${owner}"`}`,
        `Disable one of the two: { use: …, disable: ['${tool}'] }.`,
      )
    return owner === undefined
  }
}

/**
 * Loads one plugin: what its package or its module names becomes tools, hooks and executors.
 *
 * A tool that can't be used is reported and left out. If anything else fails, the plugin is not loaded at all: a hook that is
 * missing may be the one that would have refused.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { type DiscoverProblem, type Tool, type ToolSource, toTool, withFacts } from '../../define/index.ts'
import type { TrustGate } from '../../host/index.ts'
import { isPlainObject, settlesWithin } from '../../kernel/index.ts'
import { discoverTools } from '../discover-tools.ts'
import { programTools } from '../programs/index.ts'
import { readTools } from '../read-tools.ts'
import { checkParts } from './check-parts.ts'
import { executorTool, isExecutorTool } from './executor-tool.ts'
import type { FoundPlugin } from './find-plugin.ts'
import { findPart, importPart, patienceMs } from './import-part.ts'
import { isPlugin, pluginBrand, type PluginParts, type PluginSpec } from './plugin.ts'
import { PluginFailure, problemWith } from './plugin-failure.ts'
import { readField } from './read-field.ts'

export interface LoadedPlugin {
  readonly name: string
  readonly version: string
  readonly tools: readonly Tool[]
  readonly hooks: readonly unknown[]
  readonly executors: Readonly<Record<string, unknown>>
  readonly problems: readonly DiscoverProblem[]
}

interface PluginSettings {
  readonly options: unknown
  readonly checkHook: (hook: unknown) => void
  /** Told as soon as it shows that the plugin brings hooks, whether it can be loaded or not. */
  readonly sawHooks: () => void
  readonly trust?: TrustGate | undefined
}

/** A plugin in a folder. Throws a `PluginFailure`. */
export async function loadFound(found: FoundPlugin, given: PluginSettings): Promise<LoadedPlugin> {
  const { main, tools = [], programs = [], hooks, executors } = readField(found)
  const options = new Options(given.options)
  const parts = main === undefined ? {} : await mainParts(found, main, { options, given })
  const file = found.packageFile
  const loaded = await assemble(
    {
      name: parts.name ?? found.name,
      version: parts.version ?? found.version,
      tools: [...tools, ...(parts.tools ?? [])],
      programs: [...programs, ...(parts.programs ?? [])],
      hooks: [...(hooks === undefined ? [] : await hookList(found, hooks, options)), ...(parts.hooks ?? [])],
      executors: {
        ...(executors === undefined ? {} : await executorTable(found, executors, options)),
        ...parts.executors,
      },
    },
    { found, file, trust: given.trust },
  )
  options.check(file)
  for (const hook of loaded.hooks) given.checkHook(hook)
  return loaded
}

/** A plugin in code; `file` is where the configuration is. Throws a `PluginFailure`. */
export async function loadValue(
  spec: PluginSpec,
  given: PluginSettings,
  file: string,
): Promise<LoadedPlugin> {
  const options = new Options(given.options)
  const parts = await options.resolve(spec, file)
  if (hasHooks(parts)) given.sawHooks()
  checkParts(parts, file)
  const { name } = parts
  if (name === undefined)
    throw new PluginFailure(file, 'a plugin in code needs a name', "Write definePlugin({ name: 'mine', … }).")
  const loaded = await assemble(
    { version: '0.0.0', ...parts, name },
    { found: undefined, file, trust: given.trust },
  )
  options.check(file)
  for (const hook of loaded.hooks) given.checkHook(hook)
  return loaded
}

/** The options that the configuration gives a plugin; an error if no part of it takes them. */
class Options {
  readonly #value: unknown
  #isTaken: boolean

  constructor(value: unknown) {
    this.#value = value
    this.#isTaken = value === undefined
  }

  /** A part as it is, or as a function of the options makes it. */
  async resolve<T>(part: T | ((options: never) => T | Promise<T>), file: string): Promise<T> {
    if (typeof part !== 'function') return part
    this.#isTaken = true
    const make = part as (options: unknown) => T | Promise<T>
    const making = Promise.resolve().then(() => make(this.#value ?? {}))
    if (!(await settlesWithin(making, patienceMs)))
      throw new PluginFailure(
        file,
        `its function did not answer within ${patienceMs / 1000} s`,
        'Start long work in a call of a tool.',
      )
    return making
  }

  check(file: string): void {
    if (!this.#isTaken)
      throw new PluginFailure(
        file,
        'it takes no options',
        'Leave `options` out, or export a function of them.',
      )
  }
}

async function mainParts(
  found: FoundPlugin,
  main: string,
  { options, given }: { readonly options: Options; readonly given: PluginSettings },
): Promise<PluginParts> {
  const { path } = await findPart(found, main)
  const { default: exported } = await importPart(path)
  const parts = await options.resolve(
    isPlugin(exported) ? exported[pluginBrand] : (exported as PluginSpec),
    path,
  )
  if (hasHooks(parts)) given.sawHooks()
  checkParts(parts, path)
  return parts
}

/** Whether a definition, or the field of a package.json, says that there are hooks, rightly written or not. */
export function hasHooks(said: unknown): boolean {
  const hooks = isPlainObject(said) ? said['hooks'] : undefined
  return hooks !== undefined && !(Array.isArray(hooks) && hooks.length === 0)
}

async function hookList(found: FoundPlugin, path: string, options: Options): Promise<readonly unknown[]> {
  const part = await findPart(found, path)
  const exports = await importPart(part.path)
  const hooks = await options.resolve(exports['default'] ?? exports['hooks'], part.path)
  const list: unknown = isPlainObject(hooks) ? [hooks] : hooks
  checkParts({ hooks: list ?? null }, part.path)
  return list as readonly unknown[]
}

async function executorTable(
  found: FoundPlugin,
  path: string,
  options: Options,
): Promise<Readonly<Record<string, unknown>>> {
  const part = await findPart(found, path)
  const exports = await importPart(part.path)
  const executors = await options.resolve(exports['default'] ?? exports['executors'], part.path)
  checkParts({ executors: executors ?? null }, part.path)
  return executors as Readonly<Record<string, unknown>>
}

type CompletePlugin = PluginParts & { readonly name: string; readonly version: string }

interface PluginOrigin {
  readonly found: FoundPlugin | undefined
  readonly file: string
  readonly trust: TrustGate | undefined
}

async function assemble(parts: CompletePlugin, place: PluginOrigin): Promise<LoadedPlugin> {
  const { name, version, tools = [], programs = [], hooks = [], executors = {} } = parts
  const origin = `${name}@${version}`
  const made: Tool[] = []
  const problems: DiscoverProblem[] = []
  const note = (error: unknown): void => void problems.push(problemWith(origin, error, place.file))
  const take = async (give: () => PartTools | Promise<PartTools>): Promise<void> => {
    try {
      const taken = await give()
      made.push(...taken.tools)
      for (const failure of taken.failures) note(failure)
    } catch (error) {
      note(error)
    }
  }
  for (const item of tools) {
    if (typeof item === 'string') await take(() => toolsAt(item, place))
    else
      await take(() => ({
        tools: [isExecutorTool(item) ? executorTool(item, executors) : toTool(item, pluginSource)],
        failures: [],
      }))
  }
  if (programs.length > 0) await take(() => programsAt(programs, place))
  return {
    name,
    version,
    hooks,
    executors,
    problems,
    tools: made.map((tool) => withFacts(tool, { source: pluginSource })),
  }
}

const pluginSource: ToolSource = 'plugin'

interface PartTools {
  readonly tools: readonly Tool[]
  readonly failures: readonly PluginFailure[]
}

/** The tools of a file or a folder. */
async function toolsAt(path: string, { found, file, trust }: PluginOrigin): Promise<PartTools> {
  const part = await findPart(inFolder(found, file), path)
  if (part.isFolder) {
    await using discovery = await discoverTools({ folders: [part.path], trust })
    return {
      tools: discovery.tools.flatMap(({ loaded }) => loaded ?? []),
      failures: discovery.problems.map(toFailure),
    }
  }
  const exports = await importPart(part.path)
  const source = await readFile(part.path, 'utf8')
  const { tools, failures } = readTools(exports, { path: part.path, category: undefined, source })
  return {
    tools: tools.map(({ tool }) => tool),
    failures: failures.map((failure) => new PluginFailure(part.path, failure.message, failure.hint)),
  }
}

async function programsAt(
  paths: readonly string[],
  { found, file, trust }: PluginOrigin,
): Promise<PartTools> {
  const plugin = inFolder(found, file)
  const parts = await Promise.all(paths.map((path) => findPart(plugin, path)))
  const { tools, problems } = await programTools(
    parts.map(({ path }) => path),
    { source: pluginSource, trust },
  )
  return { tools, failures: problems.map(toFailure) }
}

/** Paths mean something only if there is a folder. */
function inFolder(found: FoundPlugin | undefined, file: string): FoundPlugin {
  if (found) return found
  throw new PluginFailure(
    file,
    'a plugin in code has no folder, so it can not name paths',
    'Name the tools themselves.',
  )
}

function toFailure({ file, reason, hint }: DiscoverProblem): PluginFailure {
  return new PluginFailure(file, reason, hint)
}

/**
 * `ToolRegistry`: the registry as people use it, with the names that agent code already calls.
 *
 * Storing and finding is `Registrations`; running is the pipeline's, which the runtime binds here. A registry made without a
 * runtime holds definitions and refuses to execute.
 *
 * @module
 */
import { type AnyTool, type ManifestLike, type Tool, toTool, type ToolManifest } from '../define/index.ts'
import { copyDefinition, type DialectName, type ProviderDefinition } from '../dialects/index.ts'
import { checkKeys, ToolyardError } from '../kernel/index.ts'
import { RegisteredTool } from './registered-tool.ts'
import { Registrations, type RegistrationScope, type ScopeOptions } from './registrations.ts'
import { entryOf, type RegistryEntry } from './registry-entry.ts'
import { type RegistryRuntime, type ToolHook, unbound } from './registry-runtime.ts'
import type { SearchHit } from './search/word-index.ts'
import type { Snapshot } from './snapshot.ts'

export interface RegisterOptions {
  /** Takes the place of a tool of the same name, and of its hooks. */
  readonly replace?: boolean
  /** Hooks for this tool alone; they go when it is unregistered. */
  readonly hooks?: readonly ToolHook[]
}

type Executor = (...args: never[]) => unknown

export class ToolRegistry {
  readonly registrations = new Registrations()
  readonly #runtime: RegistryRuntime
  /** How to take away the hooks that came with a tool, by its name. */
  readonly #hooks = new Map<string, () => void>()

  /** The same object for the same tool, every time it is asked for. */
  readonly #tools = new WeakMap<RegistryEntry, RegisteredTool>()

  constructor(runtime: Partial<RegistryRuntime> = {}) {
    this.#runtime = { ...unbound, ...runtime }
  }

  /** Takes a tool, a class marked by `@tool()`, an object with `name`, `description`, `parameters`, `execute`, or a manifest and its function. */
  register(tool: AnyTool, options?: RegisterOptions): Tool
  register(
    manifest: ManifestLike,
    executor: Executor,
    hooks?: readonly ToolHook[] | RegisterOptions | null,
  ): Tool
  register(
    tool: unknown,
    executor?: Executor | RegisterOptions,
    more?: readonly ToolHook[] | RegisterOptions | null,
  ): Tool {
    const isPair = typeof executor === 'function'
    const made = toTool(tool, 'app', isPair ? executor : undefined)
    requireName(made)
    this.#add(made, optionsOf(isPair ? more : (executor ?? more)))
    return made
  }

  /** Takes away a tool that code registered, or else a built-in one. Whether there was such a tool. */
  unregister(name: string): boolean {
    this.#dropHooks(name)
    const { base, builtins } = this.registrations
    return base.remove(name) || builtins.remove(name)
  }

  /** What is registered under a name, or under another name that models may know it by. */
  entry(name: string): RegistryEntry | undefined {
    return this.registrations.get(name) ?? this.registrations.get(this.registrations.nameOf(name))
  }

  manifest(name: string): ToolManifest | undefined {
    return this.registrations.get(name)?.manifest
  }

  /** Grows with every change. */
  get version(): number {
    return this.registrations.version
  }

  /** Calls `listener` when tools come, go or change, for everybody or for an agent. Answers how to stop it. */
  onChange(listener: () => void): () => void {
    const stops = [this.registrations.onChange(listener), this.#runtime.onRightsChanged(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** A layer over what is registered: closing it reveals what it covered. */
  scope(options: ScopeOptions): RegistryScope {
    return new RegistryScope(this.registrations.scope(options))
  }

  get(name: string): RegisteredTool | undefined {
    const entry = this.registrations.get(name)
    if (!entry) return undefined
    let tool = this.#tools.get(entry)
    if (!tool) this.#tools.set(entry, (tool = new RegisteredTool(entry, this.#runtime)))
    return tool
  }

  has(name: string): boolean {
    return this.registrations.get(name) !== undefined
  }

  /** Definitions in a provider's form, OpenAI's by default, of the tools that models are shown: `yard.definitions()`. */
  getDefinitions<Dialect extends DialectName = 'openai'>(dialect?: Dialect): ProviderDefinition<Dialect>[] {
    const shown = this.listAll().filter((manifest) => this.#runtime.isShown(manifest))
    return shown.flatMap((manifest) => {
      const definition = this.#runtime.definition(manifest, dialect ?? 'openai')
      return definition ? [copyDefinition<Dialect>(definition)] : []
    })
  }

  get toolNames(): string[] {
    return this.snapshot().names
  }

  listAll(): ToolManifest[] {
    return [...this.snapshot().manifests()]
  }

  listByCategory(category: string): ToolManifest[] {
    return this.listAll().filter((manifest) => manifest.category === category)
  }

  search(query: string, limit?: number): SearchHit[] {
    return this.snapshot().search(query, limit)
  }

  /** The tools as they are now; never changes. */
  snapshot(): Snapshot {
    return this.registrations.snapshot()
  }

  /** Runs a tool through the pipeline; answers the text that the model would see, for failures too. */
  execute(name: string, params: unknown, threadId?: string): Promise<string> {
    return this.#runtime.execute(name, params, threadId)
  }

  /** All or nothing: a tool without the hook that should watch it would be worse than no tool. */
  #add(tool: Tool, { replace = false, hooks = [] }: RegisterOptions): void {
    const { name } = tool.manifest
    const detach = hooks.length > 0 ? this.#runtime.attachHooks(name, hooks) : undefined
    try {
      this.registrations.base.add(entryOf(tool), { replace })
    } catch (error) {
      detach?.()
      throw error
    }
    this.#dropHooks(name)
    if (detach) this.#hooks.set(name, detach)
  }

  #dropHooks(name: string): void {
    this.#hooks.get(name)?.()
    this.#hooks.delete(name)
  }

  getExecutor(name: string): ((params: unknown, threadId?: string) => Promise<string>) | undefined {
    return this.has(name) ? (params, threadId) => this.execute(name, params, threadId) : undefined
  }
}

/** Registrations that go together. */
export class RegistryScope {
  readonly #scope: RegistrationScope

  constructor(scope: RegistrationScope) {
    this.#scope = scope
  }

  register(tool: AnyTool, options: RegisterOptions = {}): Tool {
    const made = toTool(tool)
    requireName(made)
    this.#scope.add(entryOf(made), options)
    return made
  }

  unregister(name: string): boolean {
    return this.#scope.remove(name)
  }

  close(): void {
    this.#scope.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

function requireName({ manifest }: Tool): void {
  if (manifest.name === '')
    throw new ToolyardError('invalid_definition', 'This tool has no name', {
      hint: 'Add name: only a tool in a discovered folder may take it from its file.',
    })
  if (manifest.description === '') {
    throw new ToolyardError('invalid_definition', `Tool "${manifest.name}": description is missing`, {
      tool: manifest.name,
      hint: 'Say in one sentence what the tool does, then when to use it: it is all that the model knows.',
    })
  }
}

const optionKeys = ['replace', 'hooks']

function optionsOf(given: readonly ToolHook[] | RegisterOptions | null | undefined): RegisterOptions {
  if (given === undefined || given === null) return {}
  if (isList(given)) return { hooks: given }
  checkKeys(given, optionKeys, 'register')
  return given
}

function isList(given: readonly ToolHook[] | RegisterOptions): given is readonly ToolHook[] {
  return Array.isArray(given)
}

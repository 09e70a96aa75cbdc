/**
 * `ToolRegistry`: the registry as people use it, with the names that agent code already calls.
 *
 * Storing and finding is `Registrations`; running is the pipeline's, which the runtime binds here. A registry made without a
 * runtime holds definitions and refuses to execute.
 *
 * @module
 */
import { type Tool, toTool, type ToolManifest } from '../define/index.ts'
import { compileDefinition, type DialectName } from '../dialects/index.ts'
import { ToolyardError } from '../kernel/index.ts'
import { type ExecuteText, RegisteredTool } from './registered-tool.ts'
import { Registrations, type Scope, type ScopeOptions } from './registrations.ts'
import { entryOf } from './registry-entry.ts'
import type { SearchHit } from './search/word-index.ts'
import type { Snapshot } from './snapshot.ts'

export interface RegisterOptions {
  readonly replace?: boolean
}

export class ToolRegistry {
  readonly registrations = new Registrations()
  readonly #execute: ExecuteText

  constructor(execute: ExecuteText = unbound) {
    this.#execute = execute
  }

  /** Takes a tool, a class marked by `@tool()`, an object with `name`, `description`, `parameters`, `execute`, or a manifest and its function. */
  register(tool: unknown, executor?: ((...args: never[]) => unknown) | RegisterOptions): Tool {
    const made = toTool(tool, 'app', typeof executor === 'function' ? executor : undefined)
    requireName(made)
    this.registrations.base.add(entryOf(made), typeof executor === 'object' ? executor : {})
    return made
  }

  /** Whether there was such a tool. */
  unregister(name: string): boolean {
    return this.registrations.base.remove(name)
  }

  /** A layer over what is registered: closing it reveals what it covered. */
  scope(options: ScopeOptions): RegistryScope {
    return new RegistryScope(this.registrations.scope(options))
  }

  get(name: string): RegisteredTool | undefined {
    const entry = this.registrations.get(name)
    return entry && new RegisteredTool(entry, this.#execute)
  }

  has(name: string): boolean {
    return this.registrations.get(name) !== undefined
  }

  /** Definitions in a provider's form, OpenAI's by default. */
  getDefinitions(dialect: DialectName = 'openai'): object[] {
    return this.listAll().flatMap((manifest) => compileDefinition(manifest, dialect).definition ?? [])
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
    return this.#execute(name, params, threadId)
  }

  getExecutor(name: string): ((params: unknown, threadId?: string) => Promise<string>) | undefined {
    return this.has(name) ? (params, threadId) => this.#execute(name, params, threadId) : undefined
  }
}

/** Registrations that go together. */
export class RegistryScope {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  register(tool: unknown, options: RegisterOptions = {}): Tool {
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

function unbound(name: string): Promise<string> {
  return Promise.reject(
    new ToolyardError('internal', `"${name}" can't be run: this registry belongs to no runtime`, {
      hint: 'Use createToolyard().registry.',
    }),
  )
}

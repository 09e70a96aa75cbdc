/**
 * One registered tool as `registry.get(name)` shows it, with the members that agent code expects of a tool object.
 *
 * @module
 */
import type { MadeFrom, ToolManifest } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'
import type { RegistryEntry } from './registry-entry.ts'
import type { RegistryRuntime } from './registry-runtime.ts'

export class RegisteredTool {
  readonly #entry: RegistryEntry
  readonly #runtime: RegistryRuntime

  constructor(entry: RegistryEntry, runtime: RegistryRuntime) {
    this.#entry = entry
    this.#runtime = runtime
  }

  get manifest(): ToolManifest {
    return this.#entry.manifest
  }
  get name(): string {
    return this.manifest.name
  }
  get description(): string {
    return this.manifest.description
  }
  get category(): string {
    return this.manifest.category
  }
  /** The class that it was made from; undefined if there is none, or before the first call if it comes from a folder. */
  get madeFrom(): MadeFrom | undefined {
    return this.#entry.loaded?.madeFrom
  }
  /** JSON Schema of the arguments. */
  get parameters(): JsonSchema {
    return this.manifest.inputSchema
  }

  /** Every problem of these arguments; empty where they are valid. Nothing is repaired and nothing runs. */
  async validateParams(params: unknown): Promise<string[]> {
    if (typeof params !== 'object' || params === null || Array.isArray(params))
      return ['must be an object of named parameters']
    const tool = await this.#entry.load()
    const problems = await this.#runtime.problems(tool, params as Record<string, unknown>)
    return problems.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
  }

  /** The definition in OpenAI's form, as a model would be shown it. `getDefinitions` leaves out what policy denies. */
  toSchema(): object {
    return this.#runtime.definition(this.manifest, 'openai') ?? {}
  }

  /** Through the pipeline, like every call. */
  execute(params: unknown, threadId?: string): Promise<string> {
    return this.#runtime.execute(this.name, params, threadId)
  }
}

/**
 * One registered tool as `registry.get(name)` shows it, with the members that agent code expects of a tool object.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import { compileDefinition } from '../dialects/index.ts'
import { inspect, type JsonSchema, defaultJsonLimits } from '../kernel/index.ts'
import type { RegistryEntry } from './registry-entry.ts'

/** Runs a tool and answers the text that the model would see. */
export type ExecuteText = (name: string, params: unknown, threadId?: string) => Promise<string>

export class RegisteredTool {
  readonly #entry: RegistryEntry
  readonly #execute: ExecuteText

  constructor(entry: RegistryEntry, execute: ExecuteText) {
    this.#entry = entry
    this.#execute = execute
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
  /** JSON Schema of the arguments. */
  get parameters(): JsonSchema {
    return this.manifest.inputSchema
  }

  /** Every problem of these arguments; empty where they are valid. Nothing is repaired and nothing runs. */
  async validateParams(params: unknown): Promise<string[]> {
    if (typeof params !== 'object' || params === null || Array.isArray(params))
      return ['must be an object of named parameters']
    const tool = await this.#entry.load()
    const problem = inspect(params, tool.input.shape, defaultJsonLimits)
    if (problem) return [`${problem.path.join('.')}: ${problem.message}`]
    const checked = await tool.input.check(params)
    return (
      checked.issues?.map(({ path, message }) =>
        path.length > 0 ? `${path.join('.')}: ${message}` : message,
      ) ?? []
    )
  }

  /** The definition in OpenAI's form. */
  toSchema(): object {
    return compileDefinition(this.manifest, 'openai').definition ?? {}
  }

  /** Through the pipeline, like every call. */
  execute(params: unknown, threadId?: string): Promise<string> {
    return this.#execute(this.name, params, threadId)
  }
}

/**
 * The tools of a turn in the form that the model takes, and the way back for what it asks for.
 *
 * Compiled once per manifest; a tool that the service cannot take is left out, and the others go on.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { compileDefinition, type DialectOptions } from '../../dialects/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import type { Model, ModelTool } from '../models/index.ts'
import { tokensOfJson } from './context/estimate.ts'

export interface TurnTools {
  readonly tools: readonly ModelTool[]
  /** Estimated. */
  readonly tokens: number
  /** A call as the model wrote it → as our tools want it. A name that no tool has stays as it is. */
  read(name: string, input: unknown): { readonly tool: string; readonly input: unknown }
}

/** Compiled tools of one dialect, for all runs. */
export type CompiledTools = WeakMap<ToolManifest, CompiledTool | null>

interface CompiledTool {
  readonly tool: ModelTool
  readonly tokens: number
  readonly decode: (input: unknown) => unknown
}

export class ToolBox {
  readonly #model: Pick<Model, 'dialect' | 'strict'>
  readonly #explanation: DialectOptions['explanation']
  readonly #compiled: CompiledTools
  #manifests: readonly ToolManifest[] | undefined
  #turn: TurnTools | undefined

  constructor(
    model: Pick<Model, 'dialect' | 'strict'>,
    explanation: DialectOptions['explanation'],
    compiled: CompiledTools = new WeakMap(),
  ) {
    this.#model = model
    this.#explanation = explanation
    this.#compiled = compiled
  }

  turn(manifests: readonly ToolManifest[]): TurnTools {
    if (this.#turn && isSame(manifests, this.#manifests)) return this.#turn
    const compiled = manifests.flatMap((manifest) => this.#compile(manifest) ?? [])
    const byName = new Map(compiled.map((one) => [one.tool.name, one]))
    this.#manifests = manifests
    this.#turn = {
      tools: compiled.map(({ tool }) => tool),
      tokens: compiled.reduce((sum, { tokens }) => sum + tokens, 0),
      read(name, input) {
        const known = byName.get(name)
        return known ? { tool: known.tool.tool, input: known.decode(input) } : { tool: name, input }
      },
    }
    return this.#turn
  }

  #compile(manifest: ToolManifest): CompiledTool | null {
    let known = this.#compiled.get(manifest)
    if (known !== undefined) return known
    const { dialect, strict } = this.#model
    const { definition, decode } = compileDefinition(manifest, dialect, {
      strict,
      ...(this.#explanation && { explanation: this.#explanation }),
    })
    const tool = definition && toModelTool(definition, { tool: manifest.name, strict })
    known = tool ? { tool, decode, tokens: tokensOfJson(definition) } : null
    this.#compiled.set(manifest, known)
    return known
  }
}

/** What all dialects say, wherever each of them puts it. */
interface AnyDefinition {
  readonly name: string
  readonly description: string
  readonly function?: AnyDefinition
  readonly parameters?: JsonSchema
  readonly input_schema?: JsonSchema
  readonly inputSchema?: JsonSchema
  readonly parametersJsonSchema?: JsonSchema
  readonly strict?: boolean
  readonly input_examples?: ModelTool['examples']
}

/** If the service enforces schemas, every tool says whether its own is enforced; else none does. */
function toModelTool(
  definition: object,
  { tool, strict: isAsked }: { tool: string; strict: boolean },
): ModelTool {
  const outer = definition as AnyDefinition
  const { name, description, strict, input_examples: examples, ...schemas } = outer.function ?? outer
  return {
    name,
    tool,
    description,
    inputSchema: schemas.parameters ??
      schemas.input_schema ??
      schemas.parametersJsonSchema ??
      schemas.inputSchema ?? { type: 'object', properties: {} },
    ...(isAsked && strict !== undefined && { strict }),
    ...(examples && { examples }),
  }
}

function isSame(one: readonly ToolManifest[], other: readonly ToolManifest[] | undefined): boolean {
  if (one === other) return true
  return other?.length === one.length && one.every((manifest, index) => manifest === other[index])
}

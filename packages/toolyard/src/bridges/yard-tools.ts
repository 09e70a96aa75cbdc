/**
 * A yard's tools for another framework: what each is called, what it takes, and how a call of it is made. The adapters beside
 * this file only change the form.
 *
 * @module
 */
import { type ContentBlock, isFailure, textOf, type ToolEvent, type ToolResult } from '../define/index.ts'
import type { DialectName } from '../dialects/index.ts'
import { canonicalJson, type JsonSchema, sha256, ToolyardError } from '../kernel/index.ts'
import type { Agreement, Approver, CallOptions } from '../pipeline/index.ts'
import type { ToolService } from '../runtime/index.ts'

export interface BridgeOptions {
  /** Whose tools, and on whose behalf they are called; all tools of the yard if it is absent. */
  readonly agent?: string
  /** Only the tools of these names. */
  readonly tools?: readonly string[]
  /** The conversation that calls belong to. With it, a call that the framework repeats is not run twice, after a restart either. */
  readonly threadId?: string
  /** The person or program on whose behalf calls are made. */
  readonly principal?: string
  /**
   * Who is asked if policy asks: `framework`, by its own approval flow (the default, if it has one), or `inbox`, the
   * people of the yard.
   */
  readonly approvals?: 'framework' | 'inbox'
  /** Whose model reads the definitions, if that is known: they are fitted to its limits. As MCP has them by default. */
  readonly dialect?: DialectName
}

/** A call as the framework makes it. */
export interface FrameworkCall {
  readonly input: unknown
  /** The framework's id of the call. */
  readonly id?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A person agreed to it in the framework, which can tell so when it runs. */
  readonly isAgreed?: boolean | undefined
  /** Asked if policy asks, beside the people of the yard: for frameworks that ask while a call runs. */
  readonly person?: Approver | undefined
}

export interface YardTool {
  readonly name: string
  readonly title: string | undefined
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | undefined
  /** Whether the provider can hold the model to the schema. */
  readonly isStrict: boolean
  /** Whether parts of its answers come before their end. */
  readonly isStreaming: boolean
  /** Never rejects. */
  call(given: FrameworkCall): Promise<ToolResult>
  stream(given: FrameworkCall): AsyncGenerator<ToolEvent, void, undefined>
  /**
   * Whether a person has to be asked about a call. With an id: the framework runs it only if they agreed, so `call` does not ask
   * again. Without: `call` is told by `isAgreed`.
   */
  asksAbout(given: Pick<FrameworkCall, 'input' | 'id'>): Promise<boolean>
}

interface ProviderForm {
  readonly name: string
  readonly description?: string
  readonly outputSchema?: JsonSchema
  readonly strict?: boolean
  /** One of these, by provider. */
  readonly inputSchema?: JsonSchema
  readonly input_schema?: JsonSchema
  readonly parameters?: JsonSchema
  readonly parametersJsonSchema?: JsonSchema
}

/** OpenAI's chat wraps a definition once more. */
function definitionIn(shown: object): ProviderForm {
  return ('function' in shown ? shown.function : shown) as ProviderForm
}

/** Throws `agent_not_found`, and `tool_not_found` for a name in `tools` that there is not. */
export async function yardTools(
  yard: ToolService,
  origin: string,
  options: BridgeOptions,
): Promise<YardTool[]> {
  const { agent, threadId, tools: wanted, dialect = 'mcp' } = options
  const pinning = threadId === undefined ? {} : { threadId }
  const shown =
    agent === undefined
      ? yard.definitions(dialect, pinning)
      : await yard.definitionsFor(agent, dialect, pinning)
  const definitions = shown.map(definitionIn)
  const missing = wanted?.find((name) => definitions.every((one) => one.name !== name))
  if (missing !== undefined)
    throw new ToolyardError('tool_not_found', `there is no tool "${missing}" to hand on`, {
      hint:
        agent === undefined
          ? 'Look at `toolyard ls`; what policy denies is not handed on.'
          : `Bind it to the agent "${agent}", or leave it out.`,
    })
  const calls = new Calls(yard, origin, options)
  return definitions.flatMap((one) =>
    wanted && !wanted.includes(one.name) ? [] : [yardTool(yard, calls, one)],
  )
}

function yardTool(yard: ToolService, calls: Calls, definition: ProviderForm): YardTool {
  const { name, description = '', outputSchema, strict = false } = definition
  const { parameters, input_schema, parametersJsonSchema } = definition
  const manifest = yard.registry.get(name)?.manifest
  return {
    name,
    title: manifest?.title,
    description,
    inputSchema: definition.inputSchema ?? input_schema ?? parametersJsonSchema ?? parameters ?? {},
    outputSchema,
    isStrict: strict,
    isStreaming: manifest?.streaming === true,
    call: async (given) => yard.call(name, calls.input(name, given), await calls.optionsFor(name, given)),
    async *stream(given) {
      yield* yard.stream(name, calls.input(name, given), await calls.optionsFor(name, given))
    },
    asksAbout: (given) => calls.asksAbout(name, given),
  }
}

/** Calls that a person was asked about and that were not made; more than any application waits for. */
const mostAsked = 10_000

class Calls {
  readonly #yard: ToolService
  readonly #origin: string
  readonly #options: BridgeOptions
  /** Without a conversation an id of the framework counts in this list of tools alone. */
  readonly #scope: string
  /** Ids of calls that the framework asks a person about, which tell their arguments, and the definitions that were shown. */
  readonly #asked = new Map<string, string>()

  constructor(yard: ToolService, origin: string, options: BridgeOptions) {
    this.#yard = yard
    this.#origin = origin
    this.#options = options
    this.#scope = options.threadId ?? crypto.randomUUID()
  }

  /** Arguments as the tool's own schema wants them. */
  input(name: string, { input }: Pick<FrameworkCall, 'input'>): unknown {
    const compiled = this.#yard.dialects.of(name, this.#options.dialect ?? 'mcp')
    return compiled ? compiled.decode(input ?? {}) : input
  }

  async optionsFor(name: string, given: FrameworkCall): Promise<CallOptions> {
    const callId = this.#idFor(name, given)
    const agreed = callId === undefined ? undefined : await this.#agreedTo(name, given, callId)
    return {
      ...this.#caller(),
      origin: this.#origin,
      ...(callId !== undefined && { callId }),
      ...(given.signal && { signal: given.signal }),
      ...(agreed && { agreed }),
      ...(given.person && { person: given.person }),
    }
  }

  async asksAbout(name: string, given: Pick<FrameworkCall, 'input' | 'id'>): Promise<boolean> {
    const question = await this.#question(name, given)
    if (!question) return false
    const id = this.#idFor(name, given)
    // A framework that looks again before it runs a call still speaks of what the person was shown at first.
    if (id === undefined || this.#asked.has(id)) return true
    const [oldest] = this.#asked.size < mostAsked ? [] : this.#asked.keys()
    if (oldest !== undefined) this.#asked.delete(oldest)
    this.#asked.set(id, question.fingerprint)
    return true
  }

  /** What a person agreed to in the framework: it was asked about here, or, before a restart, the framework knows of it. */
  async #agreedTo(name: string, given: FrameworkCall, callId: string): Promise<Agreement | undefined> {
    const asked = this.#asked.get(callId)
    if (asked === undefined && given.isAgreed !== true) return undefined
    const question = await this.#question(name, given)
    this.#asked.delete(callId)
    return asked === undefined || asked === question?.fingerprint ? question : undefined
  }

  /** What a person has to agree to before the call is made; undefined if no person is asked. */
  async #question(name: string, given: FrameworkCall): Promise<Agreement | undefined> {
    const { signal } = given
    const options = { ...this.#caller(), ...(signal && { signal }) }
    const explained = await this.#yard.explain(name, this.input(name, given), options)
    if (!('decision' in explained) || explained.decision.effect !== 'ask') return undefined
    const { fingerprint, input } = explained
    return { by: 'the person that the framework asked', fingerprint, input }
  }

  #caller(): Pick<CallOptions, 'agent' | 'threadId' | 'principal'> {
    const { agent, threadId, principal } = this.#options
    return {
      ...(agent !== undefined && { agent }),
      ...(threadId !== undefined && { threadId }),
      ...(principal !== undefined && { principal }),
    }
  }

  /**
   * The framework's id, made unmistakable: some models count theirs from 0 in every answer. None if the arguments can't be
   * written down: it could not be told to which of them it belongs.
   */
  #idFor(name: string, { id, input }: Pick<FrameworkCall, 'input' | 'id'>): string | undefined {
    if (id === undefined || id === '') return undefined
    try {
      const digest = sha256(canonicalJson([this.#scope, id, name, input ?? null]))
      return `${id.slice(0, 64).replaceAll(/[^\w-]/g, '_')}.${digest.slice(0, 24)}`
    } catch {
      return undefined
    }
  }
}

/** What frameworks show of a call that failed. */
export class ToolCallError extends Error {
  readonly result: ToolResult

  constructor(result: ToolResult) {
    super(textOf(result) || result.error?.message || `The call ended as "${result.status}".`)
    this.name = 'ToolCallError'
    this.result = result
  }
}

/** Throws what failed; a call that waits for a person is an answer that says so. */
export function thrown(result: ToolResult): ToolResult {
  if (isFailure(result.status)) throw new ToolCallError(result)
  return result
}

/** What a tool answers if a framework shows models something else than programs. */
export interface FrameworkOutput {
  /** For the model. */
  readonly content: readonly ContentBlock[]
  /** What the tool returned, if it is structured. */
  readonly data?: unknown
}

export function frameworkOutput(result: ToolResult): FrameworkOutput {
  const { content, data } = thrown(result)
  return { content, ...(data !== undefined && typeof data !== 'string' && { data }) }
}

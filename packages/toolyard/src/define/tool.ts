/**
 * What a tool is, before anything runs it.
 *
 * The types of a definition as it is written (`ToolSpec`) and as it is kept (`Tool`). A definition knows nothing
 * of registries, hooks, databases or HTTP; everything downstream reads it and nothing writes it.
 *
 * @module
 */
import type { Caller, ThreadState, ToolContext } from './context.ts'
import type { ExternalFacts } from './external-facts.ts'
import type { InferInput } from './infer.ts'
import type { RenderedFrom } from './infer-output.ts'
import type { ByLanguage, TaskSupport, Effects, Permission, ToolExample, ToolManifest } from './manifest.ts'
import type { McpFacts } from './mcp-facts.ts'
import type { RestFacts } from './rest-facts.ts'
import type { ContentBlock } from './result.ts'
import type { Services } from './services.ts'
import type { ToolResource } from './tool-resource.ts'
import type { ToolSchema } from './tool-schema.ts'

/** What a tool may look at to name what a call touches. */
export interface TouchContext {
  readonly workspace: string
  /** What the conversation owns already. */
  readonly thread?: Pick<ThreadState, 'existing'> | undefined
  readonly caller?: Caller | undefined
  /** What the installation offers, for tools whose arguments name things that are configured. */
  readonly services?: Services | undefined
}

/** Which call a person may have to confirm. */
export interface ConfirmContext extends Caller {
  readonly callId: string
  /** What the installation offers, as this caller may use it. */
  readonly services?: Services | undefined
}

/** Whether a person confirms a call. A text says why, in words for that person; then every mode asks, also `bypass`. */
export type ConfirmAnswer = boolean | string

/** What every tool may say of itself, however it runs. */
export interface ToolFacts<Input> {
  /** As the model will write it; in a discovered file, the file's name is the default. */
  readonly name?: string
  readonly title?: string
  /** First sentence: what it does. Then: when to use it, and when not. */
  readonly description?: string
  /** The title for people who read other languages: `{ zh: '查询天气' }`. Models don't see it. */
  readonly titles?: ByLanguage
  /** The description for them. */
  readonly descriptions?: ByLanguage
  readonly category?: string
  readonly permission?: Permission
  readonly effects?: Effects
  /** Ask a person before every call, whatever policy says; or before those for which this answers true, or a reason. */
  readonly confirm?:
    | boolean
    | ((input: Input, context: ConfirmContext) => ConfirmAnswer | PromiseLike<ConfirmAnswer>)
  /** Whether parts of an answer are told as they come; seen from `execute` where it is not said. */
  readonly streaming?: boolean
  readonly idempotent?: boolean
  readonly timeoutMs?: number
  /**
   * Calls take long: MCP clients that know tasks are answered with one, which runs in the background. Others wait for the result
   * (`optional`), or are refused (`required`).
   */
  readonly taskSupport?: TaskSupport
  /** Only workers that serve this queue run it, such as `gpu`; calls made elsewhere are handed to them. */
  readonly queue?: string
  readonly tags?: readonly string[]
  readonly version?: string
  readonly examples?: readonly ToolExample[]
  /** Other names of parameters that are accepted silently and never shown to the model. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Parameters that the application fills in; the model neither sees nor sets them. */
  readonly provided?: readonly string[]
  /** What this call touches. */
  resources?(input: Input, context: TouchContext): readonly ToolResource[]
  /** Whether an answer unlike the output schema is an error also after an effect. */
  readonly strictOutput?: boolean
  /** Where the permission depends on the arguments; the manifest shows the widest. */
  permissionFor?(input: Input): { readonly permission: Permission; readonly effects?: Effects }
}

export interface ToolSpec<S, Output = unknown, O = unknown> extends ToolFacts<InferInput<S>> {
  readonly inputSchema?: S
  /**
   * What `execute` returns is held to it. If the tool has no effects, another answer is an error; else it is handed on with a
   * note, because the call was made.
   */
  readonly outputSchema?: O
  /** The work. An async generator streams: each `yield` is a chunk, `return` the result. */
  execute(input: InferInput<S>, context: ToolContext): Output
  /** The model's view of a structured output; by default its JSON. */
  render?(output: RenderedFrom<O, Output>, input: InferInput<S>): string | readonly ContentBlock[]
}

/** An object that keeps state between the calls of one thread. */
export interface StatefulInstance<Input = never> {
  execute(input: Input, context: ToolContext): unknown
  /** Called once, when the thread ends, is idle, or the process stops. */
  dispose?(): unknown
}

export interface StatefulToolSpec<S, O = unknown> extends ToolFacts<InferInput<S>> {
  readonly inputSchema?: S
  readonly outputSchema?: O
  /** The model's view of a structured output; by default its JSON. */
  render?(output: RenderedFrom<O, unknown>, input: InferInput<S>): string | readonly ContentBlock[]
  /** Called on first use, once per thread. */
  create(): StatefulInstance<InferInput<S>> | Promise<StatefulInstance<InferInput<S>>>
}

/** How a tool runs, apart from what it is. The executor of its type reads it. */
export type Implementation =
  | { readonly kind: 'function'; readonly execute: (input: never, context: ToolContext) => unknown }
  | { readonly kind: 'stateful'; readonly create: () => StatefulInstance | Promise<StatefulInstance> }
  | RemoteImplementation

/** The facts by which a tool that lives elsewhere is reached. */
export type RemoteImplementation =
  | { readonly kind: 'rest'; readonly rest: RestFacts }
  | { readonly kind: 'mcp'; readonly mcp: McpFacts }
  | { readonly kind: 'external'; readonly external: ExternalFacts }

/** A frozen definition. `execute` is there for unit tests of the tool itself; calls go through the pipeline. */
export interface Tool<Input = never, Output = unknown, Given = unknown> {
  readonly manifest: ToolManifest
  readonly input: ToolSchema
  readonly output: ToolSchema | undefined
  readonly implementation: Implementation
  readonly aliases: ReadonlyMap<string, string>
  readonly provided: readonly string[]
  /** What it yields is not told: its definition says that it does not stream. */
  readonly muted: boolean
  /** Whether an answer unlike the output schema is an error. */
  readonly strictOutput: boolean
  /** The class that it was made from. */
  readonly madeFrom?: MadeFrom | undefined
  readonly resources?: ((input: Input, context: TouchContext) => readonly ToolResource[]) | undefined
  readonly permissionFor?:
    | ((input: Input) => { readonly permission: Permission; readonly effects?: Effects })
    | undefined
  /** Which calls a person confirms; all of them where the manifest says `confirm` and this is absent. */
  readonly confirmFor?:
    | ((input: Input, context: ConfirmContext) => ConfirmAnswer | PromiseLike<ConfirmAnswer>)
    | undefined
  readonly render?: ((output: never, input: Input) => string | readonly ContentBlock[]) | undefined
  /** For the compiler alone: arguments as a caller writes them. */
  readonly '~given'?: Given
  execute(input: Input, context: ToolContext): Output
}

/** The class of a tool, and the schema of its parameters as it was written. */
export interface MadeFrom {
  readonly class: new () => unknown
  readonly inputSchema: unknown
}

export function isTool(value: unknown): value is Tool {
  return (
    typeof value === 'object' &&
    value !== null &&
    'manifest' in value &&
    'implementation' in value &&
    'input' in value
  )
}

/** A definition whose types are not known: from a class, a file, another language. */
export interface AnySpec extends ToolFacts<never> {
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  render?(output: never, input: never): string | readonly ContentBlock[]
  execute?: unknown
  create?: unknown
  factory?: unknown
}

/**
 * Names that older code calls, as thin adapters over `ToolService`, `ToolRegistry` and `HookExecutor`.
 *
 * Nothing runs here that does not run through the pipeline. `docs/names.md` maps every name; new code needs none of these.
 *
 * @module
 */
import {
  isToolClass,
  textOf,
  type Tool,
  type ToolManifest,
  type ToolResult,
  toTool,
} from '../define/index.ts'
import type { ToolType as ToolTypeName } from '../define/index.ts'
import { isPlainObject, ToolyardError } from '../kernel/index.ts'
import type { CallOptions, HookContext, HookSpec, HookType as HookTypeName } from '../pipeline/index.ts'
import type { RegisteredTool } from '../registry/index.ts'
import { createToolyard } from './create-toolyard.ts'
import type { ToolyardOptions } from './options.ts'
import type { ToolService } from './tool-service.ts'

/** How a tool runs, for code that writes `ToolType.STATELESS`. */
export const ToolType = {
  STATELESS: 'STATELESS',
  STATEFUL: 'STATEFUL',
  REST: 'REST',
  MCP: 'MCP',
  EXTERNAL: 'EXTERNAL',
} as const satisfies { readonly [Name in ToolTypeName]: Name }
export type ToolType = ToolTypeName

export const HookType = {
  PRE_TOOL_USE: 'PRE_TOOL_USE',
  POST_TOOL_USE: 'POST_TOOL_USE',
  TOOL_ERROR: 'TOOL_ERROR',
  TOOL_SKIP: 'TOOL_SKIP',
} as const satisfies { readonly [Name in HookTypeName]: Name }
export type HookType = HookTypeName

export const HookAction = {
  ALLOW: 'ALLOW',
  DENY: 'DENY',
  ASK: 'ASK',
  MODIFY: 'MODIFY',
  MODIFY_RESULT: 'MODIFY_RESULT',
  SKIP: 'SKIP',
  CONTINUE: 'CONTINUE',
} as const
export type HookAction = keyof typeof HookAction

export const HookPhase = { PRE: 'PRE', POST: 'POST' } as const
export type HookPhase = keyof typeof HookPhase

export const PermissionClass = { READ: 'READ', WRITE: 'WRITE', EXTERNAL: 'EXTERNAL' } as const
export const SideEffectScope = {
  NONE: 'NONE',
  LOCAL_STATE: 'LOCAL_STATE',
  DB_WRITE: 'DB_WRITE',
  NETWORK: 'NETWORK',
} as const

/** `registerTool(name, description, inputSchema)(fn)`: a tool to hand to `createToolyard` or to export from a tool file. */
export function registerTool(
  name: string,
  description: string,
  inputSchema: unknown,
): (execute: (args: never) => unknown) => Tool {
  return (execute) => toTool({ name, description, inputSchema, execute })
}

/** What `ToolFactory.getTool` tells of a tool. */
export interface ToolInfo {
  readonly name: string
  readonly description: string
  /** JSON Schema of the parameters. */
  readonly paramsClass: ToolManifest['inputSchema']
}

/** A result in older words: one of `output` and `error` is there. */
export interface RunResult {
  readonly name: string
  readonly output?: unknown
  readonly error?: string
}

/** Finds, registers and runs tools. Not a singleton: make one where the program starts. */
export class ToolFactory {
  readonly yard: ToolService

  constructor(yard: ToolService) {
    this.yard = yard
  }

  /** The folders were scanned by `createToolyard`; answers how many tools there are. */
  async initialize(): Promise<number> {
    return this.yard.registry.toolNames.length
  }

  /** Files that gave no tool, and why; the others are registered. */
  async autoDiscoverTools(): Promise<ToolService['problems']> {
    return this.yard.problems
  }

  /** Takes a class that `@tool()` marked and passes over every other; answers whether it was taken. */
  registerTool(toolClass: unknown): boolean {
    if (!isToolClass(toolClass)) return false
    this.yard.registry.register(toolClass, { replace: true })
    return true
  }

  getTool(toolName: string): ToolInfo | undefined {
    const tool = this.yard.registry.get(toolName)
    return tool && infoOf(tool.manifest)
  }

  getToolInstance(toolName: string): RegisteredTool {
    const tool = this.yard.registry.get(toolName)
    if (!tool)
      throw new ToolyardError('tool_not_found', `there is no tool "${toolName}"`, {
        tool: toolName,
        hint: 'getAllTools() lists them.',
      })
    return tool
  }

  getAllTools(): Record<string, ToolInfo> {
    return Object.fromEntries(
      this.yard.registry.listAll().map((manifest) => [manifest.name, infoOf(manifest)]),
    )
  }

  getAllToolInstances(): RegisteredTool[] {
    return this.yard.registry.toolNames.map((name) => this.getToolInstance(name))
  }

  /** Never throws: a fault is told in `error`. */
  async runTool(
    toolContext: CallOptions | undefined,
    toolName: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<RunResult> {
    const result = await this.yard.call(toolName, args, toolContext)
    return result.error
      ? { name: toolName, error: result.error.message }
      : { name: toolName, output: outputOf(result) }
  }
}

/** A factory with a Toolyard of its own; close it by `factory.yard.close()`. */
export async function createToolFactory(options: ToolyardOptions = {}): Promise<ToolFactory> {
  return new ToolFactory(await createToolyard(options))
}

export type StreamEvent =
  | { readonly type: 'chunk'; readonly data: unknown }
  | { readonly type: 'done'; readonly tool: string }

/** Runs tools that stream, telling a callback of every part. */
export class StreamingToolExecutor {
  readonly #yard: ToolService

  constructor(yard: ToolService) {
    this.#yard = yard
  }

  /** Yields each chunk after the callback has taken it. Throws where the tool does not stream, or fails. */
  async *executeStreaming(
    toolName: string,
    args: unknown,
    callback: (event: StreamEvent) => unknown = () => undefined,
  ): AsyncGenerator<unknown, void, undefined> {
    if (this.#yard.registry.get(toolName)?.manifest.streaming === false)
      throw new ToolyardError('tool_failed', `Tool ${toolName} does not support streaming`, {
        tool: toolName,
        hint: 'Make execute an async generator, or use call().',
      })
    for await (const event of this.#yard.stream(toolName, args)) {
      if (event.type === 'chunk') {
        await callback({ type: 'chunk', data: event.data })
        yield event.data
      }
      if (event.type === 'result' && event.result.error)
        throw new ToolyardError(event.result.error.code, event.result.error.message, event.result.error)
    }
    await callback({ type: 'done', tool: toolName })
  }
}

/** What an older hook is told. */
export interface HookConfigContext extends Omit<HookContext, 'result'> {
  readonly toolName: string
  readonly phase: HookPhase
  /** What the tool returned. */
  readonly result?: unknown
}

/** A hook in older words. */
export interface HookConfig {
  readonly name: string
  readonly hookType: HookTypeName
  readonly handler: (context: HookConfigContext) => unknown
  /** The tools that it looks at; all where absent. */
  readonly filterNames?: readonly string[] | null
}

/** `yard.hooks.add(fromHookConfig(config))`. Arguments that the hook answers take the place of all that were there. */
export function fromHookConfig({ name, hookType, handler, filterNames }: HookConfig): HookSpec {
  return {
    name,
    type: hookType,
    ...(filterNames && { tools: filterNames }),
    async handler(context) {
      const answer = await handler({
        ...context,
        toolName: context.tool,
        phase: hookType === 'PRE_TOOL_USE' ? 'PRE' : 'POST',
        result: context.result && outputOf(context.result),
      })
      const changed = isPlainObject(answer) ? answer['modifiedArgs'] : undefined
      if (!isPlainObject(answer) || !isPlainObject(changed)) return answer
      const gone = Object.keys(context.arguments).map((key) => [key, undefined])
      return { ...answer, modifiedArgs: { ...Object.fromEntries(gone), ...changed } }
    },
  }
}

export interface HookResult {
  readonly action: HookAction
  readonly message?: string | undefined
  readonly modifiedArgs?: Readonly<Record<string, unknown>> | undefined
  readonly modifiedResult?: unknown
}

/** Asks the hooks of a Toolyard outside a call: for code that runs its tools itself. */
export class HookRunner {
  readonly #yard: ToolService

  constructor(yard: ToolService) {
    this.#yard = yard
  }

  async preExecute(toolName: string, args: Readonly<Record<string, unknown>>): Promise<HookResult> {
    let current: Record<string, unknown> = { ...args }
    for (const hook of this.#yard.hooks.select('PRE_TOOL_USE', toolName)) {
      const said = await this.#yard.hooks.run(
        hook,
        this.#context('PRE_TOOL_USE', toolName, { arguments: current }),
      )
      if (said?.action === 'deny') return { action: 'DENY', message: said.message }
      if (said?.action === 'ask') return { action: 'ASK', message: said.message, modifiedArgs: current }
      if (said?.action === 'skip')
        return { action: 'SKIP', message: said.message, modifiedResult: said.output }
      current = withoutUndefined({ ...current, ...said?.arguments })
    }
    return { action: 'ALLOW', modifiedArgs: current }
  }

  async postExecute(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    result: unknown,
  ): Promise<HookResult> {
    let current = result
    for (const hook of this.#yard.hooks.select('POST_TOOL_USE', toolName)) {
      const seen = { arguments: args, result: resultOf(toolName, current) }
      const said = await this.#yard.hooks.run(hook, this.#context('POST_TOOL_USE', toolName, seen))
      if (said?.action === 'deny') return { action: 'DENY', message: said.message }
      if (said?.hasOutput) current = said.output
    }
    return { action: 'CONTINUE', modifiedResult: current }
  }

  #context(type: HookTypeName, tool: string, seen: Pick<HookContext, 'arguments' | 'result'>): HookContext {
    const { manifest } = this.#yard.registry.get(tool) ?? toTool({ name: tool, execute: () => undefined })
    return { type, tool, manifest, callId: '', principal: 'local', ...seen }
  }
}

function infoOf({ name, description, inputSchema }: ToolManifest): ToolInfo {
  return { name, description, paramsClass: inputSchema }
}

function outputOf(result: ToolResult): unknown {
  return result.data ?? textOf(result)
}

function resultOf(tool: string, data: unknown): ToolResult {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return { callId: '', tool, status: 'ok', content: [{ type: 'text', text }], data, durationMs: 0 }
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

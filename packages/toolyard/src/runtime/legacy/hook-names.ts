/**
 * Hooks in older words, as hooks of Toolyard; and a way to ask hooks outside a call.
 *
 * @module
 */
import { type ToolResult, toTool } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import type { HookContext, HookSpec } from '../../pipeline/index.ts'
import type { ToolService } from '../tool-service.ts'
import { outputOf } from './output.ts'
import type { HookAction, HookPhase, HookType } from './words.ts'

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
  readonly hookType: HookType
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

  #context(type: HookType, tool: string, seen: Pick<HookContext, 'arguments' | 'result'>): HookContext {
    const { manifest } = this.#yard.registry.get(tool) ?? toTool({ name: tool, execute: () => undefined })
    return { type, tool, manifest, callId: '', principal: 'local', ...seen }
  }
}

function resultOf(tool: string, data: unknown): ToolResult {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return { callId: '', tool, status: 'ok', content: [{ type: 'text', text }], data, durationMs: 0 }
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

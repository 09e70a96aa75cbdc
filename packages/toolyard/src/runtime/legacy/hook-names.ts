/**
 * A way to ask hooks outside a call, with answers in older words.
 *
 * @module
 */
import { type HookContext, type ToolResult, toTool } from '../../define/index.ts'
import type { ToolService } from '../service/tool-service.ts'
import type { HookAction, HookType } from './words.ts'

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
      current = withoutUndefined({ ...(said?.replaces ? {} : current), ...said?.arguments })
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

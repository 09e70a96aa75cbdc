/** One run with everything around it: tools that note who calls them, a thread that keeps what is saved, all events. */
import { defineTool, type ToolManifest, type ToolResult } from '../../define/index.ts'
import { messageOf } from '../../kernel/index.ts'
import type { ThreadMessage } from '../../store/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import type { RunCall, RunLimits, Runner, RunRequest, RunTools } from '../run/runner.ts'

/** What a tool of the harness does: text for the model, a promise of it, or a whole result. A throw is a failed call. */
export type HarnessTool = (input: unknown, signal: AbortSignal) => unknown

export interface HarnessOptions {
  readonly tools?: Readonly<Record<string, HarnessTool>>
  readonly history?: readonly ThreadMessage[]
  readonly prompt?: string
  readonly limits?: Partial<RunLimits>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly request?: Partial<RunRequest>
}

export interface HarnessRun {
  readonly request: RunRequest
  /** Every call that came through `RunTools`, in the order in which they came. */
  readonly calls: readonly RunCall[]
  /** How many came at once. */
  readonly batches: readonly number[]
  readonly saved: readonly ThreadMessage[]
  readonly stop: AbortController
}

/** Manifests by name, so that a tool is the same one in every snapshot. */
export function harnessManifest(name: string): ToolManifest {
  return defineTool({
    name,
    description: `The tool ${name} of the tests.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    execute: () => '',
  }).manifest
}

export function prepareRun(model: string, options: HarnessOptions = {}): HarnessRun {
  const stop = new AbortController()
  const saved: ThreadMessage[] = []
  const calls: RunCall[] = []
  const batches: number[] = []
  const prompt = userMessage('m-prompt', options.prompt ?? 'Do it.')
  const request: RunRequest = {
    runId: 'run_1',
    threadId: 'thread_1',
    agent: { id: 'a', name: 'tester', prompt: 'You are a tester.', settings: options.settings ?? {} },
    model,
    history: [...(options.history ?? []), prompt],
    tools: toolsOf(options.tools ?? {}, { calls, batches, signal: stop.signal }),
    limits: { maxSteps: 20, ...options.limits },
    signal: stop.signal,
    save: async (messages) => void saved.push(...messages),
    arrived: async () => [],
    ...options.request,
  }
  return { request, calls, batches, saved, stop }
}

/** All events; `each` sees them as they come. */
export async function eventsOf(
  runner: Runner,
  { request }: HarnessRun,
  each: (event: RunEvent) => void = () => {},
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of runner.run(request)) {
    events.push(event)
    each(event)
  }
  return events
}

export function userMessage(id: string, text: string): ThreadMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }], at: 1 }
}

export function textIn(events: readonly RunEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('')
}

/** Ids of calls in these messages that have no result, and of results that have no call. */
export function unpaired(messages: readonly ThreadMessage[]): readonly string[] {
  const parts = messages.flatMap((message) => message.parts)
  const idsOf = (type: 'tool_call' | 'tool_result'): readonly string[] =>
    parts.flatMap((part) => (part.type === type ? [part.callId] : []))
  const [called, answered] = [idsOf('tool_call'), idsOf('tool_result')]
  return [...called.filter((id) => !answered.includes(id)), ...answered.filter((id) => !called.includes(id))]
}

interface HarnessNotes {
  readonly calls: RunCall[]
  readonly batches: number[]
  readonly signal: AbortSignal
}

function toolsOf(tools: Readonly<Record<string, HarnessTool>>, notes: HarnessNotes): RunTools {
  const manifests = Object.keys(tools).map(harnessManifest)
  return {
    snapshot: async () => manifests,
    call: (calls, tell) => {
      notes.batches.push(calls.length)
      notes.calls.push(...calls)
      return Promise.all(
        calls.map(async (call) => {
          tell(call.callId, { type: 'started', callId: call.callId, tool: call.tool })
          const result = await answer(tools[call.tool], call, notes.signal)
          tell(call.callId, { type: 'result', callId: call.callId, result })
          return result
        }),
      )
    },
  }
}

async function answer(
  tool: HarnessTool | undefined,
  { callId, tool: name, input }: RunCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const frame = { callId, tool: name, durationMs: 1 }
  const failed = (code: 'tool_not_found' | 'tool_failed', message: string): ToolResult => ({
    ...frame,
    status: 'error',
    content: [{ type: 'text', text: `${code}: ${message}` }],
    error: { code, message, retryable: false },
  })
  if (!tool) return failed('tool_not_found', `there is no tool "${name}"`)
  try {
    const value = await tool(input, signal)
    if (typeof value === 'object' && value !== null && 'content' in value)
      return { ...frame, status: 'ok', ...(value as Pick<ToolResult, 'content'>) }
    return { ...frame, status: 'ok', content: [{ type: 'text', text: String(value) }] }
  } catch (error) {
    if (signal.aborted)
      return { ...frame, status: 'cancelled', content: [{ type: 'text', text: 'cancelled' }] }
    return failed('tool_failed', messageOf(error))
  }
}

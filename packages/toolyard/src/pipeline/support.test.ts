/** What the tests of the pipeline share: short ways to tools, gates instead of sleeps, and a limit on hanging. */
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  defineTool,
  textOf,
  type Tool,
  type ToolContext,
  type ToolEvent,
  type ToolManifest,
  type ToolResult,
} from '../index.ts'

export type Input = Readonly<Record<string, unknown>>
export type Execute = (input: Input, context: ToolContext) => unknown

/** A tool named `probe` that reads and takes anything, unless `facts` say otherwise. */
export function probe(execute: Execute, facts: object = {}): Tool {
  return defineTool({
    name: 'probe',
    description: 'A tool for tests.',
    permission: 'read',
    effects: 'none',
    inputSchema: { type: 'object', additionalProperties: true },
    ...facts,
    execute,
  } as never)
}

/** The same tool as if it came from elsewhere: only the application's own run without asking. */
export function from(source: ToolManifest['source'], tool: Tool): Tool {
  return { ...tool, manifest: { ...tool.manifest, source } }
}

export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** The promise, or a failure where it hangs. */
export async function soon<T>(promise: Promise<T>, ms = 5000): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing happened for ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets everything that is ready run: several turns of the event loop. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export async function eventsOf(stream: AsyncIterable<ToolEvent>): Promise<ToolEvent[]> {
  const events: ToolEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

export function resultOf(events: readonly ToolEvent[]): ToolResult {
  const last = events.at(-1)
  if (last?.type !== 'result') throw new Error(`the last event is ${String(last?.type)}`)
  return last.result
}

export function codeOf(result: ToolResult): string | undefined {
  return result.error?.code
}

export { textOf }

/** An approver that is answered by the test. */
export class Desk implements Approver {
  readonly requests: ApprovalRequest[] = []
  readonly signals: AbortSignal[] = []
  readonly #answers = new Map<string, (answer: ApprovalAnswer) => void>()
  #arrived = gate()

  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.requests.push(request)
    this.signals.push(signal)
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer>()
    this.#answers.set(request.id, resolve)
    this.#arrived.open()
    this.#arrived = gate()
    return promise
  }

  /** Waits until so many questions were asked in all. */
  async asked(count = 1): Promise<ApprovalRequest> {
    while (this.requests.length < count) await soon(this.#arrived.opened)
    const request = this.requests[count - 1]
    if (!request) throw new Error('nobody asked')
    return request
  }

  answer(request: ApprovalRequest, decision: ApprovalAnswer['decision'], reason?: string): void {
    this.#answers.get(request.id)?.({ decision, by: 'ada', ...(reason !== undefined && { reason }) })
  }
}

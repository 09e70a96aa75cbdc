/**
 * A turn of a conversation: what a person said, and what the agent did about it. Made from the events of a run while it goes
 * on, or from the messages that are kept of it.
 *
 * @module
 */
import type {
  AttachedPart,
  Fault,
  RunEnd,
  RunEvent,
  RunFile,
  RunRecord,
  RunUsage,
  ThreadMessage,
  ToolEvent,
  ToolResult,
} from '../../api/types.ts'
import { faultOf } from '../../components/server-words.ts'
import { attachedTo } from './attachments/attached.ts'
import { type Report, reportOf } from './report.ts'

export interface CallItem {
  readonly kind: 'call'
  readonly callId: string
  /** Under which the journal has it. */
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** What it has said while it runs. */
  readonly output: string
  readonly result?: ToolResult
}

export type TurnItem =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  /** Somebody said it while the run went on: the person themselves if it does not say who. */
  | {
      readonly kind: 'arrived'
      readonly from?: string | undefined
      readonly text: string
      readonly attachments?: readonly AttachedPart[] | undefined
    }
  | ({ readonly kind: 'report' } & Report)
  | CallItem

export interface Turn {
  readonly runId: string
  readonly prompt?: {
    readonly text: string
    readonly from?: string | undefined
    readonly attachments?: readonly AttachedPart[] | undefined
  }
  readonly items: readonly TurnItem[]
  /** How many items belong to steps that are over. */
  readonly settled: number
  readonly status: RunRecord['status']
  readonly end?: RunEnd
  readonly fault?: Fault
  /** Why the model is asked again right now. */
  readonly retry?: string | undefined
  readonly usage?: RunUsage
  /** What it wrote into the workspace. */
  readonly files?: readonly RunFile[] | undefined
}

const mostOutput = 100_000

export function newTurn(runId: string, prompt?: Turn['prompt']): Turn {
  return { runId, ...(prompt && { prompt }), items: [], settled: 0, status: 'running' }
}

export function withEvent(turn: Turn, event: RunEvent): Turn {
  if ('delta' in event) return withText(turn, event.type, event.delta)
  if (event.type === 'tool_call') {
    const { callId, tool, input } = event
    // A run that was taken up tells it again.
    if (turn.items.some((item) => item.kind === 'call' && item.callId === callId)) return turn
    return withItem(turn, { kind: 'call', callId, id: `${turn.runId}.${callId}`, tool, input, output: '' })
  }
  if (event.type === 'tool_event')
    return withCall(turn, event.callId, (call) => ({ ...call, output: outputWith(call.output, event.event) }))
  if (event.type === 'tool_result')
    return withCall(turn, event.callId, (call) => ({ ...call, result: event.result }))
  if (event.type === 'usage') return { ...turn, usage: event.usage, settled: turn.items.length }
  if (event.type === 'retry') return { ...turn, items: turn.items.filter(isValid(turn)), retry: event.reason }
  if (event.type === 'step_restarted') return { ...turn, items: turn.items.filter(isValid(turn)) }
  if (event.type === 'message') return withItem(turn, arrivedItem(event.from, event.text, attachedTo(event)))
  if (event.type === 'started' || event.type === 'compacted' || event.type === 'notice') return turn
  const { usage, files } = event
  if (event.type === 'error')
    return { ...turn, retry: undefined, status: 'failed', fault: event.error, usage, files }
  const status = event.reason === 'stopped' ? 'stopped' : 'done'
  return { ...turn, retry: undefined, status, end: event.reason, usage, files }
}

/** The service failed: what the model has said in this step is void. */
function isValid({ settled }: Turn): (item: TurnItem, index: number) => boolean {
  return ({ kind }, index) => index < settled || (kind !== 'text' && kind !== 'reasoning')
}

function withText(turn: Turn, kind: 'text' | 'reasoning', delta: string): Turn {
  const last = turn.items.at(-1)
  const goesOn = last?.kind === kind && turn.items.length > turn.settled
  const items = goesOn
    ? [...turn.items.slice(0, -1), { kind, text: last.text + delta }]
    : [...turn.items, { kind, text: delta }]
  return { ...turn, retry: undefined, items }
}

function withCall(turn: Turn, callId: string, change: (call: CallItem) => CallItem): Turn {
  const items = turn.items.map((item) =>
    item.kind === 'call' && item.callId === callId ? change(item) : item,
  )
  return { ...turn, items }
}

function outputWith(output: string, event: ToolEvent): string {
  if (event.type !== 'chunk') return output
  const whole = output + (typeof event.data === 'string' ? event.data : `${JSON.stringify(event.data)}\n`)
  return whole.length > mostOutput ? whole.slice(-mostOutput / 2) : whole
}

/** The turns of a conversation as it is kept. */
export function turnsOf(messages: readonly ThreadMessage[], runs: readonly RunRecord[]): readonly Turn[] {
  const records = new Map(runs.map((run) => [run.id, run]))
  const turns: Turn[] = []
  for (const message of messages) {
    const { runId = '', role, from } = message
    const last = turns.at(-1)
    const goesOn = last !== undefined && (last.runId === runId || runId === '')
    const text = textOf(message)
    const report = role === 'user' ? reportOf(from, text) : undefined
    if (role !== 'user') turns.push(withMessage(goesOn ? take(turns) : begun(records, runId), message))
    // It has the id of the sub-agent's own run.
    else if (report)
      turns.push(withItem(last ? take(turns) : begun(records, ''), { kind: 'report', ...report }))
    else if (goesOn) turns.push(withItem(take(turns), arrivedItem(from, text, attachedTo(message))))
    else turns.push({ ...begun(records, runId), prompt: { text, from, attachments: attachedTo(message) } })
  }
  return turns
}

function arrivedItem(
  from: string | undefined,
  text: string,
  attachments: readonly AttachedPart[] | undefined,
): TurnItem {
  const report = reportOf(from, text)
  return report ? { kind: 'report', ...report } : { kind: 'arrived', from, text, attachments }
}

function take(turns: Turn[]): Turn {
  return turns.pop() ?? newTurn('')
}

function begun(records: ReadonlyMap<string, RunRecord>, runId: string): Turn {
  const turn = newTurn(runId)
  const run = records.get(runId)
  if (!run) return { ...turn, status: 'done' }
  const { status: now, steps, inputTokens, outputTokens, error } = run
  const status = now === 'queued' || now === 'waiting' ? 'running' : now
  const usage = { steps, inputTokens, outputTokens }
  return { ...turn, status, usage, ...(error !== undefined && { fault: faultOf(error) }) }
}

function withMessage(turn: Turn, { parts }: ThreadMessage): Turn {
  let next = turn
  for (const part of parts)
    if (part.type === 'tool_call') next = withEvent(next, part)
    else if (part.type === 'tool_result') {
      const { type: _, ...rest } = part
      const result = { ...rest, callId: `${turn.runId}.${part.callId}`, durationMs: 0 }
      next = withCall(next, part.callId, (call) => ({ ...call, result }))
    } else if (part.type === 'text' || part.type === 'reasoning')
      next = withItem(next, { kind: part.type, text: part.text })
  return next
}

function withItem(turn: Turn, item: TurnItem): Turn {
  return { ...turn, items: [...turn.items, item] }
}

function textOf({ parts }: ThreadMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** What a run has left: its thread, its row, the journal and the effects of its calls must tell the same story. */
import { unpaired } from '../../../src/agents/conformance/index.ts'
import type { ToolService } from '../../../src/runtime/index.ts'
import type { MessagePart, ThreadMessage } from '../../../src/store/index.ts'
import { notedIn } from './log.ts'

type CallPart = Extract<MessagePart, { type: 'tool_call' }>
type ResultPart = Extract<MessagePart, { type: 'tool_result' }>

export interface ExpectedRun {
  readonly runId: string
  readonly threadId?: string
  /** The texts that its calls are given, in order. */
  readonly texts: readonly string[]
  readonly result: string
  readonly log: string
}

/** Sentences. A writing call may be unknown if its process died in it; it may never have been made twice. */
export async function checkRun({ store }: ToolService, expected: ExpectedRun): Promise<string[]> {
  const { runId, texts, result } = expected
  const record = await store.runs.find(runId)
  const messages = await store.threads.messages(expected.threadId ?? threadOf(runId))
  const problems = unpaired(messages).map((id) => `${id} has no partner`)
  if (record?.status !== 'done' || record.result !== result)
    problems.push(`it ended as ${record?.status}: ${record?.result ?? record?.error}`)
  const calls = partsIn(messages, 'tool_call')
  const asked = calls.map(textOf)
  if (asked.join() !== texts.join()) problems.push(`its calls are ${asked.join()}`)
  if (messages.filter(({ role }) => role === 'user').length !== 1) problems.push('its task stands twice')
  const results = new Map(partsIn(messages, 'tool_result').map((part) => [part.callId, part]))
  for (const call of calls) {
    const row = await store.calls.find(`${runId}.${call.callId}`)
    problems.push(
      ...callProblems(call, { result: results.get(call.callId), journal: row?.status, log: expected.log }),
    )
  }
  return problems.map((problem) => `${runId}: ${problem}`)
}

export function threadOf(runId: string): string {
  return `thread-of-${runId}`
}

interface CallSeen {
  readonly result: ResultPart | undefined
  readonly journal: string | undefined
  readonly log: string
}

/** What a call is about; a sub-agent's task. */
function textOf({ input }: CallPart): string {
  const { text, task = '' } = input as { readonly text?: string; readonly task?: string }
  return text ?? task
}

function callProblems(call: CallPart, { result, journal, log }: CallSeen): string[] {
  const { tool } = call
  const text = textOf(call)
  // What a sub-agent has done is looked at with its own run.
  if (tool === 'spawn') return result?.status === 'ok' ? [] : [`${text} ended as ${result?.status}`]
  const isReading = tool === 'look'
  const times = notedIn(log).filter(({ what, id }) => what === tool && id === text).length
  const problems: string[] = []
  // Rows of reading calls are written a moment later, and may die with their process.
  const isLate = isReading && journal === undefined
  if (journal !== result?.status && !isLate)
    problems.push(`${text} is ${result?.status}, in the journal ${journal}`)
  if (result?.status !== 'ok' && (isReading || result?.status !== 'unknown'))
    problems.push(`${text} ended as ${result?.status}`)
  if (!isReading && times > 1) problems.push(`${text} was done ${times} times`)
  if (result?.status === 'ok' && times === 0) problems.push(`${text} is told as done and was not`)
  return problems
}

function partsIn<Type extends MessagePart['type']>(
  messages: readonly ThreadMessage[],
  type: Type,
): Extract<MessagePart, { type: Type }>[] {
  return messages
    .flatMap(({ parts }) => parts)
    .filter((part): part is Extract<MessagePart, { type: Type }> => part.type === type)
}

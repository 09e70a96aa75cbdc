/**
 * What a task asks of its client: the approvals and questions of its call that wait in the inbox, under their ids.
 *
 * A client is shown, and may answer, what the person at it may answer: approvals only if they may approve, and only if they see
 * all of it. The rest waits for those who answer the inbox. The first answer counts.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { InboxItem } from '../../../store/index.ts'
import { readAnswer } from '../asked-call.ts'
import type { McpClient } from '../client.ts'
import { givenValues } from '../form-params.ts'
import {
  answerIn,
  approvalForm,
  askedForm,
  chosenBy,
  type Form,
  type FormAnswer,
  mostShown,
  questionForm,
} from '../forms.ts'
import { showsForms, speakerOf } from '../person.ts'
import { type InputRequiredResult, ProtocolError, ProtocolErrorCode } from '../sdk.ts'

export type InputRequests = NonNullable<InputRequiredResult['inputRequests']>

/** A request of the inbox, as this client is shown it. */
export interface TaskInput {
  readonly item: InboxItem
  readonly form: Form
}

export interface TaskInputs {
  /** What this client may answer. */
  readonly shown: readonly TaskInput[]
  /** How many requests wait for others. */
  readonly others: number
}

/** A call asks one thing after the other, or a few at once. */
const mostShownAtOnce = 64

export async function inputsOf(client: McpClient, callId: string): Promise<TaskInputs> {
  const { inbox } = client.yard
  const waiting = await inbox.list({ status: 'pending', callId, limit: mostShownAtOnce })
  // The oldest first: as they were asked.
  const items = await Promise.all(waiting.toReversed().map(({ id }) => inbox.find(id)))
  const shown = items.flatMap((item) => {
    const form = showsForms(client.capabilities) ? formOf(client, item) : undefined
    return form ? [{ item, form }] : []
  })
  return { shown, others: items.length - shown.length }
}

export function requestsOf(inputs: readonly TaskInput[]): InputRequests {
  return Object.fromEntries(
    inputs.map(({ item, form }) => [
      item.id,
      { method: 'elicitation/create', params: { mode: 'form', ...form.params } } as const,
    ]),
  )
}

/** Takes answers by their keys. Keys that are not asked for, or no longer, count for nothing. */
export async function takeInputs(
  client: McpClient,
  callId: string,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { shown } = await inputsOf(client, callId)
  const problems: string[] = []
  for (const input of shown) {
    const { id } = input.item
    const answer = Object.hasOwn(responses, id) ? readAnswer(responses[id]) : undefined
    const problem = answer && (await takeInput(client, input, answer))
    if (problem !== undefined) problems.push(`${id}: ${problem}`)
  }
  if (problems.length > 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid inputResponses: ${problems.join('; ')}`)
}

/** Answers what is wrong with the answer; the question stays open then. */
export async function takeInput(
  client: McpClient,
  { item }: TaskInput,
  { action, content }: FormAnswer,
): Promise<string | undefined> {
  const { inbox } = client.yard
  const { id, kind, form, choices } = item
  const by = speakerOf(client)
  const isAccepted = action === 'accept'
  const text = answerIn(content)
  try {
    if (kind === 'approval')
      await (isAccepted
        ? inbox.approve(id, { by })
        : inbox.reject(id, { by, reason: action === 'cancel' ? 'the question was dismissed' : undefined }))
    else if (!isAccepted) await inbox.decline(id, { by })
    else if (form) await inbox.answer(id, givenValues(form, content ?? {}, client.speaks), { by })
    else if (text === undefined) await inbox.decline(id, { by, reason: 'the answer was left empty' })
    else await inbox.answer(id, chosenBy(text, choices), { by })
    return undefined
  } catch (error) {
    if (!ToolyardError.isInstance(error)) throw error
    // Another person was quicker, or the time is over.
    return error.code === 'invalid_arguments' ? `${error.message} ${error.hint ?? ''}`.trim() : undefined
  }
}

/** Undefined if this client can't answer it. */
function formOf(client: McpClient, item: InboxItem): Form | undefined {
  const { kind, form, text, tool } = item
  if (kind === 'question') return form ? askedForm(item, form, client.speaks) : questionForm(item)
  const manifest = client.yard.registry.get(tool)?.manifest
  if (!client.approves || text.length > mostShown || !manifest) return undefined
  return approvalForm({ ...item, explanation: item.explanation, manifest })
}

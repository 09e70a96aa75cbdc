/**
 * The person at an MCP client, asked through the client: approvals with accept or decline, questions with a form of one field.
 *
 * How a form reaches the client is the era's business: `Elicit` shows one and answers what came back. Anything but a clear
 * accept is no.
 *
 * @module
 */
import { ToolyardError, visibleText } from '../../kernel/index.ts'
import type { ApprovalRequest, Approver, OpenQuestion } from '../../pipeline/index.ts'
import type { ClientCapabilities, ElicitRequestFormParams } from './sdk.ts'

export interface Form {
  /** Under which it is asked and answered. */
  readonly key: string
  /** Whether the key is a name that a tool has given: then it may be answered before it is asked. */
  readonly named: boolean
  readonly params: ElicitRequestFormParams
  readonly expiresAt: number
}

export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/** Shows a form; rejects where it can't be shown, or when the signal aborts. */
export type Elicit = (form: Form, signal: AbortSignal) => Promise<FormAnswer>

/** The one field of a question that has no name. */
const answerName = 'answer'
const namePattern = /^[a-zA-Z_][\w-]{0,63}$/

/** Whether a client shows forms: one that names no kind of elicitation means them. */
export function showsForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

export function personAt(
  client: { readonly name: string; readonly approves: boolean },
  elicit: Elicit,
): Approver {
  const by = `mcp:${visibleText(client.name).slice(0, 100)}`
  return {
    async ask(request, signal) {
      // Whoever may only call can't let calls run: that is for those who answer the inbox.
      if (!client.approves) return { decision: 'pending', by: 'nobody' }
      const { action } = await elicit(approvalForm(request), signal)
      if (action === 'accept') return { decision: 'approve', by }
      return { decision: 'reject', by, ...(action === 'cancel' && { reason: 'the question was dismissed' }) }
    },
    async question(question, signal) {
      const { action, content } = await elicit(questionForm(question), signal)
      const text = action === 'accept' ? answerIn(content) : undefined
      if (text !== undefined) return { text, by }
      const what = action === 'accept' ? 'left the answer empty' : 'did not want to answer'
      throw new ToolyardError('rejected', `the person at the client ${what}`, {
        hint: 'Go on without an answer.',
      })
    },
  }
}

function approvalForm({
  id,
  tool,
  manifest,
  text,
  explanation,
  reason,
  rule,
  expiresAt,
}: ApprovalRequest): Form {
  const message = [
    `${tool} wants to run (${manifest.permission}, effects ${manifest.effects}). Accept to run exactly this:`,
    text,
    ...(explanation === undefined ? [] : [`why: ${visibleText(explanation)}`]),
    `asked because ${visibleText(reason)} [${rule}]`,
  ].join('\n\n')
  return {
    key: id,
    named: false,
    expiresAt,
    params: { message, requestedSchema: { type: 'object', properties: {} } },
  }
}

function questionForm({ id, name, text, choices, expiresAt }: OpenQuestion): Form {
  const named = name !== undefined && namePattern.test(name)
  const field = { type: 'string' as const, title: named ? name : 'Answer' }
  const fieldName = named ? name : answerName
  return {
    key: named ? name : id,
    named,
    expiresAt,
    params: {
      message: text,
      requestedSchema: {
        type: 'object',
        properties: { [fieldName]: choices ? { ...field, enum: [...choices] } : field },
        required: [fieldName],
      },
    },
  }
}

/** A form of one field has one answer, whatever a client calls it. */
function answerIn(content: FormAnswer['content'] = {}): string | undefined {
  const [answer, ...others] = Object.values(content)
  if (others.length > 0) return undefined
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
    ? String(answer)
    : undefined
}

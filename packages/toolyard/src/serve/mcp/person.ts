/**
 * The person at an MCP client, asked through the client: approvals with accept or decline, questions with a form of one field,
 * forms of tools and of other servers as they are.
 *
 * How a form reaches the client is the era's business: `Elicit` shows one and answers what came back. Anything but a clear
 * accept is no.
 *
 * @module
 */
import { checkForm, type FormSchema, tellProblem } from '../../define/index.ts'
import { visibleText } from '../../kernel/index.ts'
import type { ApprovalRequest, Approver, OpenQuestion, QuestionAnswer } from '../../pipeline/index.ts'
import { givenValues, requestedForm } from './form-params.ts'
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

/** Shows a form; rejects if it can't be shown, or when the signal aborts. */
export type Elicit = (form: Form, signal: AbortSignal) => Promise<FormAnswer>

/** The one field of a question that has no name. */
const answerName = 'answer'
const namePattern = /^[a-zA-Z_][\w-]{0,63}$/

/** How often a form is shown that was filled in wrongly. */
const attempts = 3
/** Of a request: a longer one is answered through the inbox, where all of it can be seen. */
const mostShown = 10_000
/** Of the words around it. */
const mostWords = { lines: 6, characters: 500 }

/** Whether a client shows forms: one that names no kind of elicitation means them. */
export function showsForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

export interface AskedClient {
  readonly name: string
  readonly approves: boolean
  /** The version of the protocol that the client speaks. */
  readonly speaks?: string | undefined
}

export function personAt(client: AskedClient, elicit: Elicit): Approver {
  const by = `mcp:${visibleText(client.name).slice(0, 100)}`
  return {
    async ask(request, signal) {
      // A client that may only call can't let calls run, and a client may cut what is long: that is for those who answer the inbox.
      if (!client.approves || request.text.length > mostShown) return { decision: 'pending', by: 'nobody' }
      const { action } = await elicit(approvalForm(request), signal)
      if (action === 'accept') return { decision: 'approve', by }
      return { decision: 'reject', by, ...(action === 'cancel' && { reason: 'the question was dismissed' }) }
    },
    async question(question, signal) {
      if (question.form) return fillIn(question, question.form, { elicit, signal, by, speaks: client.speaks })
      const { action, content } = await elicit(questionForm(question), signal)
      const text = action === 'accept' ? answerIn(content) : undefined
      if (text !== undefined) return { text: chosenBy(text, question.choices), by }
      return { declined: true, text: action === 'accept' ? 'the answer was left empty' : '', by }
    },
  }
}

interface FillingIn {
  readonly elicit: Elicit
  readonly signal: AbortSignal
  readonly by: string
  readonly speaks: string | undefined
}

/** Clients need not check what people write: what does not fit is asked again, with the reason. */
async function fillIn(
  question: OpenQuestion,
  form: FormSchema,
  { elicit, signal, by, speaks }: FillingIn,
): Promise<QuestionAnswer> {
  const { id: key, tool, text, expiresAt } = question
  const requestedSchema = requestedForm(form, speaks)
  const told = questionWords(tool, text)
  let problems = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const message = problems === '' ? told : `${told}\n\nPlease mend: ${problems}.`
    const shown: Form = { key, named: false, expiresAt, params: { message, requestedSchema } }
    const { action, content = {} } = await elicit(shown, signal)
    if (action !== 'accept') return { declined: true, text: '', by }
    const checked = await checkForm(form, givenValues(form, content, speaks))
    if (!checked.problems) return { text: '', values: checked.values, by }
    problems = checked.problems.map(tellProblem).join('; ').slice(0, mostShown)
  }
  return { declined: true, text: `the form was filled in wrongly: ${problems}`, by }
}

function questionWords(tool: string, text: string): string {
  return [
    `${inOneRow(tool)} asks:`,
    barred(text),
    'Toolyard passes on this question of a tool; its words are behind the bar.',
  ].join('\n\n')
}

/** What others wrote: no line of it can be taken for one of ours. */
function barred(text: string): string {
  return visibleText(text).replaceAll(/^/gm, '│ ')
}

/** A name or a choice, which can't draw lines of its own. */
function inOneRow(text: string): string {
  return visibleText(text.trim()).replaceAll(/\s*\n\s*/g, ' ⏎ ')
}

/** The choice as the tool wrote it, by what was shown of it. */
function chosenBy(shown: string, choices: OpenQuestion['choices']): string {
  return choices?.find((choice) => choice === shown || inOneRow(choice) === shown) ?? shown
}

/** With how much is not there. */
function shortened(text: string): string {
  const lines = text.slice(0, mostWords.characters).split('\n').slice(0, mostWords.lines).join('\n')
  const rest = text.length - lines.length
  return rest <= 0 ? text : `${lines}\n… ${rest} more characters (toolyard approvals show has them)`
}

function approvalForm({
  id,
  digest,
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
    barred(text),
    ...(explanation === undefined
      ? []
      : [`why, in the words of the agent:\n${barred(shortened(explanation))}`]),
    `asked because\n${barred(shortened(`${reason} [${rule}]`))}`,
    `Toolyard asks you. Request ${id}, digest ${digest.slice(0, 16)}`,
  ].join('\n\n')
  return {
    key: id,
    named: false,
    expiresAt,
    params: { message, requestedSchema: { type: 'object', properties: {} } },
  }
}

function questionForm({ id, tool, name, text, choices, expiresAt }: OpenQuestion): Form {
  const message = questionWords(tool, text)
  const named = name !== undefined && namePattern.test(name)
  const field = { type: 'string' as const, title: named ? name : 'Answer' }
  const fieldName = named ? name : answerName
  return {
    key: named ? name : id,
    named,
    expiresAt,
    params: {
      message,
      requestedSchema: {
        type: 'object',
        properties: { [fieldName]: choices ? { ...field, enum: choices.map(inOneRow) } : field },
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

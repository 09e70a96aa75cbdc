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
import type { Approver, OpenQuestion, QuestionAnswer } from '../../pipeline/index.ts'
import { givenValues } from './form-params.ts'
import {
  answerIn,
  approvalForm,
  askedForm,
  chosenBy,
  type Form,
  type FormAnswer,
  mostShown,
  questionForm,
} from './forms.ts'
import type { ClientCapabilities } from './sdk.ts'

/** Shows a form; rejects if it can't be shown, or when the signal aborts. */
export type Elicit = (form: Form, signal: AbortSignal) => Promise<FormAnswer>

/** How often a form is shown that was filled in wrongly. */
const attempts = 3

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

/** The person at a client, as requests name who answered them. */
export function speakerOf({ name }: Pick<AskedClient, 'name'>): string {
  return `mcp:${visibleText(name).slice(0, 100)}`
}

export function personAt(client: AskedClient, elicit: Elicit): Approver {
  const by = speakerOf(client)
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
  const asked = askedForm(question, form, speaks)
  let problems = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const told = asked.params.message
    const message = problems === '' ? told : `${told}\n\nPlease mend: ${problems}.`
    const { action, content = {} } = await elicit({ ...asked, params: { ...asked.params, message } }, signal)
    if (action !== 'accept') return { declined: true, text: '', by }
    const checked = await checkForm(form, givenValues(form, content, speaks))
    if (!checked.problems) return { text: '', values: checked.values, by }
    problems = checked.problems.map(tellProblem).join('; ').slice(0, mostShown)
  }
  return { declined: true, text: `the form was filled in wrongly: ${problems}`, by }
}

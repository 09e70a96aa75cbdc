/**
 * What people are asked, as forms that MCP clients show: approvals with accept or decline, questions with a form of one field,
 * forms of tools and of other servers as they are.
 *
 * @module
 */
import type { FormSchema, ToolManifest } from '../../define/index.ts'
import { visibleText } from '../../kernel/index.ts'
import type { ApprovalRequest, OpenQuestion } from '../../pipeline/index.ts'
import { requestedForm } from './form-params.ts'
import type { ElicitRequestFormParams } from './sdk.ts'

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

/** As much of a request as is shown of it. */
type AskedApproval = Pick<
  ApprovalRequest,
  'id' | 'digest' | 'tool' | 'text' | 'explanation' | 'reason' | 'rule' | 'expiresAt'
> & { readonly manifest: Pick<ToolManifest, 'permission' | 'effects'> }

/** As much of a question as is shown of it. */
type AskedQuestion = Pick<OpenQuestion, 'id' | 'tool' | 'name' | 'text' | 'choices' | 'expiresAt'>

/** The one field of a question that has no name. */
const answerName = 'answer'
const namePattern = /^[a-zA-Z_][\w-]{0,63}$/

/** Of a request: a longer one is answered through the inbox, where all of it can be seen. */
export const mostShown = 10_000
/** Of the words around it. */
const mostWords = { lines: 6, characters: 500 }

export function approvalForm({
  id,
  digest,
  tool,
  manifest,
  text,
  explanation,
  reason,
  rule,
  expiresAt,
}: AskedApproval): Form {
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

/** A question that is answered by filling in a form. */
export function askedForm(
  { id: key, tool, text, expiresAt }: AskedQuestion,
  form: FormSchema,
  speaks?: string,
): Form {
  const requestedSchema = requestedForm(form, speaks)
  return { key, named: false, expiresAt, params: { message: questionWords(tool, text), requestedSchema } }
}

export function questionForm({ id, tool, name, text, choices, expiresAt }: AskedQuestion): Form {
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
export function chosenBy(shown: string, choices: AskedQuestion['choices']): string {
  return choices?.find((choice) => choice === shown || inOneRow(choice) === shown) ?? shown
}

/** With how much is not there. */
function shortened(text: string): string {
  const lines = text.slice(0, mostWords.characters).split('\n').slice(0, mostWords.lines).join('\n')
  const rest = text.length - lines.length
  return rest <= 0 ? text : `${lines}\n… ${rest} more characters (toolyard approvals show has them)`
}

/** A form of one field has one answer, whatever a client calls it. */
export function answerIn(content: FormAnswer['content'] = {}): string | undefined {
  const [answer, ...others] = Object.values(content)
  if (others.length > 0) return undefined
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
    ? String(answer)
    : undefined
}

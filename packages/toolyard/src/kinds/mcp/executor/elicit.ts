/**
 * A server's question to a person: a page to open, or one form, asked through the call that is running.
 *
 * Only a person answers: without a call, or without a person to ask, it is declined. Passwords and the
 * like are never asked for on a server's behalf.
 *
 * @module
 */
import {
  type FormField,
  type FormValues,
  type ReadForm,
  readForm,
  SchemaError,
  type StandardSchema,
} from '../../../define/index.ts'
import { isPlainObject, messageOf, ToolyardError } from '../../../kernel/index.ts'
import { asksForSecret, isSecretField } from './asked-secret.ts'
import type { RunningCall } from './running-call.ts'

export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content?: FormValues }
  | { readonly action: 'decline' | 'cancel' }

const decline = '(decline)'
const done = 'done'
const accept = 'accept'
const maxMessage = 2000

export async function elicit(
  params: unknown,
  { server, call }: { readonly server: string; readonly call: RunningCall | undefined },
): Promise<ElicitAnswer> {
  if (!call || !isPlainObject(params)) return { action: 'decline' }
  try {
    return await call.whileAsking(() => askPerson(params, server, call))
  } catch (error) {
    if (call.isStopped) return { action: 'cancel' }
    call.context.progress({
      message: `MCP server "${server}" had a question that was not answered: ${messageOf(error)}`,
    })
    return { action: 'decline' }
  }
}

function askPerson(
  params: Record<string, unknown>,
  server: string,
  call: RunningCall,
): Promise<ElicitAnswer> {
  const { message } = params
  const words = typeof message === 'string' ? message : ''
  const more =
    words.length > maxMessage ? `… (${words.length - maxMessage} more characters are not shown)` : ''
  const said = `${words.slice(0, maxMessage).toWellFormed()}${more}`
  const intro = `The MCP server "${server}" asks: ${said}`
  return params['mode'] === 'url'
    ? askToOpen(params['url'], intro, call)
    : askForm(params['requestedSchema'], { said, intro }, call)
}

async function askToOpen(url: unknown, intro: string, call: RunningCall): Promise<ElicitAnswer> {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return { action: 'decline' }
  const answer = await call.context.ask({
    question: `${intro}\nIt wants you to open ${url} in a browser. Do so only if you know where that leads.`,
    choices: [done, decline],
  })
  return { action: answer === done ? 'accept' : 'decline' }
}

async function askForm(
  schema: unknown,
  { said, intro }: { readonly said: string; readonly intro: string },
  call: RunningCall,
): Promise<ElicitAnswer> {
  if (isEmpty(schema)) {
    refuseSecrets(said, {})
    const answer = await call.context.ask({ question: intro, choices: [accept, decline] })
    return answer === accept ? { action: 'accept', content: {} } : { action: 'decline' }
  }
  const { form, notes } = formOf(schema)
  refuseSecrets(said, form.properties)
  for (const message of notes) call.context.progress({ message })
  const content = await call.context.ask({ question: intro, schema: asFilledIn(form) })
  return { action: 'accept', content }
}

function formOf(schema: unknown): ReadForm {
  try {
    return readForm(schema)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    throw new ToolyardError('tool_failed', `its form ${error.message}`, { cause: error })
  }
}

function isEmpty(schema: unknown): boolean {
  const properties = isPlainObject(schema) ? (schema['properties'] ?? {}) : {}
  return (
    schema === undefined ||
    (isPlainObject(schema) && isPlainObject(properties) && Object.keys(properties).length === 0)
  )
}

/** The server gets what the person filled in, and checks it itself. */
function asFilledIn(form: object): StandardSchema<FormValues> {
  const json = (): Record<string, unknown> => ({ ...form })
  return {
    '~standard': {
      version: 1,
      vendor: 'toolyard',
      validate: (value) => ({ value: value as FormValues }),
      jsonSchema: { input: json, output: json },
    },
  }
}

function refuseSecrets(said: string, fields: Readonly<Record<string, FormField>>): void {
  const [asked] = Object.entries(fields).filter(isSecretField)
  if (!asked && !asksForSecret(said)) return
  throw new ToolyardError(
    'denied',
    `it asked for ${asked ? `"${asked[1].title ?? asked[0]}"` : 'something'}, which looks like a secret`,
    { hint: 'Secrets are given in the configuration, by reference.' },
  )
}

/**
 * A server's question to a person, asked field by field through the call that is running.
 *
 * Nothing is answered that nobody was asked: without a call, or without anybody to ask, it is declined. Passwords and the
 * like are never asked for on a server's behalf.
 *
 * @module
 */
import { isPlainObject, messageOf, ToolyardError, visibleText } from '../../kernel/index.ts'
import { choicesOf, type FormField, readFields } from './form-fields.ts'
import type { RunningCall } from './running-call.ts'

export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content?: Record<string, string | number | boolean | string[]> }
  | { readonly action: 'decline' | 'cancel' }

const decline = '(decline)'
const skip = '(skip)'
const done = 'done'
const accept = 'accept'
const maxMessage = 2000
/** How often somebody is asked again after an answer that does not fit. */
const attempts = 3
/** Names of fields that hold secrets. */
const secretName =
  /\b(?:pass(?:word|wd|phrase|code)|secret|token|api key|private key|credentials?|cvv|cvc|pin|card number|ssn)s?\b/i
/** Words that ask for one, unless they say that none is wanted. */
const secretWords =
  /(?<!\b(?:not|never|no|without)\b[^.\n]{0,80})\b(?:pass(?:word|phrase|code)|api key|private key|secret key|access token)s?\b/i

export async function elicit(
  params: unknown,
  { server, call }: { readonly server: string; readonly call: RunningCall | undefined },
): Promise<ElicitAnswer> {
  if (!call || !isPlainObject(params)) return { action: 'decline' }
  try {
    return await call.whileAsking(() => ask(params, server, call))
  } catch (error) {
    if (call.isStopped) return { action: 'cancel' }
    call.context.progress({
      message: `MCP server "${server}" had a question that was not answered: ${messageOf(error)}`,
    })
    return { action: 'decline' }
  }
}

function ask(params: Record<string, unknown>, server: string, call: RunningCall): Promise<ElicitAnswer> {
  const { message } = params
  const said = typeof message === 'string' ? visibleText(message.slice(0, maxMessage)) : ''
  const intro = `The MCP server "${visibleText(server)}" asks: ${said}`
  return params['mode'] === 'url'
    ? askToOpen(params['url'], intro, call)
    : askForm(params['requestedSchema'], intro, call)
}

async function askToOpen(url: unknown, intro: string, call: RunningCall): Promise<ElicitAnswer> {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return { action: 'decline' }
  const answer = await call.context.ask({
    question: `${intro}\nIt wants you to open ${visibleText(url)} in a browser. Do so only if you know where that leads.`,
    choices: [done, decline],
  })
  return { action: answer === done ? 'accept' : 'decline' }
}

async function askForm(schema: unknown, intro: string, call: RunningCall): Promise<ElicitAnswer> {
  const fields = readFields(schema)
  const asked = fields.find(isSecret)
  if (asked || secretWords.test(intro))
    throw new ToolyardError(
      'denied',
      `it asked for ${asked ? `"${asked.title}"` : 'something'}, which looks like a secret`,
      {
        hint: 'Secrets are given in the configuration, by reference.',
      },
    )
  if (fields.length === 0) {
    const answer = await call.context.ask({ question: intro, choices: [accept, decline] })
    return answer === accept ? { action: 'accept', content: {} } : { action: 'decline' }
  }
  const content: Record<string, string | number | boolean | string[]> = {}
  for (const [index, field] of fields.entries()) {
    const answer = await askField(
      field,
      index === 0 ? intro : `${intro}\n(${index + 1} of ${fields.length})`,
      call,
    )
    if (answer === undefined) return { action: 'decline' }
    if (answer.value !== undefined) content[field.name] = answer.value
  }
  return { action: 'accept', content }
}

/** Nothing where the person declines. */
async function askField(
  field: FormField,
  intro: string,
  call: RunningCall,
): Promise<{ readonly value: string | number | boolean | string[] | undefined } | undefined> {
  const { title, description, isRequired, fallback } = field
  const mayBeLeft = !isRequired || fallback !== undefined
  const choices = choicesOf(field)
  const usual = fallback === undefined ? '' : ` (${JSON.stringify(fallback)} by default)`
  const left = choices || !mayBeLeft ? '' : ' Leave it empty to go on without.'
  const what = `${title}${description ? `: ${description}` : ''}${usual}.${left}`
  let why = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    const given = await call.context.ask({
      question: `${intro}\n${what}${choices ? '' : ` Answer ${decline} to refuse.`}${why}`,
      name: field.name,
      ...(choices && { choices: [...choices, ...(mayBeLeft ? [skip] : []), decline] }),
    })
    if (given === decline) return undefined
    if (mayBeLeft && (given === skip || given.trim() === '')) return { value: fallback }
    const read = field.read(given)
    if ('value' in read) return read
    why = `\n${JSON.stringify(given.slice(0, 100))} does not fit: ${read.problem}.`
  }
  throw new ToolyardError('denied', `no answer fitted the field "${title}"`)
}

function isSecret({ name, title, description }: FormField): boolean {
  // `apiKey` and `api_key` as words.
  const words = `${name} ${title}`.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return secretName.test(words) || secretWords.test(description)
}

/**
 * Whether `remotes` and `triggers` say what they can say: every name, key and value, with what to write instead.
 *
 * @module
 */
import type { RemoteSpec, TriggerSignature, TriggerSpec } from '../define/index.ts'
import { referencesIn, signatureHeaders } from '../host/index.ts'
import {
  checkKeys,
  checkSchema,
  didYouMean,
  isPlainObject,
  tellValue,
  ToolyardError,
} from '../kernel/index.ts'
import { checkTemplate } from './triggers/fill-input.ts'

const remoteKeys = ['url', 'secret', 'description', 'headers', 'timeoutMs'] satisfies (keyof RemoteSpec)[]
const triggerKeys = [
  'tool',
  'agent',
  'secret',
  'signature',
  'input',
  'prompt',
  'schema',
  'perMinute',
  'windowMs',
] satisfies (keyof TriggerSpec)[]
const signatures = ['toolyard', 'github', 'stripe'] satisfies TriggerSignature[]
/** As it stands in an address, and in the names of callers. */
const namePattern = /^[A-Za-z0-9][\w-]{0,63}$/
const ownHeaders = [
  ...Object.values(signatureHeaders),
  'idempotency-key',
  'content-type',
  'content-length',
  'host',
]
const dayMs = 86_400_000

/** Throws `invalid_config`. */
export function checkRemotes(remotes: Readonly<Record<string, RemoteSpec>>, place: string): void {
  for (const [name, spec] of Object.entries(remotes)) {
    const at = `${place}.${name}`
    checkEntry(name, spec, { place, keys: remoteKeys })
    checkUrl(spec.url, `${at}.url`)
    checkSecret(spec.secret, `${at}.secret`)
    checkText(spec.description, `${at}.description`)
    checkNumber(spec.timeoutMs, `${at}.timeoutMs`, { least: 1, most: 120_000 })
    checkHeaders(spec.headers, `${at}.headers`)
  }
}

/** Throws `invalid_config`. */
export function checkTriggers(
  triggers: Readonly<Record<string, TriggerSpec>>,
  place: string,
  hasJournal: boolean,
): void {
  if (!hasJournal && Object.keys(triggers).length > 0)
    throw wrong(`${place} need the journal, which journal: false switches off`, {
      hint: 'It tells a repeated request from a new one: leave journal: false away.',
    })
  const secrets = new Map<string, string>()
  for (const [name, spec] of Object.entries(triggers)) {
    const at = `${place}.${name}`
    checkEntry(name, spec, { place, keys: triggerKeys })
    checkStarted(spec, at)
    checkSecret(spec.secret, `${at}.secret`)
    const other = secrets.get(spec.secret)
    if (other !== undefined)
      throw wrong(`${at}.secret is that of trigger "${other}": what is sent to one would be valid for both`, {
        hint: 'Give each trigger a secret of its own.',
      })
    secrets.set(spec.secret, name)
    const { signature = 'toolyard', schema } = spec
    if (!signatures.includes(signature))
      throw wrong(`${at}.signature: ${tellValue(signature)} is not known.${guess(signature)}`, {
        hint: `Use one of ${signatures.join(', ')}.`,
      })
    const [problem] = schema === undefined ? [] : checkSchema(schema)
    if (problem)
      throw wrong(`${at}.schema${problem.path}: ${problem.message}`, { hint: 'Correct the schema.' })
    checkNumber(spec.perMinute, `${at}.perMinute`, { least: 1, most: 10_000 })
    checkNumber(spec.windowMs, `${at}.windowMs`, { least: 1000, most: dayMs })
  }
}

/** Either a tool with arguments, or an agent with a prompt. */
function checkStarted({ tool, agent, input, prompt }: TriggerSpec, at: string): void {
  checkText(tool, `${at}.tool`)
  checkText(agent, `${at}.agent`)
  checkText(prompt, `${at}.prompt`)
  if ((tool === undefined) === (agent === undefined))
    throw wrong(`${at} must name a tool or an agent${tool === undefined ? '' : ', not both'}`, {
      hint: "Write tool: 'NAME' to call a tool, or agent: 'NAME' to run an agent.",
    })
  if (tool === undefined && input !== undefined)
    throw wrong(`${at}.input is for tools, and this trigger runs an agent`, {
      hint: 'Use prompt to tell the agent what to do with the body.',
    })
  if (agent === undefined && prompt !== undefined)
    throw wrong(`${at}.prompt is for agents, and this trigger calls a tool`, {
      hint: 'Use input to lay down the arguments of the tool.',
    })
  if (input === undefined) return
  if (!isPlainObject(input))
    throw wrong(`${at}.input must be an object, not ${tellValue(input)}`, {
      hint: "Write input: { text: '{{body.message}}' }.",
    })
  checkTemplate(input, `${at}.input`)
}

function checkEntry(
  name: string,
  spec: unknown,
  { place, keys }: { readonly place: string; readonly keys: readonly string[] },
): void {
  if (!namePattern.test(name))
    throw wrong(`${place}: "${name.slice(0, 100)}" can't be a name`, {
      hint: 'Use up to 64 letters, digits, "-" and "_".',
    })
  if (!isPlainObject(spec))
    throw wrong(`${place}.${name} must be an object, not ${tellValue(spec)}`, {
      hint: `Settings: ${keys.join(', ')}.`,
    })
  checkKeys(spec, keys, `${place}.${name}`)
}

/** A value in the configuration would be read by all who read that. */
function checkSecret(secret: unknown, at: string): void {
  const isReference =
    typeof secret === 'string' && /^\$\{\w+\}$/.test(secret) && referencesIn(secret).length === 1
  if (isReference) return
  throw wrong(`${at} must be a reference to an environment variable`, {
    hint: "Put the secret into a variable and write its name: '${DEPLOY_SECRET}'.",
  })
}

function checkUrl(url: unknown, at: string): void {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw wrong(`${at} must be an http or https address, not ${tellValue(url)}`, {
      hint: 'Write it whole, such as https://example.com/hooks/deploy.',
    })
  if (parsed.username !== '' || parsed.password !== '')
    throw wrong(`${at} must not hold a user or a password`, {
      hint: 'Send it in headers, by reference to an environment variable.',
    })
}

function checkHeaders(headers: unknown, at: string): void {
  if (headers === undefined) return
  if (!isPlainObject(headers))
    throw wrong(`${at} must be an object, not ${tellValue(headers)}`, { hint: "Write { 'x-team': 'blue' }." })
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      throw wrong(`${at}: "${name.slice(0, 100)}" can't be the name of a header`, {
        hint: 'Use letters, digits and "-".',
      })
    if (ownHeaders.includes(name.toLowerCase()))
      throw wrong(`${at}: ${name} is set by Toolyard`, { hint: 'Leave it out.' })
    if (typeof value !== 'string' || /[\r\n\0]/.test(value))
      throw wrong(`${at}.${name} must be a text in one line`, {
        hint: "Write its value, or a reference such as '${API_KEY}'.",
      })
  }
}

function checkText(value: unknown, at: string): void {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return
  throw wrong(`${at} must be a text, not ${tellValue(value)}`, { hint: 'Correct it, or leave it out.' })
}

function checkNumber(
  value: unknown,
  at: string,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  if (value === undefined) return
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return
  throw wrong(`${at} must be a whole number from ${least} to ${most}, not ${tellValue(value)}`, {
    hint: 'Correct it, or leave it out.',
  })
}

function guess(signature: unknown): string {
  return typeof signature === 'string' ? didYouMean(signature, signatures) : ''
}

function wrong(message: string, { hint }: { readonly hint: string }): ToolyardError {
  return new ToolyardError('invalid_config', message, { hint })
}

/**
 * Whether `triggers` say what they can say: every name, key and value, with what to write instead.
 *
 * @module
 */
import type { TriggerSignature, TriggerSpec } from '../define/index.ts'
import { checkSchema, didYouMean, isPlainObject, tellValue } from '../kernel/index.ts'
import { checkEntry, checkNumber, checkSecret, checkText, wrong } from '../parts/index.ts'
import { checkTemplate } from './triggers/fill-input.ts'

const triggerKeys = [
  'tool',
  'agent',
  'secret',
  'signature',
  'input',
  'prompt',
  'conversation',
  'interrupt',
  'schema',
  'perMinute',
  'windowMs',
] satisfies (keyof TriggerSpec)[]
const signatures = ['toolyard', 'github', 'stripe'] satisfies TriggerSignature[]
const dayMs = 86_400_000

/** Throws `invalid_config`. */
export function checkTriggers(
  triggers: Readonly<Record<string, TriggerSpec>>,
  place: string,
  hasJournal: boolean,
): void {
  if (!hasJournal && Object.keys(triggers).length > 0)
    throw wrong(`${place} need the journal, which journal: false switches off`, {
      hint: 'It tells a repeated request from a new one: leave out journal: false.',
    })
  const secrets = new Map<string, string>()
  for (const [name, spec] of Object.entries(triggers)) {
    const at = `${place}.${name}`
    checkEntry(name, spec, { place, keys: triggerKeys })
    checkStarted(spec, at)
    checkConversation(spec, at)
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

/** Only agents converse. */
function checkConversation({ agent, conversation, interrupt }: TriggerSpec, at: string): void {
  checkText(conversation, `${at}.conversation`)
  if (interrupt !== undefined && typeof interrupt !== 'boolean')
    throw wrong(`${at}.interrupt must be true or false, not ${tellValue(interrupt)}`, {
      hint: 'Write interrupt: true, or leave it out.',
    })
  if (agent === undefined && conversation !== undefined)
    throw wrong(`${at}.conversation is for agents, and this trigger calls a tool`, {
      hint: 'Leave it out: every call of a tool stands alone.',
    })
  if (conversation === undefined && interrupt !== undefined)
    throw wrong(`${at}.interrupt needs a conversation: without one every delivery starts a run of its own`, {
      hint: "Say what names it: conversation: '{{body.chat.id}}'.",
    })
  if (conversation === undefined) return
  checkTemplate({ conversation }, at)
  if (!conversation.includes('{{'))
    throw wrong(`${at}.conversation names no part of the body`, {
      hint: "Say what tells conversations apart: conversation: '{{body.chat.id}}'.",
    })
}

function guess(signature: unknown): string {
  return typeof signature === 'string' ? didYouMean(signature, signatures) : ''
}

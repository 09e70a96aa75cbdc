/**
 * Whether the `channels` section says what its platforms need, and which of its secrets are not set.
 *
 * @module
 */
import type { ChannelSpec } from '../define/index.ts'
import { referencesIn } from '../host/index.ts'
import { checkKeys, didYouMean, isPlainObject, tellValue, ToolyardError } from '../kernel/index.ts'
import { type PlatformFacts, platformNames, platforms } from './platforms/index.ts'

const namePattern = /^[A-Za-z0-9][\w.-]{0,63}$/
/** What rules would read as more than itself. */
const unruly = /[*?[\]{}()!\\]|^\s|\s$/

/** Throws `invalid_config`. `place` is what stands before `channels` in sentences. */
export function checkChannels(channels: object = {}, place = ''): void {
  for (const [name, spec] of Object.entries(channels) as [string, unknown][]) {
    const at = `${place}channels.${name}`
    if (!namePattern.test(name))
      refuseChannel(
        `${place}channels: "${name}" is not a name for a channel`,
        'Use letters, digits, ".", "-" and "_".',
      )
    if (!isPlainObject(spec))
      refuseChannel(
        `${at} must be an object, not ${tellValue(spec)}`,
        "Write { platform: 'telegram', token: '${TELEGRAM_BOT_TOKEN}', to: '42' }.",
      )
    checkChannel(spec, at)
  }
}

function checkChannel(spec: Readonly<Record<string, unknown>>, at: string): void {
  const { platform, options = {}, to, recipients = [] } = spec
  if (typeof platform !== 'string' || !Object.hasOwn(platforms, platform))
    refuseChannel(
      `${at}.platform: ${tellValue(platform)} is not a platform.${typeof platform === 'string' ? didYouMean(platform, platformNames) : ''}`,
      `Platforms: ${platformNames.join(', ')}.`,
    )
  const facts = platforms[platform as ChannelSpec['platform']]
  const { needs, takes, recipient } = facts
  const own = [...needs, ...takes, ...(recipient ? ['to', 'recipients'] : [])]
  checkKeys(spec, ['platform', ...own, ...(facts.options.length > 0 ? ['options'] : [])], at)
  for (const key of [...needs, ...takes]) {
    const value = spec[key]
    if (needs.includes(key) && (value === undefined || value === ''))
      refuseChannel(`${at}.${key} is missing: ${platform} needs it`, hintFor(key, at))
    if (value !== undefined && typeof value !== 'string')
      refuseChannel(`${at}.${key} must be a text, not ${tellValue(value)}`, hintFor(key, at))
  }
  checkUrl(spec, at)
  if (!isPlainObject(options))
    refuseChannel(
      `${at}.options must be an object, not ${tellValue(options)}`,
      'Correct it, or leave it out.',
    )
  checkOptionsOf(facts, options, at)
  if (!Array.isArray(recipients))
    refuseChannel(
      `${at}.recipients must be a list, not ${tellValue(recipients)}`,
      "Write recipients: ['42'].",
    )
  for (const one of [...(to === undefined ? [] : [to]), ...(recipients as unknown[])])
    checkRecipient(facts, one, at)
}

function checkOptionsOf(facts: PlatformFacts, options: Readonly<Record<string, unknown>>, at: string): void {
  checkKeys(
    options,
    facts.options.map((name) => name.replace('!', '')),
    `${at}.options`,
  )
  for (const name of facts.options.filter((one) => one.endsWith('!')).map((one) => one.slice(0, -1)))
    if (typeof options[name] !== 'string' || options[name] === '')
      refuseChannel(
        `${at}.options.${name} is missing: the platform needs it`,
        `Write options: { ${name}: '…' }.`,
      )
  for (const [name, value] of Object.entries(options))
    if (typeof value === 'object' || typeof value === 'function')
      refuseChannel(
        `${at}.options.${name} must be a text, a number, true or false`,
        'Correct it, or leave it out.',
      )
}

/** An address with a reference in it is looked at when it is used. */
function checkUrl({ url, platform }: Readonly<Record<string, unknown>>, at: string): void {
  if (typeof url !== 'string' || referencesIn(url).length > 0) return
  const protocols = platform === 'email' ? ['smtp:', 'smtps:'] : ['https:', 'http:']
  const parsed = URL.parse(url)
  if (
    !parsed ||
    !protocols.includes(parsed.protocol) ||
    parsed.hostname === '' ||
    parsed.username !== '' ||
    parsed.password !== ''
  )
    refuseChannel(
      `${at}.url: ${tellValue(url)} is not an address of the kind ${protocols.map((one) => `${one}//host`).join(' or ')}`,
      'Write it whole, without a user or a password in it.',
    )
}

function checkRecipient({ recipient }: PlatformFacts, value: unknown, at: string): void {
  const isFit = typeof value === 'string' && recipient?.form.test(value) === true && !unruly.test(value)
  if (!isFit)
    refuseChannel(
      `${at}: ${tellValue(value)} is not a recipient; it must be ${recipient?.words ?? 'left out'}`,
      'Write ids as text, one each, without wildcards; they are no secrets, so no references.',
    )
}

function hintFor(key: string, at: string): string {
  if (key === 'url') return `Write ${at}.url: 'https://…' (smtp:// or smtps:// for e-mail).`
  return `Write a reference to an environment variable: ${key}: '\${MY_${key.toUpperCase()}}'.`
}

function refuseChannel(message: string, hint: string): never {
  throw new ToolyardError('invalid_config', message, { hint })
}

export interface MissingSecret {
  readonly channel: string
  /** Where it is referred to, such as `channels.ops.token`. */
  readonly place: string
  readonly variable: string
}

/** References of channels to variables that are not set. */
export function missingSecrets(
  channels: Readonly<Record<string, ChannelSpec>>,
  environment: NodeJS.ProcessEnv,
): readonly MissingSecret[] {
  return Object.entries(channels).flatMap(([channel, spec]) =>
    Object.entries({ token: spec.token, secret: spec.secret, url: spec.url, ...spec.options }).flatMap(
      ([key, value]) =>
        typeof value === 'string'
          ? referencesIn(value)
              .filter((variable) => !environment[variable] && !value.includes(`\${${variable}:-`))
              .map((variable) => ({ channel, place: `channels.${channel}.${key}`, variable }))
          : [],
    ),
  )
}

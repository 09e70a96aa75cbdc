/**
 * The configured channels, as tools use them. A channel is made with its first message: its file is loaded then, and its
 * secrets are read then.
 *
 * @module
 */
import type { ChannelAccess, ChannelPlace, ChannelSpec, Platform } from '../define/index.ts'
import { didYouMean, ToolyardError } from '../kernel/index.ts'
import type { Channel, ChannelParts } from './channel.ts'
import { platforms } from './platforms/index.ts'

type ChannelSpecs = Readonly<Record<string, ChannelSpec>>

/** Notes in the log need no configuration. */
const always: ChannelSpecs = { console: { platform: 'console' } }
/** Whom a channel with one recipient writes to. */
const onlyRecipient = 'default'

export function createChannels(configured: ChannelSpecs, parts: ChannelParts): ChannelAccess {
  const specs: ChannelSpecs = { ...always, ...configured }
  const made = new Map<string, Promise<Channel>>()
  const channelOf = (name: string, spec: ChannelSpec): Promise<Channel> => {
    const known = made.get(name) ?? make(name, spec, parts)
    made.set(name, known)
    // A variable that is missing now may be set later.
    known.catch(() => made.delete(name))
    return known
  }
  const resolve: ChannelAccess['resolve'] = (channel, to) => {
    const [name, spec] = find(specs, configured, channel)
    return { channel: name, platform: spec.platform, to: recipientOf(name, spec, to) }
  }
  return {
    list: () => Object.entries(specs).map(([name, { platform, to }]) => ({ name, platform, to })),
    resolve,
    async send(name, message, signal) {
      const place: ChannelPlace = resolve(name, message.to)
      const channel = await channelOf(place.channel, specs[place.channel] ?? { platform: place.platform })
      const { deliver } = await import('./deliver.ts')
      const { clock, nonce } = parts
      const ids = await deliver(channel, message, { to: place.to, signal, clock, key: nonce() })
      return { ...place, ids }
    },
  }
}

/** By its name, else the only one of a platform, else the only one there is. */
function find(
  specs: ChannelSpecs,
  configured: ChannelSpecs,
  wanted: string | undefined,
): readonly [string, ChannelSpec] {
  const own = Object.entries(Object.keys(configured).length === 0 ? specs : configured)
  const names = Object.keys(specs)
  if (wanted === undefined) {
    const [only] = own
    if (only && own.length === 1) return only
    throw new ToolyardError('invalid_arguments', 'channel: there are several, so one has to be named', {
      hint: `Channels: ${names.join(', ')}.`,
    })
  }
  const named = Object.hasOwn(specs, wanted) ? specs[wanted] : undefined
  if (named) return [wanted, named]
  const ofPlatform = own.filter(([, { platform }]) => platform === wanted.toLowerCase())
  const [only] = ofPlatform
  if (only && ofPlatform.length === 1) return only
  if (only)
    throw new ToolyardError('invalid_arguments', `channel: there are several of ${only[1].platform}`, {
      hint: `Name one: ${ofPlatform.map(([name]) => name).join(', ')}.`,
    })
  const isPlatform = Object.hasOwn(platforms, wanted.toLowerCase())
  const known = [...new Set([...names, ...own.map(([, { platform }]) => platform)])]
  throw new ToolyardError(
    'not_found',
    `there is no channel "${wanted.slice(0, 100)}".${isPlatform ? '' : didYouMean(wanted, known)}`,
    {
      hint: `Channels: ${names.join(', ')}. Others are configured in the channels section of toolyard.config.ts.`,
    },
  )
}

function recipientOf(name: string, { platform, to }: ChannelSpec, given: string | undefined): string {
  const { recipient } = platforms[platform]
  const wanted = given?.trim() || to
  if (!recipient) {
    if (wanted === undefined || wanted === onlyRecipient) return onlyRecipient
    throw new ToolyardError('invalid_arguments', `chat_id: channel "${name}" writes to one group only`, {
      hint: 'Leave chat_id out.',
    })
  }
  if (wanted === undefined && (platform === 'console' || platform === 'webhook')) return onlyRecipient
  if (wanted !== undefined && recipient.form.test(wanted)) return wanted
  throw new ToolyardError(
    'invalid_arguments',
    wanted === undefined
      ? `chat_id: channel "${name}" has no recipient of its own`
      : `chat_id: "${wanted.slice(0, 100)}" is not a recipient of ${platform}`,
    { hint: `Give chat_id: ${recipient.words}.` },
  )
}

async function make(name: string, spec: ChannelSpec, parts: ChannelParts): Promise<Channel> {
  const { secrets } = parts
  const filled = (key: 'token' | 'secret' | 'url'): string => {
    const value = secrets.fill(spec[key] ?? '', `channels.${name}.${key}`).trim()
    // Also if it was written out, instead of referred to.
    if (key !== 'url' && value !== '') secrets.hide(value, `channels.${name}.${key}`)
    return value
  }
  const options = Object.fromEntries(
    Object.entries(spec.options ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? secrets.fill(value, `channels.${name}.options.${key}`) : value,
    ]),
  )
  const makeChannel = await platforms[spec.platform].load()
  const url = filled('url')
  return makeChannel(
    {
      name,
      token: filled('token'),
      secret: filled('secret'),
      url: spec.platform === 'webhook' ? url : url.replace(/\/+$/, ''),
      options,
    },
    parts,
  )
}

/** Recipients that the configuration names, as rules name them: `CHANNEL:RECIPIENT`. */
export function knownRecipients(
  configured: ChannelSpecs,
): readonly { readonly channel: string; readonly id: string }[] {
  return Object.entries({ ...always, ...configured }).flatMap(([channel, spec]) =>
    recipientsOf(spec).map((to) => ({ channel, id: `${channel}:${to}` })),
  )
}

function recipientsOf({ platform, to, recipients = [] }: ChannelSpec): readonly string[] {
  // Whichever recipient is named, the note goes to the same log.
  if (platform === 'console') return ['*']
  const own: readonly string[] =
    to === undefined && !needsRecipient(platform) ? [onlyRecipient] : to === undefined ? [] : [to]
  return [...new Set([...own, ...recipients])]
}

function needsRecipient(platform: Platform): boolean {
  return platforms[platform].recipient !== undefined && platform !== 'webhook'
}

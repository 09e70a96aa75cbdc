/**
 * The configured channels as a service, and the rules that follow from them: whom the configuration names may be written to
 * without asking.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { createChannels, knownRecipients } from '../../channels/index.ts'
import type { ChannelAccess } from '../../define/index.ts'
import { type Core, parseRule, type PolicyMode, type Rule } from '../../pipeline/index.ts'
import type { Settings } from '../settings.ts'

/** Made when a tool first asks for it. */
export function channelsOf(
  { channels = {} }: Settings,
  { core }: { readonly core: Core },
): () => ChannelAccess {
  let made: ChannelAccess | undefined
  return () =>
    (made ??= createChannels(channels, {
      get net() {
        return core.host.net
      },
      get secrets() {
        return core.host.secrets
      },
      clock: core.clock,
      note: (line) => void process.stderr.write(`${core.redactor.redact(line)}\n`),
      nonce: () => randomUUID(),
    }))
}

/** Nobody is written to where nothing may be changed. */
export function recipientRules(
  channels: Settings['channels'] = {},
  mode: PolicyMode | undefined,
): readonly Rule[] {
  if (mode === 'read-only') return []
  return knownRecipients(channels).map(({ channel, id }) => ({
    ...parseRule(
      { rule: `message(${id})`, reason: `it is a recipient of channel "${channel}" in the configuration` },
      'allow',
    ),
    besideReads: true,
  }))
}

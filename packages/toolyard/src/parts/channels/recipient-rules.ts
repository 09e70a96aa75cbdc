/**
 * The rules that follow from the configured channels: whom the configuration names may be written to without asking.
 *
 * @module
 */
import { knownRecipients } from '../../channels/index.ts'
import type { ChannelSpec } from '../../define/index.ts'
import { parseRule, type Rule } from '../../pipeline/index.ts'

export function recipientRules(channels: Readonly<Record<string, ChannelSpec>> = {}): readonly Rule[] {
  return knownRecipients(channels).map(({ channel, id }) => ({
    ...parseRule(
      { rule: `message(${id})`, reason: `it is a recipient of channel "${channel}" in the configuration` },
      'allow',
    ),
    besideReads: true,
  }))
}

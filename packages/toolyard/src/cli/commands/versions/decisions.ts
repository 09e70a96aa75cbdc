/** `toolyard accept|pin|unpin|rollback|enable|disable`: their help and what they take. */
import type { Description } from '../../command.ts'
import { wholeNumber } from '../../parsers.ts'
import { argument, type OptionsOf } from '../../takes.ts'

const about = 'names or ids of tools'
const held = {
  names: argument(
    '[names...]',
    `${about}, NAME@FINGERPRINT for just the version that was looked at, or a pattern such as github__*; none to see what is held`,
  ),
}
const several = { names: argument('<names...>', about) }
const versioned = {
  name: argument('<name>', about),
  version: argument('[version]', 'number of a version', wholeNumber),
}

export type DecideOptions = OptionsOf<typeof several>
export type DecideVersionOptions = OptionsOf<typeof versioned>

export const accept = {
  name: 'accept',
  summary: 'let the version run that a tool has now, where it is held',
  takes: held,
  examples: ['accept', "accept 'github__*'"],
} satisfies Description

export const pin = {
  name: 'pin',
  summary: 'let only one version of a tool run, the current one by default',
  takes: versioned,
  examples: ['pin get_weather', 'pin get_weather 2'],
} satisfies Description

export const unpin = {
  name: 'unpin',
  summary: 'let every version of a tool run again',
  takes: several,
  examples: ['unpin get_weather'],
} satisfies Description

export const rollback = {
  name: 'rollback',
  summary: 'pin the version before the current one, or the one that is named',
  takes: versioned,
  examples: ['rollback get_weather'],
} satisfies Description

export const enable = {
  name: 'enable',
  summary: 'switch tools on again',
  takes: several,
  examples: ['enable get_weather'],
} satisfies Description

export const disable = {
  name: 'disable',
  summary: 'switch tools off, for everybody',
  takes: several,
  examples: ['disable get_weather send_note'],
} satisfies Description

/**
 * The `toolyard` field of a package: what the plugin brings, by paths in its folder.
 *
 * @module
 */
import { didYouMean, isPlainObject, tellValue, version } from '../../kernel/index.ts'
import type { FoundPlugin } from './find-plugin.ts'
import { PluginFailure } from './plugin-failure.ts'
import { isInRange } from './version-range.ts'

export interface PluginField {
  /** A module whose default export is the plugin. */
  readonly main?: string
  readonly tools?: readonly string[]
  readonly hooks?: string
  readonly executors?: string
  readonly programs?: readonly string[]
  /** The versions of Toolyard that it works with. */
  readonly requires?: string
}

const texts = { words: 'a text', is: (value: unknown): boolean => typeof value === 'string' }
const lists = {
  words: 'a list of texts',
  is: (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}
const kinds: Readonly<Record<keyof PluginField, typeof texts>> = {
  main: texts,
  tools: lists,
  hooks: texts,
  executors: texts,
  programs: lists,
  requires: texts,
}
const known = Object.keys(kinds)

/** Throws a `PluginFailure`. */
export function readField({ field, packageFile }: FoundPlugin): PluginField {
  const fail = (reason: string, hint: string): never => {
    throw new PluginFailure(packageFile, reason, hint)
  }
  if (typeof field === 'string') return { main: field }
  if (!isPlainObject(field))
    return fail(
      `its "toolyard" field must be an object, not ${tellValue(field)}`,
      'Write "toolyard": { "tools": ["./tools"] }.',
    )
  for (const [key, value] of Object.entries(field)) {
    if (!Object.hasOwn(kinds, key))
      fail(`"toolyard.${key}" is not known.${didYouMean(key, known)}`, `There are ${known.join(', ')}.`)
    const { words, is } = kinds[key as keyof PluginField]
    if (!is(value)) fail(`"toolyard.${key}" must be ${words}, not ${tellValue(value)}`, 'Correct it.')
  }
  const read: PluginField = field
  checkVersion(read, fail)
  const brings = known.filter((key) => key !== 'requires' && key in field)
  if (brings.length === 0)
    fail('its "toolyard" field names nothing that it brings', `Name one of ${known.slice(0, -1).join(', ')}.`)
  return read
}

function checkVersion({ requires }: PluginField, fail: (reason: string, hint: string) => never): void {
  if (requires === undefined) return
  const fits = isInRange(version, requires)
  if (fits === undefined)
    fail(`"toolyard.requires" is "${requires}", which is no range of versions`, 'Write ">=0.1".')
  else if (!fits)
    fail(
      `it requires Toolyard ${requires}, and this is ${version}`,
      'Install a version of the plugin, or of Toolyard, that fits.',
    )
}

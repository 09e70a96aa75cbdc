/**
 * Whether what a plugin exports is what a plugin brings, told by part, reason and remedy.
 *
 * @module
 */
import { didYouMean, isPlainObject, tellValue } from '../../kernel/index.ts'
import type { PluginParts } from './plugin.ts'
import { PluginFailure } from './plugin-failure.ts'

const kinds: Readonly<
  Record<keyof PluginParts, { readonly words: string; readonly is: (value: unknown) => boolean }>
> = {
  name: { words: 'a text', is: (value) => typeof value === 'string' && value !== '' },
  version: { words: 'a text', is: (value) => typeof value === 'string' && value !== '' },
  tools: { words: 'a list', is: Array.isArray },
  hooks: { words: 'a list of hooks', is: isHookList },
  executors: { words: 'executors by name, each with an execute()', is: isExecutorTable },
  programs: {
    words: 'a list of paths',
    is: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string'),
  },
}

/** Throws a `PluginFailure`. */
export function checkParts(parts: unknown, file: string): asserts parts is PluginParts {
  if (!isPlainObject(parts))
    throw new PluginFailure(
      file,
      `${tellValue(parts)} is not a plugin`,
      'Write `export default definePlugin({ tools: [ … ] })`.',
    )
  for (const [key, value] of Object.entries(parts)) {
    if (value === undefined) continue
    if (!Object.hasOwn(kinds, key))
      throw new PluginFailure(
        file,
        `"${key}" is not a part of a plugin.${didYouMean(key, Object.keys(kinds))}`,
        `There are ${Object.keys(kinds).join(', ')}.`,
      )
    const { words, is } = kinds[key as keyof PluginParts]
    if (!is(value))
      throw new PluginFailure(file, `${key} must be ${words}, not ${tellValue(value)}`, `Correct ${key}.`)
  }
}

function isHookList(value: unknown): boolean {
  return Array.isArray(value) && value.every((hook) => isPlainObject(hook) && 'handler' in hook)
}

function isExecutorTable(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    Object.values(value).every(
      (one) =>
        typeof one === 'object' && one !== null && 'execute' in one && typeof one.execute === 'function',
    )
  )
}

/**
 * Checks a hook as it was written: a name, a type, a handler, and settings that mean something.
 *
 * @module
 */
import type { HookSpec, RunHookSpec } from '../../define/index.ts'
import { checkKeys, isPlainObject, maxDelayMs, tellValue, ToolyardError } from '../../kernel/index.ts'

export const hookHint = "Write { name: 'audit', type: 'PRE_TOOL_USE', handler: (context) => … }."
const termKeys = ['name', 'type', 'handler', 'order', 'timeoutMs', 'onFailure']
const commandKeys = ['command', 'args', 'cwd', 'env']

/** What a kind of hooks may have: its types, and keys beside those of all. */
interface HookKind {
  readonly types: readonly string[]
  readonly keys: readonly string[]
}

/** Throws `invalid_config`. */
export function checkHook(spec: HookSpec | RunHookSpec, { types, keys }: HookKind): void {
  const { name, type, handler } = spec
  const hint = hookHint
  if (!name) throw new ToolyardError('invalid_config', 'A hook has no name', { hint })
  // An instance of a class has members of its own.
  if (isPlainObject(spec)) checkKeys(spec, [...termKeys, ...keys], `Hook "${name}"`)
  if (isPlainObject(handler)) checkKeys(handler, commandKeys, `The command of hook "${name}"`)
  if (!types.includes(type))
    throw new ToolyardError('invalid_config', `Hook "${name}": type "${type}" is not known`, {
      hint: `Use one of ${types.join(', ')}.`,
    })
  if (typeof handler !== 'function' && typeof handler?.command !== 'string')
    throw new ToolyardError('invalid_config', `Hook "${name}" has no handler`, { hint })
  const given = spec as Partial<HookSpec>
  const wrong = settings.find(({ key, is }) => given[key] !== undefined && !is(given[key]))
  if (wrong)
    throw new ToolyardError(
      'invalid_config',
      `Hook "${name}": ${wrong.key} ${tellValue(given[wrong.key])} is not ${wrong.words}`,
      { hint: `Give ${wrong.words}, or leave it out.` },
    )
}

/** What would otherwise make a hook that refuses look away. */
const settings: readonly {
  readonly key: keyof HookSpec
  readonly words: string
  readonly is: (value: unknown) => boolean
}[] = [
  { key: 'onFailure', words: '"deny" or "ignore"', is: (value) => value === 'deny' || value === 'ignore' },
  {
    key: 'tools',
    words: 'a list of names or patterns',
    is: (value) =>
      value === null || (Array.isArray(value) && value.every((name) => typeof name === 'string')),
  },
  {
    key: 'timeoutMs',
    words: `a whole number of milliseconds from 1 to ${maxDelayMs}`,
    is: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxDelayMs,
  },
  { key: 'order', words: 'a number', is: (value) => Number.isFinite(value) },
]

/**
 * What people say of an agent when they make or change one, and whether it is said right.
 *
 * @module
 */
import { checkKeys, tellValue, ToolyardError } from '../kernel/index.ts'

export interface AgentSpec {
  readonly name: string
  readonly prompt?: string | undefined
  readonly model?: string | undefined
  readonly runner?: string | undefined
  /** Ids or names of tools. */
  readonly toolIds?: readonly string[] | undefined
  /** Whether the agent stays with the versions that its tools have now. */
  readonly pinned?: boolean | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

const specNames: readonly (keyof AgentSpec)[] = [
  'name',
  'prompt',
  'model',
  'runner',
  'toolIds',
  'pinned',
  'settings',
]
const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

/** Throws `invalid_arguments` or `invalid_config`. */
export function checkSpec(spec: AgentSpec): void {
  checkKeys(spec, specNames, 'an agent')
  if (typeof spec.name !== 'string' || !nameForm.test(spec.name))
    throw wrong('name', spec.name, 'letters, digits, spaces, dots, dashes; at most 100')
  for (const key of ['prompt', 'model', 'runner'] as const)
    if (spec[key] !== undefined && typeof spec[key] !== 'string') throw wrong(key, spec[key], 'a text')
  const { toolIds, settings, pinned } = spec
  if (toolIds !== undefined && !(Array.isArray(toolIds) && toolIds.every((id) => typeof id === 'string')))
    throw wrong('toolIds', toolIds, 'a list of ids or names of tools')
  if (
    settings !== undefined &&
    (typeof settings !== 'object' || settings === null || Array.isArray(settings))
  )
    throw wrong('settings', settings, 'an object')
  if (pinned !== undefined && typeof pinned !== 'boolean') throw wrong('pinned', pinned, 'true or false')
}

function wrong(field: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `${field} of an agent: ${tellValue(value)} is not ${expected}`,
    {
      hint: `Give ${expected}.`,
    },
  )
}

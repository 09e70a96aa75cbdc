/**
 * Whether the facts of a definition are what they should be, told by field, reason and remedy.
 *
 * @module
 */
import { didYouMean, isPlainObject, maxDelayMs, toolNamePattern } from '../kernel/index.ts'
import { taskSupports, effectKinds, permissions } from './manifest.ts'
import type { AnySpec } from './tool.ts'
import { isQueueName, queueHint } from './queue-name.ts'
import type { ToolSchema } from './tool-schema.ts'

/** What a tool may say of itself, beside its name, its description and its work. */
export const factNames = [
  'title',
  'titles',
  'descriptions',
  'category',
  'inputSchema',
  'outputSchema',
  'strictOutput',
  'permission',
  'effects',
  'confirm',
  'streaming',
  'idempotent',
  'timeoutMs',
  'taskSupport',
  'queue',
  'tags',
  'version',
  'examples',
  'aliases',
  'provided',
  'resources',
  'permissionFor',
  'render',
] as const

const specKeys: readonly string[] = ['name', ...factNames, 'description', 'execute', 'create', 'factory']

const knownKeys: ReadonlySet<string> = new Set(specKeys)

/** Ends a definition with the field, the reason and the remedy. */
export type Refuse = (field: string, reason: string, hint: string) => never

export function checkFacts(spec: AnySpec, refuse: Refuse): void {
  for (const key of Object.keys(spec)) {
    if (!knownKeys.has(key))
      refuse(
        `"${key}"`,
        'is not a field of a tool.',
        didYouMean(key, specKeys).trim() || `Fields: ${specKeys.join(', ')}.`,
      )
  }
  if (spec.name !== undefined && !(typeof spec.name === 'string' && toolNamePattern.test(spec.name))) {
    refuse(
      'name',
      `${JSON.stringify(spec.name)} is not a tool name`,
      'Use 1-64 letters, digits, "_" or "-", starting with a letter; snake_case reads best.',
    )
  }
  if (
    spec.description !== undefined &&
    (typeof spec.description !== 'string' || spec.description.trim() === '')
  )
    refuse('description', 'is empty', 'Say in one sentence what the tool does, then when to use it.')
  for (const [field, known] of words) {
    const value = spec[field]
    if (value !== undefined && !known.includes(value))
      refuse(field, `${JSON.stringify(value)} is not known`, `Use one of ${known.join(', ')}.`)
  }
  const { timeoutMs } = spec
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= maxDelayMs))
    refuse(
      'timeoutMs',
      `${String(timeoutMs)} is not a time`,
      `Use a whole number of milliseconds from 1 to ${maxDelayMs}.`,
    )
  if (spec.queue !== undefined && !isQueueName(spec.queue))
    refuse('queue', `${JSON.stringify(spec.queue)} is not the name of a queue`, queueHint)
  if (
    spec.tags !== undefined &&
    !(Array.isArray(spec.tags) && spec.tags.every((tag) => typeof tag === 'string'))
  )
    refuse('tags', 'must be a list of words', "Write tags: ['weather'].")
  for (const { field, type, hint } of kinds) {
    const value = spec[field]
    if (value !== undefined && (typeof value !== type || value === null))
      refuse(field, `must be a ${type}, not ${JSON.stringify(value) ?? typeof value}`, hint)
  }
  if (spec.confirm !== undefined && typeof spec.confirm !== 'boolean' && typeof spec.confirm !== 'function')
    refuse(
      'confirm',
      `must be a boolean or a function, not ${JSON.stringify(spec.confirm) ?? typeof spec.confirm}`,
      'Write confirm: true to ask a person before every call, or confirm: (input) => true for some of them.',
    )
  for (const field of ['titles', 'descriptions'] as const) checkLanguages(field, spec[field], refuse)
  checkLists(spec, refuse)
}

/** Fields that are one of some words. */
const words: readonly (readonly [keyof AnySpec, readonly unknown[]])[] = [
  ['permission', permissions],
  ['effects', effectKinds],
  ['taskSupport', taskSupports],
]

const kinds: readonly { readonly field: keyof AnySpec; readonly type: string; readonly hint: string }[] = [
  { field: 'title', type: 'string', hint: 'Write a short name for people.' },
  { field: 'category', type: 'string', hint: 'Write one word that groups tools.' },
  { field: 'version', type: 'string', hint: "Write version: '2'." },
  {
    field: 'streaming',
    type: 'boolean',
    hint: 'Write streaming: false to give the whole answer at its end.',
  },
  {
    field: 'idempotent',
    type: 'boolean',
    hint: 'Write idempotent: true where running twice is the same as running once.',
  },
  {
    field: 'resources',
    type: 'function',
    hint: "Write resources: ({ path }) => [{ kind: 'path', id: path, access: 'read' }].",
  },
  {
    field: 'permissionFor',
    type: 'function',
    hint: "Write permissionFor: ({ action }) => ({ permission: 'read' }).",
  },
  { field: 'render', type: 'function', hint: 'Write render: (output) => text.' },
]

const language = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

function checkLanguages(field: 'titles' | 'descriptions', value: unknown, refuse: Refuse): void {
  if (value === undefined) return
  if (!isPlainObject(value))
    return refuse(field, 'must give a text for each language', `Write ${field}: { zh: '…' }.`)
  for (const [code, text] of Object.entries(value)) {
    if (!language.test(code))
      refuse(field, `has "${code}", which is not the code of a language`, 'Write a code such as zh or pt-BR.')
    if (typeof text !== 'string' || text.trim() === '')
      refuse(field, `says nothing in "${code}"`, 'Write a text, or leave the language out.')
  }
}

function checkLists({ examples, aliases, provided }: AnySpec, refuse: Refuse): void {
  if (
    examples !== undefined &&
    !(Array.isArray(examples) && examples.every((one) => isPlainObject(one?.input)))
  )
    refuse('examples', 'must be a list of calls', "Write examples: [{ input: { city: 'Rome' } }].")
  if (
    provided !== undefined &&
    !(Array.isArray(provided) && provided.every((name) => typeof name === 'string'))
  )
    refuse('provided', 'must be a list of parameter names', "Write provided: ['userId'].")
  if (
    aliases !== undefined &&
    !(isPlainObject(aliases) && Object.values(aliases).every((name) => typeof name === 'string'))
  )
    refuse('aliases', 'must map other names to parameters', "Write aliases: { file_path: 'path' }.")
}

/** Names in `provided` and `aliases` that are no parameter: a slip that would otherwise never be noticed. */
export function checkNames(spec: AnySpec, { json }: ToolSchema, refuse: Refuse): void {
  if (!json.properties || spec.inputSchema === undefined) return
  const known = Object.keys(json.properties)
  const check = (field: string, name: string): void => {
    if (!known.includes(name))
      refuse(
        field,
        `names "${name}", which is not a parameter`,
        didYouMean(name, known).trim() || `Parameters: ${known.join(', ') || 'none'}.`,
      )
  }
  for (const name of spec.provided ?? []) check('provided', name)
  for (const name of Object.values(spec.aliases ?? {})) check('aliases', name)
}

/**
 * The facts of a tool under every name by which they are read, and what becomes of a name that is none of them.
 *
 * An object that only describes a tool has no other members: whatever is not known is refused, because a misspelt
 * `requires_confirmation` would run unconfirmed. Classes and their instances have members of their own, so only what can be
 * nothing but a slip is refused there.
 *
 * @module
 */
import { didYouMean, editDistance, isPlainObject, ToolyardError } from '../kernel/index.ts'
import { factNames } from './check-spec.ts'
import type { ByLanguage, Effects, Permission, ToolExample } from './manifest.ts'
import type { ContentBlock } from './result.ts'
import type { ToolResource } from './tool-resource.ts'

/** The names of each fact, ours first. */
const otherNames = {
  inputSchema: ['input_schema', 'parameters'],
  outputSchema: ['return_schema', 'returnSchema', 'output_schema'],
  permission: ['permission_class', 'permissionClass'],
  effects: ['side_effect_scope', 'sideEffectScope'],
  confirm: ['requires_confirmation', 'requiresConfirmation', 'needsApproval', 'requireApproval'],
  streaming: ['is_streaming', 'isStreaming'],
  timeoutMs: ['timeout_ms'],
} as const satisfies Partial<Record<(typeof factNames)[number], readonly string[]>>

/** Every name that is read; words of older code stay words, in either case. */
export interface OtherNames {
  readonly title?: string
  readonly titles?: ByLanguage
  readonly descriptions?: ByLanguage
  readonly category?: string
  readonly inputSchema?: unknown
  readonly input_schema?: unknown
  readonly parameters?: unknown
  readonly outputSchema?: unknown
  readonly output_schema?: unknown
  readonly return_schema?: unknown
  readonly returnSchema?: unknown
  readonly permission?: string
  readonly permission_class?: string
  readonly permissionClass?: string
  readonly effects?: string
  readonly side_effect_scope?: string
  readonly sideEffectScope?: string
  readonly confirm?: unknown
  readonly needsApproval?: unknown
  readonly requireApproval?: unknown
  readonly requires_confirmation?: boolean
  readonly requiresConfirmation?: boolean
  readonly streaming?: boolean
  readonly is_streaming?: boolean
  readonly isStreaming?: boolean
  readonly idempotent?: boolean
  readonly timeoutMs?: number
  readonly timeout_ms?: number
  readonly taskSupport?: string
  readonly queue?: string
  readonly tags?: readonly string[]
  readonly version?: string | number
  readonly examples?: readonly ToolExample[]
  readonly aliases?: Readonly<Record<string, string>>
  readonly provided?: readonly string[]
  resources?(input: never, context: { readonly workspace: string }): readonly ToolResource[]
  permissionFor?(input: never): { readonly permission: Permission; readonly effects?: Effects }
  render?(output: never, input: never): string | readonly ContentBlock[]
  readonly id?: unknown
  readonly type?: unknown
  readonly metadata?: unknown
  readonly strict?: unknown
}

/** What other libraries, and rows of a database, have beside these: it says nothing about how a tool runs. */
const passedOver = ['id', 'type', 'metadata', 'strict']

const allNames: readonly string[] = [
  'name',
  'description',
  ...factNames,
  ...Object.values(otherNames).flat(),
  'execute',
  'create',
  'factory',
]
const known: ReadonlySet<string> = new Set([...allNames, ...passedOver])

/** Names that nothing else is called by: what is nearly one of them in a class is meant to be it. */
const unmistakable: readonly string[] = [
  'inputSchema',
  'outputSchema',
  'permission',
  'permissionFor',
  'idempotent',
  ...Object.values(otherNames)
    .flat()
    .filter((name) => name !== 'parameters'),
]

/** The value of a fact under whichever name it has. Reads by name instead of copying: it may be a getter of a class. */
export function readFact(from: Readonly<Record<string, unknown>>, fact: (typeof factNames)[number]): unknown {
  const names: readonly string[] = [
    fact,
    ...(fact in otherNames ? otherNames[fact as keyof typeof otherNames] : []),
  ]
  const [first = fact, ...others] = names.filter((name) => from[name] !== undefined)
  // A function may say anything of consent, so it never stands beside another word on it.
  const isPlain = fact === 'confirm' || isWord(from[first])
  const second = isPlain ? others.find((name) => from[name] !== from[first]) : undefined
  if (second !== undefined)
    throw new ToolyardError(
      'invalid_definition',
      `${labelOf(from)}: "${first}" and "${second}" say different things`,
      { hint: `Keep "${first}".`, tool: nameIn(from) },
    )
  return from[first]
}

/** Throws `invalid_definition` at a member that is no fact of a tool. */
export function checkMembers(from: object): void {
  const isObject = isPlainObject(from)
  const wrong = isObject
    ? Object.keys(from).find((key) => !known.has(key))
    : membersOf(from).find((key) => !known.has(key) && slipOf(key) !== undefined)
  if (wrong === undefined) return
  const near = isObject ? didYouMean(wrong, allNames).trim() : `Did you mean "${slipOf(wrong) ?? ''}"?`
  throw new ToolyardError('invalid_definition', `${labelOf(from)}: "${wrong}" is not a field of a tool.`, {
    hint: near || `Fields: ${allNames.join(', ')}.`,
    tool: nameIn(from),
  })
}

/** Of an instance: its own and its class's members. Of a class: its static ones. */
function membersOf(from: object): string[] {
  const names: string[] = []
  for (
    let at: object | null = from;
    at !== null && at !== Object.prototype && at !== Function.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    names.push(...Object.getOwnPropertyNames(at))
  return names
}

/** The name that was meant: another case, a letter too many, too few or wrong; two in a long word. */
function slipOf(key: string): string | undefined {
  const written = fold(key)
  const near = unmistakable.filter((name) => {
    const meant = fold(name)
    return editDistance(written, meant) <= (meant.length >= 12 ? 2 : 1)
  })
  return near.find((name) => name.includes('_') === key.includes('_')) ?? near[0]
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
}

function labelOf(from: object): string {
  const name = nameIn(from)
  return name ? `Tool "${name}"` : 'This tool'
}

function nameIn(from: object): string | undefined {
  return 'name' in from && typeof from.name === 'string' ? from.name : undefined
}

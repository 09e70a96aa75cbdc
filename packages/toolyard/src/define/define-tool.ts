/**
 * `defineTool`: checks a definition once, when it is made, and freezes it.
 *
 * A mistake is told with the tool, the field, the reason and the remedy. This is the one place where Toolyard
 * throws at its user: everything later is a result.
 *
 * @module
 */
import { didYouMean, isPlainObject, maxDelayMs, toolNamePattern, ToolyardError } from '../kernel/index.ts'
import type { InferInput, SchemaLike } from './infer.ts'
import {
  effectKinds,
  fingerprintOf,
  permissions,
  type ToolManifest,
  type ToolSource,
  type ToolType,
} from './manifest.ts'
import type { AnySpec, Implementation, StatefulToolSpec, Tool, ToolSpec } from './tool.ts'
import { noParameters, SchemaError, type ToolSchema, toToolSchema } from './tool-schema.ts'

export function defineTool<const S extends SchemaLike, Output>(
  spec: ToolSpec<S, Output>,
): Tool<InferInput<S>, Output>
export function defineTool<const S extends SchemaLike>(spec: StatefulToolSpec<S>): Tool<InferInput<S>>
export function defineTool(spec: unknown): Tool {
  return buildTool(spec as AnySpec, 'app')
}

const specKeys = [
  'name',
  'title',
  'description',
  'category',
  'inputSchema',
  'outputSchema',
  'permission',
  'effects',
  'confirm',
  'idempotent',
  'timeoutMs',
  'tags',
  'version',
  'examples',
  'aliases',
  'provided',
  'resources',
  'permissionFor',
  'render',
  'execute',
  'create',
  'factory',
]
const generatorFunction = Object.getPrototypeOf(async function* () {}).constructor as {
  readonly prototype: object
}
const syncGeneratorFunction = Object.getPrototypeOf(function* () {}).constructor as {
  readonly prototype: object
}

export function buildTool(spec: AnySpec, source: ToolSource): Tool {
  if (typeof spec !== 'object' || spec === null)
    throw new ToolyardError('invalid_definition', 'A tool is defined by an object', {
      hint: 'Write defineTool({ name, description, inputSchema, execute }).',
    })
  const label = typeof spec.name === 'string' && spec.name ? `Tool "${spec.name}"` : 'This tool'
  const refuse = (field: string, reason: string, hint: string): never => {
    throw new ToolyardError('invalid_definition', `${label}: ${field} ${reason}`, { hint, tool: spec.name })
  }
  checkFacts(spec, refuse)
  const implementation = implementationOf(spec, refuse)
  const input = readSchema(spec.inputSchema ?? noParameters, { field: 'inputSchema', side: 'input', refuse })
  if (
    input.json.type !== 'object' &&
    !('anyOf' in input.json || 'oneOf' in input.json || 'allOf' in input.json || '$ref' in input.json)
  ) {
    refuse(
      'inputSchema',
      `describes ${String(input.json.type ?? 'no object')}, not an object`,
      'Arguments are named: wrap the value, as in z.object({ value: … }).',
    )
  }
  checkNames(spec, input, refuse)
  const output =
    spec.outputSchema === undefined
      ? undefined
      : readSchema(spec.outputSchema, { field: 'outputSchema', side: 'output', refuse })
  return assemble({ spec, source, implementation, input, output })
}

type Refuse = (field: string, reason: string, hint: string) => never

function checkFacts(spec: AnySpec, refuse: Refuse): void {
  for (const key of Object.keys(spec)) {
    if (!specKeys.includes(key))
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
  if (spec.permission !== undefined && !permissions.includes(spec.permission))
    refuse(
      'permission',
      `${JSON.stringify(spec.permission)} is not known`,
      `Use one of ${permissions.join(', ')}.`,
    )
  if (spec.effects !== undefined && !effectKinds.includes(spec.effects))
    refuse('effects', `${JSON.stringify(spec.effects)} is not known`, `Use one of ${effectKinds.join(', ')}.`)
  const { timeoutMs } = spec
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= maxDelayMs))
    refuse(
      'timeoutMs',
      `${String(timeoutMs)} is not a time`,
      `Use a whole number of milliseconds from 1 to ${maxDelayMs}.`,
    )
  if (
    spec.tags !== undefined &&
    !(Array.isArray(spec.tags) && spec.tags.every((tag) => typeof tag === 'string'))
  )
    refuse('tags', 'must be a list of words', "Write tags: ['weather'].")
  for (const [field, type, hint] of kinds) {
    const value = spec[field]
    if (value !== undefined && (typeof value !== type || value === null))
      refuse(field, `must be a ${type}, not ${JSON.stringify(value) ?? typeof value}`, hint)
  }
  checkLists(spec, refuse)
}

const kinds: readonly (readonly [field: keyof AnySpec, type: string, hint: string])[] = [
  ['title', 'string', 'Write a short name for people.'],
  ['category', 'string', 'Write one word that groups tools.'],
  ['version', 'string', "Write version: '2'."],
  ['confirm', 'boolean', 'Write confirm: true to ask a person before every call.'],
  ['idempotent', 'boolean', 'Write idempotent: true where running twice is the same as running once.'],
  ['resources', 'function', "Write resources: ({ path }) => [{ kind: 'path', id: path, access: 'read' }]."],
  ['permissionFor', 'function', "Write permissionFor: ({ action }) => ({ permission: 'read' })."],
  ['render', 'function', 'Write render: (output) => text.'],
]

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
function checkNames(spec: AnySpec, { json }: ToolSchema, refuse: Refuse): void {
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

function implementationOf(spec: AnySpec, refuse: Refuse): Implementation {
  const factory = spec.factory as { create?: unknown } | undefined
  const create =
    spec.create ?? (typeof factory?.create === 'function' ? factory.create.bind(factory) : undefined)
  if (typeof spec.execute === 'function' && create === undefined)
    return { kind: 'function', execute: spec.execute.bind(spec) as never }
  if (typeof create === 'function' && spec.execute === undefined)
    return { kind: 'stateful', create: create.bind(spec) as never }
  if (create !== undefined && spec.execute === undefined)
    return refuse('create', 'is not a function', 'Write create() { return an object with execute() }.')
  if (create !== undefined)
    return refuse(
      'execute and create',
      'are both given',
      'Keep execute() for a plain function, or create() for an object per thread.',
    )
  return refuse('execute', 'is missing', 'Add execute(input, context), or create() for an object per thread.')
}

function readSchema(
  schema: unknown,
  at: { field: string; side: 'input' | 'output'; refuse: Refuse },
): ToolSchema {
  try {
    return toToolSchema(schema, at.side)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return at.refuse(
      at.field,
      error.message,
      'Use Zod, another Standard Schema, JSON Schema, or { path: String, limit: Number }.',
    )
  }
}

interface Parts {
  readonly spec: AnySpec
  readonly source: ToolSource
  readonly implementation: Implementation
  readonly input: ToolSchema
  readonly output: ToolSchema | undefined
}

function assemble({ spec, source, implementation, input, output }: Parts): Tool {
  const type: ToolType = implementation.kind === 'stateful' ? 'STATEFUL' : 'STATELESS'
  const streaming = typeof spec.execute === 'function' && isGenerator(spec.execute)
  const manifest = completeManifest({
    name: spec.name ?? '',
    ...(spec.title !== undefined && { title: spec.title }),
    description: spec.description?.trim() ?? '',
    category: spec.category ?? 'general',
    type,
    source,
    inputSchema: withoutProvided(input, spec.provided),
    ...(output && { outputSchema: output.json }),
    permission: spec.permission ?? 'external',
    effects: spec.effects ?? 'network',
    confirm: spec.confirm ?? false,
    streaming,
    idempotent: spec.idempotent ?? false,
    ...(spec.timeoutMs !== undefined && { timeoutMs: spec.timeoutMs }),
    tags: Object.freeze([...(spec.tags ?? [])]),
    version: spec.version ?? '1',
    ...(spec.examples && { examples: spec.examples }),
  })
  const execute = implementation.kind === 'function' ? implementation.execute : notCallable
  return Object.freeze({
    manifest,
    input,
    output,
    implementation,
    aliases: new Map(Object.entries(spec.aliases ?? {})),
    provided: spec.provided ?? [],
    resources: spec.resources?.bind(spec),
    permissionFor: spec.permissionFor?.bind(spec),
    render: spec.render?.bind(spec),
    execute,
  })
}

/** The same tool under facts that were not written in it: its file's name, its doc comment, its source. */
export function withFacts(
  tool: Tool,
  facts: {
    readonly name?: string
    readonly description?: string
    readonly source?: ToolSource
    readonly category?: string
  },
): Tool {
  const { fingerprint: _, ...manifest } = tool.manifest
  return Object.freeze({ ...tool, manifest: completeManifest({ ...manifest, ...facts }) })
}

function completeManifest(manifest: Omit<ToolManifest, 'fingerprint'>): ToolManifest {
  return Object.freeze({ ...manifest, fingerprint: fingerprintOf(manifest) })
}

function withoutProvided(
  input: ToolSchema,
  provided: readonly string[] | undefined,
): ToolManifest['inputSchema'] {
  if (!provided?.length) return input.json
  const { properties = {}, required = [], ...rest } = input.json
  const kept = Object.entries(properties).filter(([name]) => !provided.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    required: required.filter((name) => !provided.includes(name)),
  }
}

function isGenerator(execute: object): boolean {
  return (
    execute instanceof (generatorFunction as never) || execute instanceof (syncGeneratorFunction as never)
  )
}

function notCallable(): never {
  throw new ToolyardError(
    'tool_failed',
    'A stateful tool runs inside a thread; call it through createToolyard().',
  )
}

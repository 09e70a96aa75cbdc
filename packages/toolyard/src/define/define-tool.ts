/**
 * `defineTool`: checks a definition once, when it is made, and freezes it.
 *
 * A mistake is told with the tool, the field, the reason and the remedy. This is the one place where Toolyard
 * throws at its user: everything later is a result.
 *
 * @module
 */
import { canonicalJson, sha256, ToolyardError } from '../kernel/index.ts'
import { checkFacts, checkNames, type Refuse } from './check-spec.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { HeldTo, ReturnsFor } from './infer-output.ts'
import type { InferGiven, InferInput, SchemaLike } from './infer.ts'
import type { ToolManifest, ToolSource, ToolType } from './manifest.ts'
import type {
  AnySpec,
  Implementation,
  RemoteImplementation,
  StatefulToolSpec,
  Tool,
  ToolSpec,
} from './tool.ts'
import type { SharedSchemas } from './shared-schemas.ts'
import { refuseUnknownParameters } from './unknown-parameters.ts'
import { SchemaError } from './schema-error.ts'
import { noParameters, type SchemaUse, type ToolSchema, toToolSchema } from './tool-schema.ts'

// The last of these is the one that the compiler speaks of where neither fits.
export function defineTool<const S extends SchemaLike, const O>(
  spec: StatefulToolSpec<S, O>,
): Tool<InferInput<S>, unknown, InferGiven<S>>
export function defineTool<const S extends SchemaLike, const O, Output extends ReturnsFor<O>>(
  spec: ToolSpec<S, Output, O>,
): Tool<InferInput<S>, HeldTo<O, Output>, InferGiven<S>>
export function defineTool(spec: unknown): Tool {
  return buildTool(spec as AnySpec, 'app')
}

const generatorFunction = Object.getPrototypeOf(async function* () {}).constructor as {
  readonly prototype: object
}
const syncGeneratorFunction = Object.getPrototypeOf(function* () {}).constructor as {
  readonly prototype: object
}

/** How a tool that lives elsewhere is reached, and what people read of that. */
export interface Remote {
  readonly implementation: RemoteImplementation
  /** Where it is: `GET https://api.example.com/users/{id}`, `search of MCP server docs`, `scripts/report.py`. */
  readonly text: string
  /** What counts beside the facts: who the server is. */
  readonly identity?: unknown
  readonly streaming?: boolean
  /** What is known of definitions that it shares with other tools. */
  readonly shared?: SharedSchemas | undefined
}

/** A tool without a function of its own: `spec` says everything but how it runs. Throws `invalid_definition`. */
export function buildRemoteTool(spec: AnySpec, source: ToolSource, remote: Remote): Tool {
  return build(spec, source, remote)
}

export function buildTool(spec: AnySpec, source: ToolSource): Tool {
  return build(spec, source)
}

function build(spec: AnySpec, source: ToolSource, remote?: Remote): Tool {
  if (typeof spec !== 'object' || spec === null)
    throw new ToolyardError('invalid_definition', 'A tool is defined by an object', {
      hint: 'Write defineTool({ name, description, inputSchema, execute }).',
    })
  const refuse = (field: string, reason: string, hint: string): never => {
    const label = typeof spec.name === 'string' && spec.name ? `Tool "${spec.name}"` : 'This tool'
    throw new ToolyardError('invalid_definition', `${label}: ${field} ${reason}`, { hint, tool: spec.name })
  }
  checkFacts(spec, refuse)
  const implementation = remote?.implementation ?? implementationOf(spec, refuse)
  if (spec.inputSchema === undefined)
    refuseUnknownParameters(spec.execute, { name: spec.name ?? '', field: 'inputSchema:' })
  // Described by others: MCP servers, documents, programs, plugins.
  const isForeign = source !== 'app' && source !== 'builtin'
  const use = { refuse, isForeign, isRight: remote?.shared?.isRight }
  const input = readSchema(spec.inputSchema ?? noParameters, { field: 'inputSchema', ...use })
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
  if (spec.provided ?? spec.aliases) checkNames(spec, input, refuse)
  const output =
    spec.outputSchema === undefined
      ? undefined
      : readSchema(spec.outputSchema, { field: 'outputSchema', side: 'output', ...use })
  return assemble({ spec, source, implementation, input, output, remote })
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
  at: SchemaUse & { readonly field: string; readonly refuse: Refuse },
): ToolSchema {
  try {
    return toToolSchema(schema, at)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return at.refuse(
      at.field,
      error.message,
      'Use Zod, another Standard Schema, JSON Schema, or { path: String, limit: Number }.',
    )
  }
}

interface ToolParts {
  readonly spec: AnySpec
  readonly source: ToolSource
  readonly implementation: Implementation
  readonly input: ToolSchema
  readonly output: ToolSchema | undefined
  readonly remote: Remote | undefined
}

function assemble(parts: ToolParts): Tool {
  const { spec, implementation, input, output } = parts
  const execute = implementation.kind === 'function' ? implementation.execute : notCallable
  const { aliases } = spec
  return Object.freeze({
    manifest: manifestOf(parts),
    input,
    output,
    implementation,
    aliases: aliases === undefined ? noAliases : new Map(Object.entries(aliases)),
    provided: spec.provided ?? nothing,
    muted: spec.streaming === false,
    strictOutput: spec.strictOutput ?? spec.effects === 'none',
    resources: spec.resources?.bind(spec),
    permissionFor: spec.permissionFor?.bind(spec),
    confirmFor: typeof spec.confirm === 'function' ? spec.confirm.bind(spec) : undefined,
    render: spec.render?.bind(spec),
    execute,
  })
}

/** Nearly all tools have none; they share these. */
const noAliases: Tool['aliases'] = new Map()
const nothing: readonly string[] = Object.freeze([])

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Written member by member: what is not told is not there, and ten thousand manifests need no copies on the way. */
function manifestOf({ spec, source, implementation, input, output, remote }: ToolParts): ToolManifest {
  const manifest: Writable<ToolManifest> = {
    name: spec.name ?? '',
    description: spec.description?.trim() ?? '',
    category: spec.category ?? 'general',
    type: typeOf[implementation.kind],
    source,
    inputSchema: withoutProvided(input, spec.provided),
    permission: spec.permission ?? 'external',
    effects: spec.effects ?? 'network',
    confirm: typeof spec.confirm === 'function' || (spec.confirm ?? false),
    streaming:
      remote?.streaming ??
      spec.streaming ??
      (typeof spec.execute === 'function' && isGenerator(spec.execute)),
    idempotent: spec.idempotent ?? false,
    tags: spec.tags === undefined ? nothing : Object.freeze([...spec.tags]),
    version: spec.version ?? '1',
    fingerprint: '',
  }
  if (spec.title !== undefined) manifest.title = spec.title
  if (spec.titles !== undefined) manifest.titles = Object.freeze({ ...spec.titles })
  if (spec.descriptions !== undefined) manifest.descriptions = Object.freeze({ ...spec.descriptions })
  if (output !== undefined) manifest.outputSchema = output.json
  if (spec.timeoutMs !== undefined) manifest.timeoutMs = spec.timeoutMs
  if (spec.taskSupport !== undefined) manifest.taskSupport = spec.taskSupport
  if (spec.queue !== undefined) manifest.queue = spec.queue
  if (spec.examples) manifest.examples = spec.examples
  if (remote) manifest.via = viaOf(remote)
  manifest.fingerprint = fingerprintOf(manifest, remote?.shared?.texts)
  return Object.freeze(manifest)
}

const typeOf: Readonly<Record<Implementation['kind'], ToolType>> = {
  function: 'STATELESS',
  stateful: 'STATEFUL',
  rest: 'REST',
  mcp: 'MCP',
  external: 'EXTERNAL',
}

function viaOf({ implementation, text, identity = null }: Remote): NonNullable<ToolManifest['via']> {
  const { kind } = implementation
  // Where a project lies on this machine is no part of what it is.
  const facts = kind === 'external' ? { ...implementation.external, folder: '' } : implementation
  return Object.freeze({ text, hash: sha256(canonicalJson({ kind, facts, identity })) })
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
  const manifest: Writable<ToolManifest> = { ...tool.manifest, ...facts }
  manifest.fingerprint = fingerprintOf(manifest)
  return Object.freeze({ ...tool, manifest: Object.freeze(manifest) })
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
  throw new ToolyardError('tool_failed', 'This tool is no plain function: call it through createToolyard().')
}

/**
 * The schemas that a document refers to, each converted once, however many references lead to it.
 *
 * A small one takes the place of its reference. A large one, and each that leads back to itself, stays a `$ref` into
 * `$defs`. Which it is depends on the document alone, never on who asks first: fingerprints hang on it.
 *
 * @module
 */
import { isPlainObject, prototypeKeys, sha256 } from '../../../kernel/index.ts'
import { eachReference } from '../each-reference.ts'
import { follow, lookUp, type Members } from '../json-node.ts'
import { convertSchema } from './convert-schema.ts'
import { findEndless } from './endless.ts'
import type { SchemaPosition, ConvertedSchema, Direction, SchemaPass, OpenApiSchema } from './pass.ts'
import { createReferenceOrder, type ReferenceGroup } from './reference-order.ts'
import { type SchemaCompleter, createComplete } from './complete.ts'

/** What takes the place of its reference. */
const inlined = { nodes: 40, depth: 4 }

/** Values of a document that are looked at in all: what is referred to again and again under other names has an end. */
const maxWork = 5_000_000

export const definitionsPointer = '#/$defs/'

interface ConvertedDefinition {
  readonly name: string
  readonly pointer: string
  readonly group: ReferenceGroup
  converted: ConvertedSchema | undefined
}

export interface DocumentDefinitions {
  convert(source: unknown, pointer: string): ConvertedSchema
  /** By its name under `$defs`. */
  get(name: string): ConvertedSchema | undefined
  /** A schema with the definitions that it leads to. */
  readonly complete: SchemaCompleter
}

interface Options {
  readonly root: Members
  readonly direction: Direction
  readonly tell: (pointer: string, reason: string) => void
}

export function createDefinitions(options: Options): DocumentDefinitions {
  const { root } = options
  const state: DefinitionsState = {
    ...options,
    left: maxWork,
    byPointer: new Map(),
    byName: new Map(),
    endless: new Map(),
  }
  const order = createReferenceOrder((pointer) => referencesIn(lookUp(root, pointer), state))
  const known = new WeakMap<object, ConvertedSchema>()
  const get = (name: string): ConvertedSchema | undefined => state.byName.get(name)?.converted
  return {
    convert(source, pointer) {
      const before = isPlainObject(source) ? known.get(source) : undefined
      if (before) return before
      for (const ref of referencesIn(source, state)) for (const group of order(ref)) define(group, state)
      const whole = converted(source, pointer, { state, from: undefined })
      if (isPlainObject(source)) known.set(source, whole)
      return whole
    },
    get,
    complete: createComplete(options.direction, get),
  }
}

interface DefinitionsState extends Options {
  /** Values that may still be looked at. */
  left: number
  readonly byPointer: Map<string, ConvertedDefinition>
  readonly byName: Map<string, ConvertedDefinition>
  /** The ways that are cut in groups that would lead round for ever. */
  readonly endless: Map<ReferenceGroup, ReadonlySet<string>>
}

interface DefinitionContext {
  readonly state: DefinitionsState
  /** The definition that is being converted. */
  readonly from: ConvertedDefinition | undefined
}

function define(group: ReferenceGroup, state: DefinitionsState): void {
  const { root, byPointer, byName, endless } = state
  const added = new Map<ConvertedDefinition, unknown>()
  for (const pointer of group.members) {
    const source = lookUp(root, pointer)
    if (source === undefined) continue
    const definition: ConvertedDefinition = {
      name: nameOf(pointer, byName),
      pointer,
      group,
      converted: undefined,
    }
    byPointer.set(pointer, definition)
    byName.set(definition.name, definition)
    added.set(definition, source)
  }
  if (group.cyclic) endless.set(group, findEndless(group.members, root))
  for (const [definition, source] of added)
    definition.converted = converted(source, definition.pointer, { state, from: definition })
}

function converted(source: unknown, pointer: string, context: DefinitionContext): ConvertedSchema {
  const { root, direction, tell, byName, left } = context.state
  if (left < 0) {
    tell('#', `holds more schemas than are converted (${maxWork} values); the last ones take any value`)
    return { schema: {}, refs: new Set(), nodes: 1, depth: 0 }
  }
  const pass: SchemaPass = {
    direction,
    refs: new Set(),
    nodes: 0,
    depth: 0,
    tell,
    reference: (ref, at) => reference(ref, at, { ...context, pass }),
    bodyOf(ref) {
      const definition = byName.get(ref.slice(definitionsPointer.length))
      return definition && definition.group !== context.from?.group ? definition.converted : undefined
    },
    source: (ref) => follow(root, { $ref: ref }, '')?.value ?? {},
  }
  const at: SchemaPosition = { pointer, depth: 0, applied: context.from ? 'all' : 'inside' }
  const schema = convertSchema(source, at, pass)
  context.state.left -= pass.nodes
  return { schema, refs: pass.refs, nodes: pass.nodes, depth: pass.depth }
}

function reference(
  ref: string,
  at: SchemaPosition,
  { state, from, pass }: DefinitionContext & { readonly pass: SchemaPass },
): OpenApiSchema {
  const definition = state.byPointer.get(ref)
  if (!definition) {
    state.tell(at.pointer, `"$ref": "${ref}" leads nowhere; any value is taken there`)
    return {}
  }
  const { group, name } = definition
  if (group === from?.group && state.endless.get(group)?.has(`${at.applied} ${ref}`)) {
    state.tell(at.pointer, 'leads back to itself without a value in between; that way was left out')
    return {}
  }
  const body = group.cyclic ? undefined : definition.converted
  if (!body || body.nodes > inlined.nodes || body.depth > inlined.depth) {
    pass.refs.add(name)
    return { $ref: definitionsPointer + name }
  }
  pass.nodes += body.nodes
  pass.depth = Math.max(pass.depth, at.depth + body.depth)
  for (const one of body.refs) pass.refs.add(one)
  return body.schema
}

/** Where the references in a schema lead, each once, in the order of the alphabet. */
function referencesIn(source: unknown, state: DefinitionsState): readonly string[] {
  if (state.left < 0) return []
  if (isPlainObject(source) && typeof source['$ref'] === 'string' && Object.keys(source).length === 1)
    return [source['$ref']]
  const found = new Set<string>()
  state.left -= eachReference(source, ({ $ref }) => found.add($ref))
  return found.size > 1 ? [...found].toSorted() : [...found]
}

const componentPointer = /^#\/(?:components\/schemas|definitions)\/([a-zA-Z0-9_.-]{1,100})$/

/** The name of a schema that has one; any other is told apart by a hash of where it is, as long as it takes. */
function nameOf(pointer: string, taken: ReadonlyMap<string, unknown>): string {
  const [, own] = componentPointer.exec(pointer) ?? []
  if (own !== undefined && !prototypeKeys.has(own) && !taken.has(own)) return own
  const last = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll(/[^a-zA-Z0-9_.-]+/g, '_')
  const hash = sha256(pointer)
  const named = (length: number): string => `${last.slice(0, 40) || 'schema'}_${hash.slice(0, length)}`
  return taken.has(named(8)) ? named(hash.length) : named(8)
}

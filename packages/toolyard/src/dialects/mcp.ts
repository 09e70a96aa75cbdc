/**
 * Model Context Protocol: a `Tool` whose schema is the tool's own, with annotations drawn from its manifest.
 *
 * Results are objects on the wire, so an output that is none is described, and rendered, as `{ result }`.
 *
 * @module
 */
import type { ToolManifest } from '../define/index.ts'
import type { JsonSchema } from '../kernel/index.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { modernise } from './modernise.ts'
import { providerName } from './names.ts'
import type { DialectNotes } from './notes.ts'
import { finish, plainWire, prepare, reject, rootOf } from './prepare.ts'
import type { McpTool, ObjectSchema } from './provider-types.ts'
import { wrap } from './root-object.ts'
import { type AnySchema, follow, isSchema, typesOf } from './schema-walk.ts'
import { addSentences } from './words.ts'

/** The property that holds a result which is no object. */
export const resultName = 'result'
const namePattern = /^[A-Za-z0-9._-]{1,128}$/

export function compileMcp(request: DialectRequest): CompiledDefinition {
  const prepared = prepare(request)
  if (prepared.problem !== undefined) return reject(request, prepared.problem)
  const { modern, mode } = prepared
  const wire = plainWire(modern, mode)
  const { manifest } = request
  const name = namePattern.test(manifest.name) ? manifest.name : providerName(manifest.name)
  if (name !== manifest.name) wire.notes.add('adapted', '', `the tool is named "${name}"`)
  const promised = outputOf(manifest, wire.notes)
  const takesText = manifest.source === 'builtin' && promised?.properties !== undefined && !promised.anyOf
  const outputSchema = takesText ? orText(promised) : promised
  const definition: McpTool = {
    name,
    ...(manifest.title !== undefined && { title: manifest.title }),
    description: addSentences(manifest.description, wire.told),
    inputSchema: rootOf(wire.schema),
    ...(outputSchema && { outputSchema }),
    annotations: annotationsOf(manifest),
  }
  const compiled = finish(request, { definition, wire, mode })
  return takesText ? { ...compiled, takesText } : compiled
}

/** Also what a hook says in place of a tool's data, or that a person has to be asked first: clients refuse anything else. */
function orText({ required = [], properties, ...rest }: ObjectSchema): ObjectSchema {
  const text = { type: 'string', description: 'A text in place of the data' }
  return {
    ...rest,
    properties: { [resultName]: text, ...properties },
    anyOf: [{ required }, { required: [resultName] }],
  }
}

function annotationsOf({ title, permission, effects, idempotent }: ToolManifest): McpTool['annotations'] {
  return {
    ...(title !== undefined && { title }),
    readOnlyHint: permission === 'read',
    destructiveHint: permission !== 'read',
    idempotentHint: idempotent,
    openWorldHint: effects === 'network' || permission === 'external',
  }
}

function outputOf({ outputSchema }: ToolManifest, notes: DialectNotes): ObjectSchema | undefined {
  if (outputSchema === undefined) return undefined
  const modern = modernise(outputSchema)
  if (modern.problem !== undefined) {
    notes.add('lossy', '', `the output schema is left out: ${modern.problem}`)
    return undefined
  }
  const { schema } = modern
  const kinds = kindsOf(schema, schema, new Map())
  if (kinds === 'object') return rootOf(schema.type === 'object' ? schema : { ...schema, type: 'object' })
  if (kinds === 'other') {
    notes.add('adapted', '', `an output that is no object is sent as { ${resultName} }`)
    return rootOf(wrap(schema, resultName))
  }
  notes.add('lossy', '', 'the output schema is left out: an output may be an object or something else')
  return undefined
}

type OutputKinds = 'object' | 'other' | 'both'

function kindsOf(schema: AnySchema, root: JsonSchema, known: Map<unknown, OutputKinds>): OutputKinds {
  const target = follow(schema, root)
  if (!isSchema(target)) return 'both'
  const before = known.get(target)
  if (before !== undefined) return before
  known.set(target, 'both')
  const kinds = ownKinds(target, (branch) => kindsOf(branch, root, known))
  known.set(target, kinds)
  return kinds
}

function ownKinds(schema: JsonSchema, inner: (branch: AnySchema) => OutputKinds): OutputKinds {
  const types = typesOf(schema)
  if (types.length > 0) {
    if (!types.includes('object')) return 'other'
    return types.length === 1 ? 'object' : 'both'
  }
  const literals = 'const' in schema ? [schema['const']] : schema.enum
  if (literals) return literals.some((value) => isSchema(value)) ? 'both' : 'other'
  const all = schema.allOf?.map(inner).find((kinds) => kinds !== 'both')
  if (all !== undefined) return all
  const branches = (schema.anyOf ?? schema.oneOf)?.map(inner) ?? []
  const [first = 'both'] = branches
  return branches.every((kinds) => kinds === first) ? first : 'both'
}

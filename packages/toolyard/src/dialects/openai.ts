/**
 * OpenAI, Chat Completions and Responses: strict if the schema allows it, and `strict` always said.
 *
 * If strict is not possible, the schema goes out as it was written, with `strict: false` and the reasons in the report.
 *
 * @module
 */
import { type JsonSchema, parseJson } from '../kernel/index.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { chain } from './codec.ts'
import { dropNullExplanation } from './explanation.ts'
import { providerName } from './names.ts'
import { overOpenAiLimit } from './openai-limits.ts'
import { finish, plainWire, prepare, reject, rootOf, type WireSchema } from './prepare.ts'
import type { OpenAiResponsesTool, OpenAiTool } from './provider-types.ts'
import { type AnySchema, isSchema, mapChildren, typesOf } from './schema-walk.ts'
import { strictOrPlain, type StrictSource, type StrictTarget } from './strict-wire.ts'
import { fitSentences } from './words.ts'

const formats = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])
const bounds = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
])
/** Look-around and back-references, which the provider's grammar does not know. */
const hardPattern = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</

/** Arguments may nest deeper on the wire than in the schema, so the limit here is wider than validation's. */
const parseLimits = { maxBytes: 4_000_000, maxDepth: 128 }

const target: StrictTarget = {
  rules: {
    optional: 'nullable',
    typeLists: true,
    recursion: true,
    looseLiterals: false,
    takes(keyword, value) {
      if (keyword === 'format') return formats.has(String(value))
      if (keyword === 'pattern') return !hardPattern.test(String(value))
      return bounds.has(keyword)
    },
  },
  takesOrdinary: true,
  overLimit: overOpenAiLimit,
}

/** A longer one makes the whole request fail. */
const mostDescription = 1024

export function compileOpenAi(request: DialectRequest): CompiledDefinition {
  const prepared = prepare(request)
  if (prepared.problem !== undefined) return reject(request, prepared.problem)
  const wire = openAiWire(prepared, request.options.strict ?? true)
  const { manifest, dialect } = request
  const name = providerName(manifest.name)
  if (name !== manifest.name) wire.notes.add('adapted', '', `the tool is named "${name}"`)
  const { text: description, isCut } = fitSentences(manifest.description, wire.told, mostDescription)
  if (isCut) wire.notes.add('lossy', '', `the description is cut to ${mostDescription} characters`)
  const facts = {
    name,
    description,
    parameters: rootOf(wire.schema),
    strict: wire.strict,
  }
  const definition: OpenAiTool | OpenAiResponsesTool =
    dialect === 'openai' ? { type: 'function', function: facts } : { type: 'function', ...facts }
  const { mode } = prepared
  return finish(request, { definition, wire, mode, first: mode === 'off' ? parseArguments : parseCall })
}

function openAiWire(source: StrictSource, strict: boolean): WireSchema {
  const wire = strict ? strictOrPlain(source, target) : plainWire(source.modern, source.mode)
  return wire.strict ? wire : { ...wire, schema: addItems(wire.schema) as JsonSchema }
}

/** The provider refuses a list that does not say what its items are, strict or not. */
function addItems(schema: AnySchema): AnySchema {
  if (!isSchema(schema)) return schema
  const bare = schema.items === undefined && typesOf(schema).includes('array')
  return mapChildren(bare ? { ...schema, items: {} } : schema, addItems)
}

const parseCall = chain(parseArguments, dropNullExplanation)

/** Arguments come as text. What is no JSON stays text, for validation to repair or to refuse. */
function parseArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args
  if (args.trim() === '') return {}
  const parsed = parseJson(args, parseLimits)
  return 'value' in parsed ? parsed.value : args
}

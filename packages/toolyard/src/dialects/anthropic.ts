/**
 * Anthropic Messages: the schema as it was written; strict only when the caller asks for it.
 *
 * A request may hold 20 strict tools, and what they have of optional and union-typed parameters is counted together;
 * one definition cannot know its neighbours, so strict is the caller's to spend: `options.strict === true`.
 *
 * @module
 */
import { isPlainObject } from '../kernel/index.ts'
import type { ToolManifest } from '../define/index.ts'
import { chain } from './codec.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { type ExplanationMode, explanationName } from './explanation.ts'
import { fits } from './fits.ts'
import { providerName } from './names.ts'
import { type NameRule, renameParameters } from './parameter-names.ts'
import { finish, plainWire, prepare, reject, rootOf, type WireSchema } from './prepare.ts'
import type { AnthropicTool } from './provider-types.ts'
import { wrapperName } from './root-object.ts'
import { type AnySchema, isSchema, mapChildren } from './schema-walk.ts'
import { strictOrPlain, type StrictTarget } from './strict-wire.ts'
import { addSentences } from './words.ts'

const formats = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
])
/** Of one request; a single tool above them can never be strict. */
const limits = { optional: 24, unions: 16 }
const parameterNames: NameRule = { fits: /^[a-zA-Z0-9_.-]{1,64}$/, bad: /[^a-zA-Z0-9_.-]+/g }

const target: StrictTarget = {
  rules: {
    optional: 'kept',
    typeLists: false,
    recursion: false,
    looseLiterals: true,
    takes(keyword, value) {
      if (keyword === 'format') return formats.has(String(value))
      return keyword === 'minItems' && (value === 0 || value === 1)
    },
  },
  takesOrdinary: false,
  overLimit(schema) {
    const counts = { optional: 0, unions: 0 }
    count(schema, counts)
    if (counts.optional > limits.optional) return `over ${limits.optional} optional parameters`
    return counts.unions > limits.unions ? `over ${limits.unions} parameters with a union type` : undefined
  },
}

export function compileAnthropic(request: DialectRequest): CompiledDefinition {
  const prepared = prepare(request)
  if (prepared.problem !== undefined) return reject(request, prepared.problem)
  const { modern, mode } = prepared
  const wire = request.options.strict === true ? strictOrPlain(prepared, target) : plainWire(modern, mode)
  const { manifest } = request
  const name = providerName(manifest.name)
  if (name !== manifest.name) wire.notes.add('adapted', '', `the tool is named "${name}"`)
  const renamed = renameParameters(wire.schema, parameterNames, wire.notes)
  if (renamed.problem !== undefined) return reject(request, renamed.problem)
  const whole: WireSchema = { ...wire, schema: renamed.schema, decode: chain(renamed.decode, wire.decode) }
  const examples = examplesOf(manifest, whole, mode)
  const definition: AnthropicTool = {
    name,
    description: addSentences(manifest.description, wire.told),
    input_schema: rootOf(whole.schema),
    ...(wire.strict && { strict: true }),
    ...(examples.length > 0 && { input_examples: examples }),
  }
  return finish(request, { definition, wire: whole, mode })
}

/** Examples as the model would send them. One that does not fit would make the request fail, so it stays at home. */
function examplesOf(
  manifest: ToolManifest,
  wire: WireSchema,
  mode: ExplanationMode,
): Record<string, unknown>[] {
  const sent = (manifest.examples ?? []).map(({ input, title }) => ({
    ...(mode === 'required' && { [explanationName]: title ?? 'To show how the tool is called.' }),
    ...(wire.wrapped ? { [wrapperName]: input } : input),
  }))
  const fitting = sent.filter(
    (example) => isPlainObject(example) && fits(wire.schema, example, { root: () => wire.schema }),
  )
  if (fitting.length < sent.length)
    wire.notes.add('adapted', '', 'examples that do not have the form of the sent schema are left out')
  return fitting
}

function count(schema: AnySchema, counts: { optional: number; unions: number }): AnySchema {
  if (!isSchema(schema)) return schema
  const properties = Object.entries(schema.properties ?? {})
  counts.optional += properties.filter(([name]) => !schema.required?.includes(name)).length
  counts.unions += properties.filter(([, child]) => isSchema(child) && child.anyOf !== undefined).length
  return mapChildren(schema, (child) => count(child, counts))
}

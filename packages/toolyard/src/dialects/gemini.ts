/**
 * Gemini: a function declaration with `parametersJsonSchema`, in the keywords that Gemini documents.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { chain } from './codec.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { type GeminiSchema, toGeminiSchema } from './gemini-schema.ts'
import { providerName } from './names.ts'
import type { DialectNotes } from './notes.ts'
import { type NameRule, renameParameters } from './parameter-names.ts'
import { finish, plainWire, prepare, reject, rootOf } from './prepare.ts'
import type { GeminiTool } from './provider-types.ts'
import { addSentences } from './words.ts'

const parameterNames: NameRule = { fits: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, bad: /[^a-zA-Z0-9_]+/g }

export function compileGemini(request: DialectRequest): CompiledDefinition {
  const prepared = prepare(request)
  if (prepared.problem !== undefined) return reject(request, prepared.problem)
  const { modern, mode } = prepared
  const wire = plainWire(modern, mode)
  const { manifest } = request
  const name = geminiName(manifest.name)
  if (name !== manifest.name) wire.notes.add('adapted', '', `the tool is named "${name}"`)
  const renamed = renameParameters(wire.schema, parameterNames, wire.notes)
  if (renamed.problem !== undefined) return reject(request, renamed.problem)
  const sent = toGeminiSchema(renamed.schema, wire.notes)
  const parameters = parametersOf(sent, modern, wire.notes)
  const rootWords = sent.schema.description === undefined ? [] : [sent.schema.description]
  const definition: GeminiTool = {
    name,
    description: addSentences(
      manifest.description,
      parameters.parametersJsonSchema ? wire.told : [...wire.told, ...rootWords],
    ),
    ...parameters,
  }
  const decode = chain(sent.decode, renamed.decode, wire.decode)
  return finish(request, { definition, wire: { ...wire, decode }, mode })
}

/** A tool without parameters is sent without a schema of them; what its root says is described with the tool. */
function parametersOf(
  { schema }: GeminiSchema,
  written: JsonSchema,
  notes: DialectNotes,
): Pick<GeminiTool, 'parametersJsonSchema'> {
  const { properties, additionalProperties = false } = schema
  if (properties || additionalProperties !== false) return { parametersJsonSchema: rootOf(schema) }
  if (written.properties === undefined && written.additionalProperties === undefined)
    notes.add('lossy', '', 'it takes any key, which cannot be told; it is sent without parameters')
  return {}
}

/** As `providerName`, and never with a digit or "-" in front. */
function geminiName(name: string): string {
  const plain = providerName(name)
  if (/^[a-zA-Z_]/.test(plain)) return plain
  return plain.length < 64 ? `_${plain}` : `_${providerName(`_${plain}`).slice(-63)}`
}

/**
 * Gemini: a function declaration with `parametersJsonSchema`, in the keywords that Gemini documents.
 *
 * @module
 */
import { chain } from './codec.ts'
import type { CompiledDefinition, DialectRequest } from './dialect.ts'
import { toGeminiSchema } from './gemini-schema.ts'
import { providerName } from './names.ts'
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
  const definition: GeminiTool = {
    name,
    description: addSentences(manifest.description, wire.told),
    parametersJsonSchema: rootOf(toGeminiSchema(renamed.schema, wire.notes)),
  }
  const decode = chain(renamed.decode, wire.decode)
  return finish(request, { definition, wire: { ...wire, decode }, mode })
}

/** As `providerName`, and never with a digit or "-" in front. */
function geminiName(name: string): string {
  const plain = providerName(name)
  if (/^[a-zA-Z_]/.test(plain)) return plain
  return plain.length < 64 ? `_${plain}` : `_${providerName(`_${plain}`).slice(-63)}`
}

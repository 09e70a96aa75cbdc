/**
 * `enum` and `const` for Gemini, which knows lists of numbers, or of strings that are not empty, and nothing else.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import type { EmptyStrings } from './gemini-empty.ts'
import type { DialectNotes } from './notes.ts'
import { literalsOf, typeOfValue, typesOf } from './schema-walk.ts'
import { describe, wordsFor } from './words.ts'

export interface LiteralPlace {
  readonly path: string
  readonly notes: DialectNotes
  readonly empty: EmptyStrings
}

export function geminiLiteral(schema: JsonSchema, { path, notes, empty }: LiteralPlace): JsonSchema {
  const declared = typesOf(schema)
  const values = literalsOf(schema)
  const integers = declared.includes('integer') && !declared.includes('number')
  const branches: JsonSchema[] = []
  const strings = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  if (strings.length > 0) {
    const sent = empty.literals(strings)
    if (sent !== strings) notes.add('adapted', path, 'a word stands for the empty string')
    branches.push({
      type: 'string',
      enum: sent,
      ...(sent !== strings && { description: empty.sentence }),
    })
  }
  if (numbers.length > 0) branches.push({ type: integers ? 'integer' : 'number', enum: numbers })
  for (const type of ['boolean', 'object', 'array']) {
    const others = values.filter((value) => typeOfValue(value) === type)
    if (others.length > 0) branches.push(inWords(type, others, { path, notes }))
  }
  if (values.includes(null)) branches.push({ type: 'null' })
  const [only] = branches
  if (only === undefined) {
    notes.add('lossy', path, 'that nothing fits here cannot be told')
    return {}
  }
  return branches.length === 1 ? only : { anyOf: branches }
}

function inWords(
  type: string,
  values: readonly unknown[],
  at: { path: string; notes: DialectNotes },
): JsonSchema {
  if (type === 'boolean' && new Set(values).size === 2) return { type }
  const sentence = values.length === 1 ? wordsFor('const', values[0]) : wordsFor('enum', values)
  if (sentence === undefined)
    at.notes.add('lossy', at.path, `literals of type ${type} are too long to tell the model`)
  else at.notes.add('adapted', at.path, `literals of type ${type} are told in the description`)
  return { type, ...describe({}, sentence === undefined ? [] : [sentence]) }
}

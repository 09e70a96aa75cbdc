/**
 * What a server says of one of its tools, read with care: anything may stand there.
 *
 * What people and models read is bounded, and what can't be seen in it is shown. What a call must repeat to the letter
 * (names of parameters, values to choose from) can't be changed: where something is hidden in it, the tool is refused.
 *
 * @module
 */
import {
  isPlainObject,
  type JsonSchema,
  prototypeKeys,
  schemaHolder,
  tellValue,
  visibleText,
} from '../../../kernel/index.ts'

export interface Definition {
  readonly name: string
  readonly title: string | undefined
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | undefined
  readonly annotations: Readonly<Record<string, unknown>> | undefined
  /** Characters of the description that were left out. */
  readonly cut: number
  /** All that the server said beside the schemas, to the letter. */
  readonly said: unknown
}

export interface DefinitionRefusal {
  readonly reason: string
  readonly hint: string
}

const maxNameLength = 128
const maxTitle = 200
const maxDescription = 8000
/** Characters of a whole definition. */
const maxSize = 512_000
const maxDepth = 64
/** Keywords whose texts are for reading only. */
const spoken = new Set(['description', 'title', '$comment'])

/** A definition that can be used, or why it can't be. */
export function readDefinition(value: unknown): Definition | DefinitionRefusal {
  if (!isPlainObject(value)) return definitionRefusal(`is ${tellValue(value)}, not a definition`)
  const size = sizeOf(value)
  if (size === undefined || isDeep(value, maxDepth))
    return definitionRefusal(`is nested deeper than ${maxDepth} levels`)
  if (size > maxSize) return definitionRefusal(`is ${size} characters long; at most ${maxSize} are accepted`)
  const { name, title, description = '', inputSchema, outputSchema, annotations, ...rest } = value
  if (typeof name !== 'string' || name.trim() === '') return definitionRefusal('has no name')
  if (name.length > maxNameLength)
    return definitionRefusal(`has a name of ${name.length} characters; at most ${maxNameLength} are accepted`)
  if (typeof description !== 'string') return definitionRefusal('has a description that is no text')
  const input = readInput(inputSchema)
  if ('reason' in input) return input
  const output = outputSchema === undefined ? undefined : readOutput(outputSchema)
  if (output && 'reason' in output) return output
  const text = spokenText(description, maxDescription)
  const hints = isPlainObject(annotations) ? annotations : undefined
  const label = typeof title === 'string' && title.trim() !== '' ? title : hints?.['title']
  return {
    name,
    title: typeof label === 'string' && label.trim() !== '' ? spokenText(label, maxTitle).text : undefined,
    description: text.text,
    cut: text.cut,
    inputSchema: input.schema,
    outputSchema: output?.schema,
    annotations: hints,
    said: { title, description, annotations, rest },
  }
}

function readInput(schema: unknown): { readonly schema: JsonSchema } | DefinitionRefusal {
  if (!isPlainObject(schema))
    return definitionRefusal(`has ${tellValue(schema)} in place of a schema for its parameters`)
  const read = readSchema(schema)
  if ('reason' in read) return read
  const isBare =
    schema['type'] === undefined && !['$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)
  return isBare ? { schema: { ...read.schema, type: 'object' } } : read
}

function readOutput(schema: unknown): { readonly schema: JsonSchema } | DefinitionRefusal {
  return isPlainObject(schema)
    ? readSchema(schema)
    : definitionRefusal(`has ${tellValue(schema)} in place of a schema for its results`)
}

/** The same schema with everything that is read made visible; refused where something hidden must be repeated. */
function readSchema(schema: Record<string, unknown>): { readonly schema: JsonSchema } | DefinitionRefusal {
  let problem: string | undefined
  const plain = (text: string): string => {
    if (visibleText(text) !== text)
      problem ??= `hides characters in "${visibleText(text).slice(0, 100)}", which a call would have to repeat`
    return text
  }
  const copy = (value: unknown, keyword: string | undefined): unknown => {
    if (typeof value === 'string')
      return keyword !== undefined && spoken.has(keyword)
        ? spokenText(value, maxDescription).text
        : plain(value)
    if (Array.isArray(value))
      return value.map((item) => copy(item, isSchemas(keyword) ? undefined : 'items of data'))
    if (!isPlainObject(value)) return value
    const names = keyword !== undefined && schemaHolder(keyword) === 'names'
    const entries = Object.entries(value).map(([key, item]) => {
      if (names && prototypeKeys.has(key))
        problem ??= `has a parameter named "${key}", which no call may send`
      return [plain(key), copy(item, names ? undefined : key)] as const
    })
    return Object.fromEntries(entries)
  }
  const read = copy(schema, undefined) as JsonSchema
  return problem === undefined ? { schema: read } : definitionRefusal(problem)
}

function isSchemas(keyword: string | undefined): boolean {
  return keyword === undefined || schemaHolder(keyword) !== undefined
}

/** What people and models read: bounded, and with what can't be seen in it shown. */
export function spokenText(text: string, most: number): { readonly text: string; readonly cut: number } {
  const cut = Math.max(0, text.length - most)
  const shown = visibleText(text.slice(0, most).replaceAll('\r\n', '\n'))
  return { text: cut === 0 ? shown : `${shown}… (${cut} characters left out)`, cut }
}

/** Characters of its JSON; undefined if it is too deep to be written. */
function sizeOf(value: object): number | undefined {
  try {
    return JSON.stringify(value).length
  } catch {
    return undefined
  }
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((item) => isDeep(item, left - 1))
}

function definitionRefusal(reason: string): DefinitionRefusal {
  return {
    reason,
    hint: 'This is a fault of the server: tell its maker, or leave the tool out with "tools": { "exclude": […] }.',
  }
}

/**
 * From a type in a source file to the JSON Schema of its values.
 *
 * Reads what parameters of tools are made of: text, numbers, flags, literals, lists, objects, unions, and the interfaces,
 * type aliases and classes of the same file by their names. Doc comments of members become descriptions. Everything else
 * (imported types, generics, conditional types, functions) is `Unreadable`: a guess would be worse than none.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import {
  anything,
  extendedBy,
  intersectionOf,
  literal,
  nothing,
  objectOf,
  type ReadType,
  unionOf,
  utilityOf,
} from './type-schemas.ts'
import { type TypeToken, TypeTokens, Unreadable } from './type-tokens.ts'

/** A file: its text, and the same with comments and strings blanked. */
export interface SourceText {
  readonly source: string
  readonly code: string
  /** How many declarations are read for one parameter: each may be used many times. */
  readonly budget: { left: number }
}

const simple: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['object', { type: 'object' }],
  ['true', literal(true)],
  ['false', literal(false)],
  ['unknown', anything],
  ['any', anything],
])
const absent: ReadonlySet<string> = new Set(['undefined', 'void', 'never'])
const maxDepth = 24

export class TypeReader {
  readonly #text: SourceText
  readonly #tokens: TypeTokens
  /** The names that are being read around this one. */
  readonly #around: readonly string[]
  #depth = 0

  constructor(text: SourceText, at: number, around: readonly string[] = []) {
    this.#text = text
    this.#tokens = new TypeTokens(text.source, at)
    this.#around = around
  }

  /** The type that starts here and ends before one of these marks. */
  read(ends: readonly string[]): ReadType {
    const found = this.#type()
    const { text, isOnNewLine, kind } = this.#tokens.peek()
    const isEnd =
      ends.includes(text) || kind === 'end' || (ends.includes('\n') && isOnNewLine && text !== 'extends')
    if (!isEnd) throw new Unreadable(`has "${text}" in it, which can't be read`)
    return found
  }

  #type(): ReadType {
    if (++this.#depth > maxDepth) throw new Unreadable('is nested too deeply')
    this.#tokens.takes('|')
    const members: JsonSchema[] = []
    let isOptional = false
    do {
      const { kind, text } = this.#tokens.peek()
      if (kind === 'name' && absent.has(text)) {
        this.#tokens.next()
        isOptional = true
      } else members.push(this.#intersection())
    } while (this.#tokens.takes('|'))
    this.#depth--
    return { schema: unionOf(members), isOptional }
  }

  #intersection(): JsonSchema {
    this.#tokens.takes('&')
    const parts: JsonSchema[] = []
    do parts.push(this.#list())
    while (this.#tokens.takes('&'))
    return intersectionOf(parts)
  }

  /** A type with any number of `[]` behind it. */
  #list(): JsonSchema {
    const { kind, text } = this.#tokens.peek()
    if (kind === 'name' && text === 'readonly') this.#tokens.next()
    let schema = this.#single()
    while (!this.#tokens.peek().isOnNewLine && this.#tokens.takes('[')) {
      this.#tokens.expect(']')
      schema = { type: 'array', items: schema }
    }
    return schema
  }

  #single(): JsonSchema {
    const token = this.#tokens.next()
    const value = valueOf(token)
    if (value !== undefined && token.kind !== 'name') return literal(value)
    if (token.kind === 'name') return this.#named(token.text)
    if (token.text === '{') return this.#members('type')
    if (token.text !== '(') throw new Unreadable(`has "${token.text}" in it, which can't be read`)
    const { schema } = this.#type()
    this.#tokens.expect(')')
    return schema
  }

  #named(name: string): JsonSchema {
    const known = simple.get(name)
    if (known) return known
    const types: JsonSchema[] = []
    if (this.#tokens.takes('<')) {
      do types.push(this.#type().schema)
      while (this.#tokens.takes(','))
      this.#tokens.expect('>')
    }
    const made = types.length > 0 ? utilityOf(name, types) : undefined
    if (made) return made
    if (types.length > 0 || this.#tokens.peek().text === '.')
      throw new Unreadable(`uses ${name}, which can't be read`)
    return this.#declared(name)
  }

  /** What the file declares under a name. */
  #declared(name: string): JsonSchema {
    if (this.#around.includes(name)) throw new Unreadable(`uses ${name} inside itself`)
    if (this.#around.length >= maxDepth) throw new Unreadable('is nested too deeply')
    if (--this.#text.budget.left < 0) throw new Unreadable('uses too many other types')
    const plain = name.replaceAll('$', String.raw`\$`)
    const pattern = String.raw`(?<![\w$.])(?:(interface|class)\s+${plain}(?![\w$])|(type)\s+${plain}(?=\s*[=<]))`
    const [found, second] = this.#text.code.matchAll(new RegExp(pattern, 'g'))
    const kind = found?.[1] ?? found?.[2]
    if (!found || kind === undefined)
      throw new Unreadable(`uses ${name}, which is no interface, type or class of this file`)
    if (second) throw new Unreadable(`uses ${name}, which this file declares more than once`)
    const reader = new TypeReader(this.#text, found.index + found[0].length, [...this.#around, name])
    return kind === 'type' ? reader.#alias() : reader.#declaration(kind as 'interface' | 'class')
  }

  #alias(): JsonSchema {
    this.#tokens.expect('=')
    return this.read([';', '\n']).schema
  }

  #declaration(kind: 'interface' | 'class'): JsonSchema {
    const parents: JsonSchema[] = []
    if (this.#tokens.takes('extends'))
      do parents.push(this.#named(this.#tokens.name()))
      while (this.#tokens.takes(','))
    this.#tokens.expect('{')
    const inherited = parents.length === 0 ? [] : [intersectionOf(parents)]
    return extendedBy(inherited, this.#members(kind))
  }

  /** The members of an object, up to its closing brace. */
  #members(kind: 'type' | 'interface' | 'class'): JsonSchema {
    const properties: [name: string, schema: JsonSchema][] = []
    const required: string[] = []
    let additionalProperties: JsonSchema | undefined
    while (!this.#tokens.takes('}')) {
      const { doc } = this.#tokens.peek()
      while (['readonly', 'declare', 'public'].includes(this.#tokens.peek().text)) this.#tokens.next()
      if (this.#tokens.takes('[')) additionalProperties = this.#index()
      else {
        const { name, schema, isOptional } = this.#member(kind)
        if (schema !== nothing)
          properties.push([name, doc === undefined ? schema : { ...schema, description: doc }])
        if (!isOptional) required.push(name)
      }
      if (!this.#tokens.takes(';')) this.#tokens.takes(',')
    }
    return objectOf({
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      ...(additionalProperties && { additionalProperties }),
    })
  }

  /** `[key: string]: T`. */
  #index(): JsonSchema {
    this.#tokens.name()
    this.#tokens.expect(':')
    this.#tokens.expect('string')
    this.#tokens.expect(']')
    this.#tokens.expect(':')
    return this.read([';', ',', '}', '\n']).schema
  }

  #member(kind: 'type' | 'interface' | 'class'): ReadType & { readonly name: string } {
    const token = this.#tokens.next()
    const name = token.kind === 'text' ? String(valueOf(token)) : token.text
    if (token.kind === 'mark' || token.kind === 'end')
      throw new Unreadable(`has "${name}" in it, which can't be read`)
    const isMarked = this.#tokens.takes('?')
    if (kind === 'class') this.#tokens.takes('!')
    if (['(', '<'].includes(this.#tokens.peek().text) || this.#tokens.peek().kind === 'name')
      throw new Unreadable(`has more than plain fields: "${name} ${this.#tokens.peek().text}"`)
    const ends = [';', ',', '}', '\n', ...(kind === 'class' ? ['='] : [])]
    const type = this.#tokens.takes(':') ? this.read(ends) : undefined
    if (kind === 'class' && this.#tokens.takes('=')) return { name, ...this.#withDefault(name, type) }
    if (!type) throw new Unreadable(`says nothing about "${name}"`)
    return { name, schema: type.schema, isOptional: isMarked || type.isOptional }
  }

  /** A field of a class with a value: no instance is made, so the schema must bring the value. */
  #withDefault(name: string, type: ReadType | undefined): ReadType {
    const value = valueOf(this.#tokens.next())
    if (value === undefined) throw new Unreadable(`gives "${name}" a value that is no text, number or flag`)
    return { schema: { ...(type?.schema ?? { type: typeof value }), default: value }, isOptional: true }
  }
}

function valueOf({ kind, text }: TypeToken): string | number | boolean | undefined {
  if (kind === 'number') return Number(text.replaceAll('_', ''))
  if (kind === 'text') return textOf(text.slice(1, -1))
  return text === 'true' || text === 'false' ? text === 'true' : undefined
}

function textOf(written: string): string {
  if (/\\[^\\'"`]/.test(written.replaceAll('\\\\', '')))
    throw new Unreadable(`has "${written}" in it, whose escapes can't be read`)
  return written.replaceAll(/\\(.)/g, '$1')
}

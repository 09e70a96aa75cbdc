/**
 * Whether a schema is one that we take, and what is wrong with it.
 *
 * Schemas come from people, from MCP servers and from files; a bad one must be refused alone, with a sentence,
 * before anything is made of it. Where only a keyword is at fault, that is said too: a tool that others wrote is better kept
 * without the keyword than refused.
 *
 * @module
 */
import {
  childSchemas,
  escapeSegment,
  isSchema,
  type JsonSchema,
  resolvePointer,
  schemaLimits,
  several,
} from './json-schema.ts'
import { isNamed, localReferences } from './local-references.ts'
import { didYouMean } from '../text/near.ts'
import { isOrdinarySchema } from './ordinary-schema.ts'
import { checkPattern, isPlainPattern } from './pattern.ts'
import { type SchemaDraft, draftOf } from './schema-resources.ts'

export interface SchemaProblem {
  /** JSON pointer to the schema, `` for the root. */
  readonly path: string
  readonly message: string
  /** What stands there can be passed over: a keyword whose value is wrong, or one that can't be enforced. */
  readonly keyword?: string
  /** Whether the keyword is right and only can't be enforced: it may be shown. */
  readonly isValid?: boolean
}

/** A schema as it is used, and what is wrong with it as it was given. */
export interface ReadSchema {
  /** With references that are all pointers. */
  readonly schema: JsonSchema
  readonly problems: readonly SchemaProblem[]
}

/** So many problems are told of one schema. */
export const maxProblems = 200
/** Each takes some time to be read, plain ones aside. */
const maxPatterns = 500
/** Characters of the pointers to all sub-schemas: each is kept. */
const maxPathText = 10_000_000

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const numeric = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]

const words = ['$ref', '$dynamicRef', '$recursiveRef', 'format']

/** What is wrong with a schema that should describe the arguments of a tool; empty if nothing is. */
export function checkSchema(schema: unknown): readonly SchemaProblem[] {
  return readSchema(schema).problems.slice(0, 20)
}

export function readSchema(schema: unknown): ReadSchema {
  if (isOrdinarySchema(schema)) return { schema: schema as JsonSchema, problems: [] }
  const check = new SchemaCheck(schema)
  check.visit(schema, '', draftOf(isSchema(schema) ? schema : {}) ?? 2020)
  return check.finish()
}

type ReportProblem = (keyword: string | undefined, message: string) => void

class SchemaCheck {
  readonly #problems: SchemaProblem[] = []
  readonly #ancestors = new Set<unknown>()
  readonly #known = new Set<unknown>()
  readonly #references: { readonly path: string; readonly ref: string }[] = []
  readonly #targets = new Map<string, unknown>()
  /** References of which it is known where they end: well, or with what is wrong. */
  readonly #ends = new Map<string, ((ref: string) => string) | undefined>()
  readonly #root: unknown
  #isNamed = false
  readonly #patterns = new Set<string>()
  #nodes = 0
  #text = 0
  #pathText = 0

  constructor(root: unknown) {
    this.#root = root
  }

  visit(schema: unknown, path: string, around: SchemaDraft): void {
    if (typeof schema === 'boolean' || this.#problems.length >= maxProblems) return
    const say: ReportProblem = (keyword, message) =>
      void this.#problems.push({ path, message, ...(keyword !== undefined && { keyword }) })
    if (!isSchema(schema)) return this.#sayNoSchema(path)
    if (this.#ancestors.has(schema)) return say(undefined, 'contains itself; write a cycle with "$ref"')
    if (++this.#nodes > schemaLimits.maxNodes)
      return say(undefined, `is too large: over ${schemaLimits.maxNodes} sub-schemas`)
    if (this.#ancestors.size >= schemaLimits.maxDepth)
      return say(undefined, `is nested deeper than ${schemaLimits.maxDepth} levels`)
    if ((this.#pathText += path.length) > maxPathText)
      return say(undefined, 'is too large: its names are too long for so many sub-schemas')
    this.#known.add(schema)
    const draft = draftOf(schema) ?? around
    checkKeywords(schema, say)
    this.#checkPatterns(schema, path)
    this.#countText(schema, say)
    if (typeof schema.$ref === 'string') this.#references.push({ path, ref: schema.$ref })
    this.#isNamed ||= isNamed(schema, draft, path === '')
    this.#ancestors.add(schema)
    for (const [segment, child] of childSchemas(schema)) this.visit(child, `${path}/${segment}`, draft)
    this.#ancestors.delete(schema)
  }

  /** Follows the references, once all else is known to be of bounded size. */
  finish(): ReadSchema {
    const schema = this.#root as JsonSchema
    if (this.#problems.some(({ keyword }) => keyword === undefined))
      return { schema, problems: this.#problems }
    return this.#isNamed ? this.#finishNamed(schema) : this.#finishPlain(schema)
  }

  #finishPlain(schema: JsonSchema): ReadSchema {
    this.#followAll()
    return { schema, problems: this.#problems }
  }

  #finishNamed(document: JsonSchema): ReadSchema {
    const { schema, lost, isTooLarge } = localReferences(document)
    for (const { path, keyword, ref, isTwice } of lost)
      this.#problems.push({ path, keyword, message: isTwice ? twice(keyword, ref) : nowhere(keyword, ref) })
    if (isTooLarge)
      this.#problems.push({
        path: '',
        message: `is too large: its references lead to over ${schemaLimits.maxNodes} sub-schemas`,
      })
    // What references lead to outside all keywords is in the open now.
    const again = isTooLarge ? [] : new SchemaCheck(schema).#reread(schema)
    const known = new Set(this.#problems.map(({ message }) => message))
    for (const { keyword, ref } of lost) known.add(nowhere(keyword, ref))
    this.#problems.push(...again.filter(({ message }) => !known.has(message)))
    return { schema, problems: this.#problems }
  }

  #reread(schema: JsonSchema): readonly SchemaProblem[] {
    this.visit(schema, '', 2020)
    this.#followAll()
    return this.#problems
  }

  #followAll(): void {
    for (const { path, ref } of this.#references) {
      if (this.#problems.length >= maxProblems) return
      const wrong = this.#follow(ref)
      if (wrong) this.#problems.push({ path, keyword: '$ref', message: wrong(ref) })
    }
  }

  /** What is wrong with where a reference leads in the end. Each is followed once. */
  #follow(ref: string): ((ref: string) => string) | undefined {
    const seen = new Set<string>()
    let wrong: ((ref: string) => string) | undefined
    for (let at: unknown = ref; typeof at === 'string';) {
      if (this.#ends.has(at)) wrong = this.#ends.get(at)
      else if (seen.has(at)) wrong = circle
      if (this.#ends.has(at) || seen.has(at)) break
      seen.add(at)
      const target = this.#target(at)
      if (!isSchema(target) && typeof target !== 'boolean') {
        const last = at
        wrong = () => nowhere('$ref', last)
        break
      }
      at = isSchema(target) ? target.$ref : undefined
    }
    for (const known of seen) this.#ends.set(known, wrong)
    return wrong
  }

  /** Also where no keyword leads: what stands there is checked like the rest. */
  #target(ref: string): unknown {
    if (!this.#targets.has(ref)) {
      const target = resolvePointer(this.#root, ref)
      this.#targets.set(ref, target)
      if (isSchema(target) && !this.#known.has(target)) this.visit(target, ref.slice(1), 2020)
    }
    return this.#targets.get(ref)
  }

  #sayNoSchema(path: string): void {
    const message = 'must be a schema: an object, true or false'
    const cut = path.lastIndexOf('/')
    if (cut === -1) this.#problems.push({ path, message })
    else this.#problems.push({ path, message, keyword: '' })
  }

  #checkPatterns({ pattern, patternProperties }: JsonSchema, path: string): void {
    const say = (keyword: string, told: string, isValid: boolean): void =>
      void this.#problems.push({ path, keyword, message: told, ...(isValid && { isValid }) })
    const keys = isSchema(patternProperties) ? Object.keys(patternProperties) : []
    for (const one of [pattern, ...keys])
      if (typeof one === 'string' && !isPlainPattern(one)) this.#patterns.add(one)
    if (this.#patterns.size > maxPatterns) {
      this.#problems.push({ path, message: `is too large: over ${maxPatterns} patterns` })
      return
    }
    const problem = pattern === undefined ? undefined : checkPattern(pattern)
    if (problem !== undefined) say('pattern', `"pattern" ${problem}`, typeof pattern === 'string')
    if (patternProperties === undefined) return
    if (!isSchema(patternProperties))
      return say('patternProperties', '"patternProperties" must be an object', false)
    for (const key of keys) {
      const wrong = checkPattern(key)
      if (wrong !== undefined) say('patternProperties', `"patternProperties" has a key that ${wrong}`, true)
    }
  }

  #countText(schema: JsonSchema, say: ReportProblem): void {
    if (this.#text > schemaLimits.maxTextLength) return
    for (const key in schema) {
      const value = schema[key]
      this.#text += key.length + (typeof value === 'string' ? value.length : 0)
      if (Array.isArray(value))
        for (const item of value) if (typeof item === 'string') this.#text += item.length
    }
    if (this.#text > schemaLimits.maxTextLength)
      say(undefined, `is too large: over ${schemaLimits.maxTextLength} characters`)
  }
}

function circle(ref: string): string {
  return `"$ref": "${ref}" leads back to itself`
}

function nowhere(keyword: string, ref: string): string {
  const isElsewhere = /^[a-z][a-z\d+.-]*:/i.test(ref)
  const why = isElsewhere ? ', and other documents are not fetched' : ''
  return `"${keyword}": "${ref.slice(0, 200)}" points nowhere inside this schema${why}`
}

function twice(keyword: string, ref: string): string {
  return `"${keyword}": "${ref.slice(0, 200)}" may mean two schemas that have the same "$id"`
}

function checkKeywords(schema: JsonSchema, say: ReportProblem): void {
  checkTypes(schema, say)
  const { required, properties, enum: values } = schema
  if (required !== undefined && !areNames(required)) {
    say(
      'required',
      '"required" must be a list of property names; in JSON Schema it stands beside "properties", not inside one',
    )
  }
  if (properties !== undefined && !isSchema(properties)) say('properties', '"properties" must be an object')
  if (isSchema(properties) && Object.hasOwn(properties, '__proto__'))
    say('properties/__proto__', 'has a property named "__proto__", which no call may send')
  for (const keyword of several) {
    const list = schema[keyword]
    if (list !== undefined && !(Array.isArray(list) && list.length > 0))
      say(keyword, `"${keyword}" must be a list of schemas, at least one`)
  }
  if (values !== undefined && !(Array.isArray(values) && values.length > 0))
    say('enum', '"enum" must be a list with at least one value')
  for (const keyword of numeric) {
    const limit = schema[keyword]
    const isOldForm = typeof limit === 'boolean' && keyword.startsWith('exclusive')
    if (limit === undefined || isOldForm) continue
    if (typeof limit !== 'number' || !Number.isFinite(limit)) say(keyword, `"${keyword}" must be a number`)
    else if (keyword === 'multipleOf' && limit <= 0) say(keyword, '"multipleOf" must be greater than 0')
  }
  for (const keyword of words)
    if (schema[keyword] !== undefined && typeof schema[keyword] !== 'string')
      say(keyword, `"${keyword}" must be a string`)
  if (schema['uniqueItems'] !== undefined && typeof schema['uniqueItems'] !== 'boolean')
    say('uniqueItems', '"uniqueItems" must be true or false')
  checkDependencies(schema, say)
}

/** What must be there beside a property: names, or a schema, which is checked where all schemas are. */
function checkDependencies(schema: JsonSchema, say: ReportProblem): void {
  for (const keyword of ['dependencies', 'dependentRequired', 'dependentSchemas']) {
    const map = schema[keyword]
    if (map === undefined) continue
    if (!isSchema(map)) say(keyword, `"${keyword}" must be an object`)
    else if (keyword !== 'dependentSchemas')
      for (const [name, needed] of Object.entries(map))
        if (!areNames(needed) && !(keyword === 'dependencies' && !Array.isArray(needed)))
          say(`${keyword}/${escapeSegment(name)}`, `"${keyword}" must have a list of names for "${name}"`)
  }
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function checkTypes({ type }: JsonSchema, say: ReportProblem): void {
  if (Array.isArray(type) && type.length === 0) say('type', '"type" must name at least one type')
  for (const name of Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type]) {
    if (typeof name !== 'string' || !typeNames.includes(name))
      say(
        'type',
        `"type": ${JSON.stringify(name)} is not a JSON Schema type.${typeof name === 'string' ? didYouMean(name, typeNames) : ''}`,
      )
  }
}

/**
 * A schema in which every reference is a pointer into the same schema and every bound a number, for all who read it.
 *
 * References by `$id`, by anchor, and `$dynamicRef`, whose target depends on the way by which it is reached, become
 * `#/$defs/…`: a schema that can be reached in several ways is written out once for each. A document without such references is
 * answered as it is.
 *
 * @module
 */
import { isSchema, type JsonSchema, mapChildSchemas, schemaLimits } from './json-schema.ts'
import {
  type SchemaDraft,
  recursiveName,
  type SchemaResource,
  SchemaResources,
  type SchemaSite,
} from './schema-resources.ts'

export interface LocalSchema {
  readonly schema: JsonSchema
  /** References that lead nowhere, by the pointers of their schemas; they are left as they are. */
  readonly lost: readonly LostReference[]
  /** Whether it would be larger than a schema may be. */
  readonly isTooLarge: boolean
}

export interface LostReference {
  readonly path: string
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef'
  readonly ref: string
  /** Two different schemas have the address. */
  readonly isTwice: boolean
}

/** How many anchors of a scope weigh as much as one schema. */
const anchorsPerNode = 20

const references = ['$ref', '$dynamicRef', '$recursiveRef'] as const
/** Names and places, which mean nothing once references are pointers. */
const marks = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
])
/** In draft-04 `exclusive…: true` sharpens the bound beside it. */
const bounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const
/** What people read, which counts beside a `$ref` of draft-07 too. */
const spoken = ['title', 'description', '$comment', 'default', 'examples', 'deprecated']

/** Whether `localReferences` has something to change, told of one schema of a document. */
export function isNamed(schema: JsonSchema, draft: SchemaDraft, isRoot: boolean): boolean {
  const { $ref } = schema
  if ('$dynamicRef' in schema || '$recursiveRef' in schema) return true
  if (bounds.some(([, exclusive]) => typeof schema[exclusive] === 'boolean')) return true
  if (!isRoot && typeof schema[draft === 4 ? 'id' : '$id'] === 'string') return true
  if (typeof $ref !== 'string') return false
  if ($ref !== '#' && !$ref.startsWith('#/')) return true
  return draft < 2019 && Object.keys(schema).some((keyword) => keyword !== '$ref' && !isSilent(keyword))
}

/** Whether a keyword says nothing about values. */
function isSilent(keyword: string): boolean {
  return marks.has(keyword) || spoken.includes(keyword)
}

export function localReferences(document: JsonSchema): LocalSchema {
  const writer = new Writer(new SchemaResources(document))
  return writer.write()
}

/** Where dynamic anchors lead, on one way through the document. */
interface AnchorScope {
  readonly key: string
  readonly anchors: ReadonlyMap<string, SchemaSite>
  /** Where it goes on into other resources. */
  readonly next: Map<SchemaResource, AnchorScope>
}

class Writer {
  readonly #resources: SchemaResources
  readonly #definitions: Record<string, unknown> = {}
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #waiting: { readonly name: string; readonly site: SchemaSite; readonly scope: AnchorScope }[] = []
  readonly #lost: LostReference[] = []
  readonly #scopes = new Map<string, AnchorScope>()
  #left = schemaLimits.maxNodes

  constructor(resources: SchemaResources) {
    this.#resources = resources
  }

  write(): LocalSchema {
    const { root } = this.#resources
    const scope = this.#enter(this.#scopeOf(new Map()), root.resource)
    this.#names.set(keyOf(root, scope), '#')
    const schema = this.#copy(root, scope) as Record<string, unknown>
    for (const { name, site, scope: inner } of this.#waiting)
      this.#definitions[name] = this.#copy(site, inner)
    if (this.#waiting.length > 0) schema['$defs'] = this.#definitions
    return { schema, lost: this.#lost, isTooLarge: this.#left < 0 }
  }

  #copy(site: SchemaSite, scope: AnchorScope): unknown {
    const { schema, draft } = site
    if (!isSchema(schema) || --this.#left < 0) return schema
    const isAlone = draft < 2019 && typeof schema.$ref === 'string'
    const kept = Object.keys(schema).filter(
      (keyword) => !marks.has(keyword) && (!isAlone || keyword === '$ref' || spoken.includes(keyword)),
    )
    const own = withNumbers(Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])))
    const copy = mapChildSchemas(own, (child, segment) => {
      const inner = this.#resources.child(site, segment, child)
      return this.#copy(inner, this.#enter(scope, inner.resource))
    })
    for (const keyword of references)
      if (typeof schema[keyword] === 'string') this.#point(copy, keyword, { site, scope })
    return copy
  }

  #point(
    copy: Record<string, unknown>,
    keyword: LostReference['keyword'],
    from: { site: SchemaSite; scope: AnchorScope },
  ): void {
    const target = this.#target(keyword, String(copy[keyword]), from)
    if (target === undefined) {
      const ref = String(copy[keyword])
      this.#lost.push({
        path: from.site.path,
        keyword,
        ref,
        isTwice: this.#resources.isTwice(ref, from.site),
      })
      return
    }
    const $ref = this.#nameOf(target, this.#enter(from.scope, target.resource))
    if (keyword === '$ref') copy['$ref'] = $ref
    else {
      delete copy[keyword]
      if (copy['$ref'] === undefined) copy['$ref'] = $ref
      else copy['allOf'] = [...(Array.isArray(copy['allOf']) ? (copy['allOf'] as unknown[]) : []), { $ref }]
    }
  }

  #target(
    keyword: LostReference['keyword'],
    ref: string,
    { site, scope }: { site: SchemaSite; scope: AnchorScope },
  ): SchemaSite | undefined {
    const first = this.#resources.find(ref, site)
    if (first === undefined || keyword === '$ref') return first
    const name = keyword === '$recursiveRef' ? recursiveName : ref.slice(ref.indexOf('#') + 1)
    const isDynamic = first.resource.dynamic.get(name) === first
    return (isDynamic ? scope.anchors.get(name) : undefined) ?? first
  }

  /** The way goes through another resource: its anchors count where no outer one has the name. */
  #enter(scope: AnchorScope, resource: SchemaResource): AnchorScope {
    const known = scope.next.get(resource)
    if (known) return known
    const added = [...resource.dynamic].filter(([name]) => !scope.anchors.has(name))
    const next = added.length === 0 ? scope : this.#scopeOf(new Map([...scope.anchors, ...added]))
    scope.next.set(resource, next)
    return next
  }

  #scopeOf(anchors: ReadonlyMap<string, SchemaSite>): AnchorScope {
    // Each scope costs what it holds: many large ones are too much.
    this.#left -= anchors.size / anchorsPerNode
    const text = Array.from(anchors, ([name, { path }]) => `${name}=${path}`)
      .toSorted()
      .join('\n')
    const known = this.#scopes.get(text)
    if (known) return known
    const scope = { key: String(this.#scopes.size), anchors, next: new Map() }
    this.#scopes.set(text, scope)
    return scope
  }

  /** The pointer to a schema as it is on this way. */
  #nameOf(site: SchemaSite, scope: AnchorScope): string {
    const key = keyOf(site, scope)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const stem = stemOf(site.path)
    const count = (this.#counts.get(stem) ?? 0) + 1
    this.#counts.set(stem, count)
    const name = count === 1 ? stem : `${stem}__${count}`
    const pointer = `#/$defs/${name}`
    this.#names.set(key, pointer)
    this.#waiting.push({ name, site, scope })
    return pointer
  }
}

function withNumbers(schema: Record<string, unknown>): Record<string, unknown> {
  for (const [bound, exclusive] of bounds) {
    const isSharp = schema[exclusive]
    if (typeof isSharp !== 'boolean') continue
    delete schema[exclusive]
    if (!isSharp || schema[bound] === undefined) continue
    schema[exclusive] = schema[bound]
    delete schema[bound]
  }
  return schema
}

function keyOf(site: SchemaSite, scope: AnchorScope): string {
  return `${site.path}\n${scope.key}`
}

/** A name for a definition, after the place from which it comes; never one that numbers could make twice. */
function stemOf(path: string): string {
  const last = path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll(/\W+/g, '_')
    .slice(0, 60)
  return last === '' ? 'root' : last.replaceAll(/_{2,}/g, '_')
}

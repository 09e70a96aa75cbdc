/**
 * Which schema of a document a reference means: by pointer, by `$id` (relative ones against the nearest), by anchor.
 *
 * Knows the drafts from 04 to 2020-12: what `$schema` says holds for what is inside. Nothing is fetched: another
 * document can't be reached.
 *
 * @module
 */
import { canonicalJson } from '../canonical-json.ts'
import { childSchemas, decodeSegment, escapeSegment, isSchema, type JsonSchema } from './json-schema.ts'

/** A schema with an address of its own, and the schemas in it that have names. */
export interface SchemaResource {
  readonly uri: string
  readonly path: string
  readonly anchors: Map<string, SchemaSite>
  /** Anchors that a `$dynamicRef` finds from outside. */
  readonly dynamic: Map<string, SchemaSite>
}

/** A place in the document. */
export interface SchemaSite {
  readonly schema: unknown
  /** JSON pointer from the root of the document. */
  readonly path: string
  readonly resource: SchemaResource
  readonly draft: SchemaDraft
}

/** Before 2019 nothing beside a `$ref` counts; draft-04 writes `id`. */
export type SchemaDraft = 4 | 7 | 2020

/** `$recursiveAnchor` has no name. */
export const recursiveName = '\0recursive'
const noAddress = 'https://schema.invalid/'
/** Longer addresses mean nothing: each schema inside would repeat them. */
const maxAddress = 4000

export class SchemaResources {
  readonly root: SchemaSite
  readonly #sites = new Map<string, SchemaSite>()
  readonly #texts = new Map<SchemaResource, string>()
  /** Undefined if two different schemas have the same address. */
  readonly #byUri = new Map<string, SchemaResource | undefined>()

  constructor(document: JsonSchema) {
    const outside = { uri: noAddress, path: '', anchors: new Map(), dynamic: new Map() }
    this.#byUri.set(noAddress, outside)
    this.root = this.#add(document, { path: '', resource: outside, draft: 2020 })
  }

  /** The place of a schema directly inside another. */
  child(site: SchemaSite, segment: string, schema: unknown): SchemaSite {
    const path = `${site.path}/${segment}`
    return this.#sites.get(path) ?? this.#add(schema, { ...site, path })
  }

  /** Where a reference at `from` leads; undefined if that is not in this document. */
  find(ref: string, from: SchemaSite): SchemaSite | undefined {
    const hash = ref.indexOf('#')
    const address = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = hash === -1 ? '' : ref.slice(hash + 1)
    const resource = address === '' ? from.resource : this.#resourceAt(address, from.resource)
    if (resource === undefined) return undefined
    if (fragment === '') return this.#sites.get(resource.path)
    // Many write pointers from the root of the document, whatever addresses are on the way.
    if (fragment.startsWith('/'))
      return (
        this.#follow(resource, fragment) ??
        (address === '' ? this.#follow(this.root.resource, fragment) : undefined)
      )
    const name = decodeSegment(fragment)
    return resource.anchors.get(name) ?? resource.dynamic.get(name)
  }

  /** Whether a reference leads to an address that two different schemas have. */
  isTwice(ref: string, from: SchemaSite): boolean {
    const uri = resolveUri(ref, from.resource.uri) ?? ''
    return this.#byUri.has(uri) && this.#byUri.get(uri) === undefined
  }

  #resourceAt(address: string, base: SchemaResource): SchemaResource | undefined {
    const uri = resolveUri(address, base.uri)
    return uri === base.uri ? base : this.#byUri.get(uri ?? '')
  }

  /** Also through what is no schema: another keyword may hold definitions. */
  #follow(resource: SchemaResource, pointer: string): SchemaSite | undefined {
    let site = this.#sites.get(resource.path)
    let { path } = resource
    let node: unknown = site?.schema
    for (const segment of pointer.slice(1).split('/')) {
      const key = decodeSegment(segment)
      if (Array.isArray(node)) node = /^\d+$/.test(key) ? node[Number(key)] : undefined
      else node = isSchema(node) && Object.hasOwn(node, key) ? node[key] : undefined
      if (node === undefined) return undefined
      path += `/${escapeSegment(key)}`
      site = this.#sites.get(path) ?? site
    }
    if (site === undefined || (!isSchema(node) && typeof node !== 'boolean')) return undefined
    return this.#sites.get(path) ?? this.#add(node, { ...site, path })
  }

  /** Enters a schema and all inside it; `around` is the place in which it stands. */
  #add(schema: unknown, around: Omit<SchemaSite, 'schema'>): SchemaSite {
    const draft = (isSchema(schema) ? draftOf(schema) : undefined) ?? around.draft
    const id = isSchema(schema) ? idOf(schema, draft) : undefined
    const resource = id === undefined ? around.resource : this.#enter(schema, id, around)
    const site: SchemaSite = { schema, path: around.path, resource, draft }
    this.#sites.set(site.path, site)
    if (!isSchema(schema)) return site
    this.#name(site, schema, id)
    for (const [segment, child] of childSchemas(schema))
      this.#add(child, { path: `${site.path}/${segment}`, resource, draft })
    return site
  }

  #enter(schema: unknown, id: string, { path, resource }: Omit<SchemaSite, 'schema'>): SchemaResource {
    const uri = resolveUri(id, resource.uri)
    if (uri === undefined || uri === resource.uri) return resource
    const own: SchemaResource = { uri, path, anchors: new Map(), dynamic: new Map() }
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, own)
    else if (this.#textOf(this.#byUri.get(uri)) !== canonicalJson(schema)) this.#byUri.set(uri, undefined)
    return own
  }

  #textOf(resource: SchemaResource | undefined): string | undefined {
    if (resource === undefined) return undefined
    const text = this.#texts.get(resource) ?? canonicalJson(this.#sites.get(resource.path)?.schema)
    this.#texts.set(resource, text)
    return text
  }

  #name(site: SchemaSite, schema: JsonSchema, id: string | undefined): void {
    const { $anchor, $dynamicAnchor, $recursiveAnchor } = schema
    const { anchors, dynamic, path } = site.resource
    const fragment = id?.includes('#') ? id.slice(id.indexOf('#') + 1) : ''
    for (const name of [$anchor, fragment])
      if (typeof name === 'string' && name !== '' && !anchors.has(name)) anchors.set(name, site)
    if (typeof $dynamicAnchor === 'string' && !dynamic.has($dynamicAnchor)) dynamic.set($dynamicAnchor, site)
    if ($recursiveAnchor === true && site.path === path) dynamic.set(recursiveName, site)
  }
}

/** The draft that a schema says it is written in. */
export function draftOf({ $schema }: JsonSchema): SchemaDraft | undefined {
  if (typeof $schema !== 'string') return undefined
  const [, number] = /^https?:\/\/json-schema\.org\/draft-0([3467])\//.exec($schema) ?? []
  if (number === undefined) return 2020
  return Number(number) <= 4 ? 4 : 7
}

function idOf(schema: JsonSchema, draft: SchemaDraft): string | undefined {
  if (draft < 2019 && typeof schema.$ref === 'string') return undefined
  const id = schema[draft === 4 ? 'id' : '$id']
  return typeof id === 'string' ? id : undefined
}

/** Without a fragment. */
function resolveUri(address: string, base: string): string | undefined {
  if (address.length + base.length > maxAddress) return undefined
  const url = URL.parse(address, base)
  if (url === null) return undefined
  url.hash = ''
  return url.href
}

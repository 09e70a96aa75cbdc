/**
 * A place in a document: its value and the pointer that leads there.
 *
 * @module
 */
import { isPlainObject, resolveRef } from '../../kernel/index.ts'

export type Members = Readonly<Record<string, unknown>>

/** An object somewhere in a document. */
export interface DocumentObject {
  readonly value: Members
  /** `#/paths/~1pets/get` */
  readonly pointer: string
}

/** References to references, at most. */
const maxHops = 20

export function membersOf(value: unknown): Members {
  return isPlainObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function wordsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string')
}

/** The pointer to a member. */
export function into(pointer: string, ...names: readonly (string | number)[]): string {
  return names.reduce<string>(
    (at, name) => `${at}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  )
}

/**
 * What a pointer leads to, through references on its way too: `schemas: { $ref: all.yaml }`. Anchors are not looked for: each
 * would take a walk through the document.
 */
export function lookUp(root: Members, ref: string): unknown {
  return ref.startsWith('#/')
    ? (resolveRef(root, ref) ?? lookThrough(root, ref, { left: maxHops }))
    : undefined
}

function lookThrough(root: Members, ref: string, hops: { left: number }): unknown {
  let node: unknown = root
  for (const segment of ref.slice('#/'.length).split('/')) {
    while (isReference(node) && resolveRef(node, `#/${segment}`) === undefined) {
      if (--hops.left < 0 || !node.$ref.startsWith('#/')) return undefined
      node = resolveRef(root, node.$ref) ?? lookThrough(root, node.$ref, hops)
    }
    node = resolveRef(node, `#/${segment}`)
    if (node === undefined) return undefined
  }
  return node
}

function isReference(value: unknown): value is Members & { readonly $ref: string } {
  return isPlainObject(value) && typeof value['$ref'] === 'string'
}

/** The reference that leads nowhere, if `value` is one or leads to one. */
export function lostReference(root: Members, value: unknown): string | undefined {
  let found = value
  for (let hops = 0; hops < maxHops && isReference(found); hops++) {
    const { $ref } = found
    found = lookUp(root, $ref)
    if (found === undefined) return $ref
  }
  return undefined
}

/** A list, or what a reference in its place leads to. */
export function listAt(root: Members, value: unknown): readonly unknown[] {
  return listOf(isReference(value) ? lookUp(root, value.$ref) : value)
}

/** The object at the end of a chain of references; undefined if there is none. */
export function follow(root: Members, value: unknown, pointer: string): DocumentObject | undefined {
  let at = pointer
  let found: unknown = value
  for (let hops = 0; hops < maxHops; hops++) {
    if (!isPlainObject(found)) return undefined
    if (typeof found['$ref'] !== 'string') return { value: found, pointer: at }
    at = found['$ref']
    found = lookUp(root, at)
  }
  return undefined
}

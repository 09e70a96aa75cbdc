/**
 * The operations of a document, each with what it shares with its neighbours on the path.
 *
 * @module
 */
import type { HttpMethod } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import {
  follow,
  into,
  lostReference,
  type Members,
  membersOf,
  type DocumentObject,
  textOf,
  wordsOf,
} from './json-node.ts'
import type { ApiDocument } from './load-document.ts'
import type { Problems } from './problems.ts'

export interface Operation {
  readonly method: HttpMethod
  /** With a slash at its start. */
  readonly path: string
  readonly id: string | undefined
  readonly tags: readonly string[]
  readonly value: Members
  /** What holds for all operations of the path. */
  readonly shared: Members
  readonly pointer: string
  /** Where `shared` is. */
  readonly sharedPointer: string
  /** For people: `GET /pets (listPets)`. */
  readonly subject: string
}

const methods: Readonly<Record<string, HttpMethod>> = {
  get: 'GET',
  head: 'HEAD',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}
const otherMethods: ReadonlySet<string> = new Set(['options', 'trace', 'query', 'connect'])

export function listOperations({ root }: ApiDocument, problems: Problems): Operation[] {
  if (!isPlainObject(root['paths'])) {
    problems.tell({ subject: 'The document', reason: 'has no paths, so that it gives no tools' })
    return []
  }
  const operations: Operation[] = []
  for (const [path, item] of Object.entries(root['paths'])) {
    if (path.startsWith('x-')) continue
    const pointer = into('#/paths', path)
    const target = follow(root, item, pointer)
    if (!target) problems.tell({ subject: path, pointer, reason: 'leads to no operations' })
    else
      operations.push(
        ...operationsOf({ ...target.value, ...membersOf(item) }, { root, path, pointer, problems, target }),
      )
  }
  return operations
}

interface PathItem {
  readonly root: Members
  readonly path: string
  readonly pointer: string
  readonly problems: Problems
  /** What the item is, or refers to. */
  readonly target: DocumentObject
}

function operationsOf(item: Members, { root, path, pointer, problems, target }: PathItem): Operation[] {
  const operations: Operation[] = []
  for (const [key, value] of Object.entries(item)) {
    const method = Object.hasOwn(methods, key.toLowerCase()) ? methods[key.toLowerCase()] : undefined
    const at = into(Object.hasOwn(target.value, key) ? target.pointer : pointer, key)
    const name = `${key.toUpperCase()} ${path}`
    if (otherMethods.has(key.toLowerCase()))
      problems.tell({ subject: name, pointer: at, reason: 'has a method that no tool has' })
    if (!method) continue
    const found = follow(root, value, at)
    if (!found) {
      const lost = lostReference(root, value)
      const reason = lost === undefined ? 'is no operation' : `refers to "${lost}", which leads nowhere`
      problems.tell({ subject: name, pointer: at, reason })
      continue
    }
    const { $ref: _, ...own } = membersOf(value)
    const operation = found.value === value ? found.value : { ...found.value, ...own }
    const id = textOf(operation['operationId'])
    operations.push({
      method,
      path: path.startsWith('/') ? path : `/${path}`,
      id,
      tags: wordsOf(operation['tags']),
      value: operation,
      shared: item,
      pointer: found.pointer,
      sharedPointer: target.pointer,
      subject: id === undefined ? name : `${name} (${id})`,
    })
  }
  return operations
}

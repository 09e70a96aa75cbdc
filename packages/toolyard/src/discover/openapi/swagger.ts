/**
 * Operations of version 2.0 as version 3.1 writes them.
 *
 * One by one, with all that they share written into them: what the upgrade can't read spoils one operation only. Schemas stay
 * where they are; the conversion reads those of every version.
 *
 * @module
 */
import { isPlainObject, messageOf } from '../../kernel/index.ts'
import { follow, into, listAt, lostReference, type Members, membersOf, textOf } from './json-node.ts'
import type { ApiDocument } from './load-document.ts'
import type { Operation } from './operations.ts'
import { isGood } from './response.ts'

/** Answers the operation as version 3.1 has it. Throws with a sentence. */
export type Upgrade = (operation: Operation) => Operation

export async function upgradeFor({ root, version }: ApiDocument): Promise<Upgrade> {
  if (version !== '2.0') return (operation) => operation
  const { upgrade } = await import('@scalar/openapi-parser')
  return (operation) => {
    const method = operation.method.toLowerCase()
    const whole = { swagger: '2.0', paths: { '/': { [method]: wholeOperation(operation, root) } } }
    try {
      const { specification } = upgrade(whole)
      const value: unknown = membersOf(specification?.paths?.['/'])[method]
      if (isPlainObject(value)) return { ...operation, value, shared: {} }
    } catch (error) {
      throw new Error(`can't be read as version 2.0 (${messageOf(error)})`, { cause: error })
    }
    throw new Error("can't be read as version 2.0")
  }
}

/**
 * A copy, because the upgrade writes into what it is given, of what becomes part of a tool. Shared answers and the schemas of shared bodies stay where they are:
 * a large one would be copied for each operation.
 */
function wholeOperation({ value, shared }: Operation, root: Members): Members {
  return structuredClone({
    ...value,
    responses: goodResponses(value['responses']),
    parameters: parametersOf(
      [...listAt(root, shared['parameters']), ...listAt(root, value['parameters'])],
      root,
    ),
    consumes: value['consumes'] ?? root['consumes'] ?? ['application/json'],
    produces: value['produces'] ?? root['produces'] ?? ['application/json'],
  })
}

function goodResponses(responses: unknown): Members {
  return Object.fromEntries(Object.entries(membersOf(responses)).filter(([status]) => isGood(status)))
}

/** Those of an operation take the place of those of its path. */
function parametersOf(list: readonly unknown[], root: Members): Members[] {
  const byKey = new Map<string, Members>()
  for (const parameter of list) {
    const lost = lostReference(root, parameter)
    if (lost !== undefined) throw new Error(`has a parameter at "${lost}", which leads nowhere`)
    const found = follow(root, parameter, '')
    if (!found || textOf(found.value['in']) === undefined) continue
    const { value, pointer } = found
    if (value['in'] !== 'body') byKey.set(`${String(value['in'])} ${String(value['name'])}`, value)
    else byKey.set('body', pointer === '' ? value : { ...value, schema: { $ref: into(pointer, 'schema') } })
  }
  return [...byKey.values()]
}

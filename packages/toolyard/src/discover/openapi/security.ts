/**
 * Operations that need credentials although none are configured: reported once for each kind, with what to write.
 *
 * Credentials come from the configuration alone, never from the document.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import { follow, listOf, membersOf, textOf } from './json-node.ts'
import type { ApiDocument } from './load-document.ts'
import type { Operation } from './operations.ts'
import type { Problems } from './problems.ts'
import type { OpenApiSpec } from './spec.ts'

export function tellMissingAuth(
  operations: readonly Operation[],
  { root, version }: ApiDocument,
  { spec, problems }: { readonly spec: OpenApiSpec; readonly problems: Problems },
): void {
  if (spec.auth !== undefined) return
  const schemes = membersOf(
    version === '2.0' ? root['securityDefinitions'] : membersOf(root['components'])['securitySchemes'],
  )
  const configured = new Set(Object.keys(spec.headers ?? {}).map((name) => name.toLowerCase()))
  const needing = new Map<string, Operation[]>()
  for (const operation of operations) {
    const name = schemeOf(operation.value['security'] ?? root['security'])
    if (name === undefined) continue
    const scheme = membersOf(follow(root, schemes[name], '')?.value)
    const header = scheme['in'] === 'header' ? textOf(scheme['name'])?.toLowerCase() : 'authorization'
    if (header !== undefined && configured.has(header)) continue
    const others = needing.get(name)
    if (others) others.push(operation)
    else needing.set(name, [operation])
  }
  for (const [name, [first, ...others]] of needing)
    problems.tell({
      subject: others.length === 0 ? first?.subject : `${first?.subject} and ${others.length} others`,
      reason: `credentials are needed ("${name}"), and none are configured`,
      hint: `Write auth: ${authFor(membersOf(follow(root, schemes[name], '')?.value), name)}.`,
    })
}

/** The first scheme that an operation can't do without. */
function schemeOf(security: unknown): string | undefined {
  const ways = listOf(security).filter((way) => isPlainObject(way))
  if (ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)) return undefined
  return Object.keys(ways[0] ?? {})[0]
}

function authFor(scheme: Readonly<Record<string, unknown>>, name: string): string {
  const variable = name.replaceAll(/[^a-zA-Z0-9]+/g, '_').toUpperCase() || 'SECRET'
  const secret = `'\${${/^\d/.test(variable) ? '_' : ''}${variable.slice(0, 40)}}'`
  const { type } = scheme
  if (type === 'apiKey' && scheme['in'] !== 'cookie')
    return `{ type: 'api_key', in: '${scheme['in'] === 'query' ? 'query' : 'header'}', name: '${textOf(scheme['name']) ?? 'X-Api-Key'}', value: ${secret} }`
  if (type === 'basic' || (type === 'http' && textOf(scheme['scheme'])?.toLowerCase() === 'basic'))
    return `{ type: 'basic', username: '…', password: ${secret} }`
  return `{ type: 'bearer', token: ${secret} }`
}

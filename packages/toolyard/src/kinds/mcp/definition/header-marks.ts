/**
 * `x-mcp-header` in a schema: a parameter that a client must repeat in a header of its request.
 *
 * A tool that marks one wrongly must not be used over HTTP: proxies and servers would read different things from the same call.
 *
 * @module
 */
import { childSchemas, isPlainObject, type JsonSchema } from '../../../kernel/index.ts'

const mark = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const types = new Set<unknown>(['string', 'integer', 'boolean'])

export function hasHeaderMarks(schema: unknown): boolean {
  return JSON.stringify(schema).includes(`"${mark}"`)
}

/** What is wrong with the marks of a schema that was checked before; undefined if all are right. */
export function headerProblem(schema: JsonSchema): string | undefined {
  if (!hasHeaderMarks(schema)) return undefined
  const names = new Set<string>()
  const look = (node: JsonSchema, isParameter: boolean, isReachable: boolean): string | undefined => {
    if (mark in node) {
      const problem = isParameter && isReachable ? markProblem(node, names) : 'stands where no parameter is'
      if (problem !== undefined) return `"${mark}" ${problem}`
    }
    for (const [segment, child] of childSchemas(node)) {
      if (!isPlainObject(child)) continue
      const isProperty = segment.startsWith('properties/')
      const problem = look(child, isProperty, isReachable && isProperty)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  return look(schema, false, true)
}

function markProblem(node: JsonSchema, names: Set<string>): string | undefined {
  const name = node[mark]
  if (typeof name !== 'string' || !token.test(name)) return 'is not a name that a header can have'
  if (!types.has(node.type)) return 'marks something else than a text, a whole number, true or false'
  if (names.has(name.toLowerCase())) return `names "${name}" twice`
  names.add(name.toLowerCase())
  return undefined
}

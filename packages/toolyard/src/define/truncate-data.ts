/**
 * Data of a result that is too long to hand on whole. It is cut only if the tool's output schema has `truncated` and `handle`:
 * programs that read it are told there. What other tools return is handed on as it is, or not at all.
 *
 * @module
 */
import { boundData, isPlainObject } from '../kernel/index.ts'

/** Whether an output schema says that data may be cut. */
export function maySayTruncated(schema: unknown): boolean {
  const properties = isPlainObject(schema) ? schema['properties'] : undefined
  return isPlainObject(properties) && 'truncated' in properties && 'handle' in properties
}

/** The same data if it has at most so many characters; else cut, with `truncated: true`. `clean` takes secrets out of what is cut. */
export function truncateData(data: unknown, most: number, clean?: (part: unknown) => unknown): unknown {
  const { value, isCut } = boundData(data, most - 'truncated'.length - 1, clean)
  return isCut && isPlainObject(value) ? { ...value, truncated: true } : value
}

/**
 * Data of built-in tools that holds what people, agents and strangers say: it is cleaned as the text beside it. What files and
 * programs hold is handed to programs as it is, without secrets.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'

const exact: ReadonlySet<string> = new Set(['files', 'shell'])
const maxDepth = 64

export function cleanData({ redactor }: Core, { plan }: Invocation, data: unknown): unknown {
  const { source, category, outputSchema } = plan?.manifest ?? {}
  const isExact = source !== 'builtin' || category === undefined || exact.has(category)
  if (isExact || outputSchema === undefined || !isPlainObject(data)) return data
  return mapTexts(data, (text) => redactor.clean(text))
}

/** The same value where no text changes. What is undefined is no member in JSON. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value)
  if (depth > maxDepth) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapTexts(item, change, depth + 1))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value)
  const changed = entries
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => [key, mapTexts(item, change, depth + 1)] as const)
  const isSame =
    changed.length === entries.length && changed.every(([, item], at) => item === entries[at]?.[1])
  return isSame ? value : Object.fromEntries(changed)
}

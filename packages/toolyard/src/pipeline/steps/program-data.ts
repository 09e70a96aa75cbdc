/**
 * What programs get of a built-in tool's data: cleaned as the text beside it, and no longer than that text may be.
 *
 * Only for tools whose output schema has `truncated` and no `handle`, by which the whole could be read. Long data loses the ends of its long texts first, then the ends of its
 * lists, and says so; what is left still fits the schema, because no member and no short word is taken out.
 *
 * @module
 */
import type { Tool } from '../../define/index.ts'
import { isPlainObject, sizeOf } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'

/** Texts of this length stay whole: ids, names, words of an enumeration. */
const shortText = 200
/** Longer than any secret that the redactor knows. */
const longestSecret = 20_000
const maxDepth = 64

export function programData(core: Core, invocation: Invocation, data: unknown): unknown {
  if (!isBounded(invocation.plan?.tool) || !isPlainObject(data)) return data
  const clean = mapTexts(data, (text) => core.redactor.clean(text)) as object
  // A tool that calls another gets all of it.
  return invocation.parent ? clean : fitData(clean, core.settings.output.maxBytes)
}

/**
 * Of data that is too long to be redacted at once the beginning without secrets, or nothing for other tools. Texts are cut far behind what
 * `programData` keeps of them, so that no half of a secret is left there.
 */
export function longData(
  core: Core,
  { plan }: Invocation,
  { data, most }: { readonly data: unknown; readonly most: number },
): unknown {
  if (!isBounded(plan?.tool) || !isPlainObject(data)) return undefined
  const longest = Math.min(core.settings.output.maxBytes, most / 10) + longestSecret
  return core.redactor.redactValue({ ...withLists(withTexts(data, longest), most), truncated: true })
}

function isBounded(tool: Tool | undefined): boolean {
  const { source, outputSchema } = tool?.manifest ?? {}
  const { truncated, handle } = outputSchema?.properties ?? {}
  return source === 'builtin' && truncated !== undefined && handle === undefined
}

function fitData(data: object, most: number): object {
  if (sizeOf(data, most) <= most) return data
  for (let longest = most * 0.9; longest > shortText; longest *= 0.7) {
    const shorter = withTexts(data, longest)
    if (sizeOf(shorter, most) <= most) return { ...shorter, truncated: true }
  }
  return { ...withLists(withTexts(data, shortText), most), truncated: true }
}

function withTexts(data: object, longest: number): object {
  return mapTexts(data, (text) =>
    text.length <= longest ? text : text.slice(0, longest).toWellFormed(),
  ) as object
}

/** With as many of the first items of each list as fit. */
function withLists(data: object, most: number): object {
  let shorter = data
  for (let items = longestList(data, 0); items > 0 && sizeOf(shorter, most) > most;) {
    items = Math.floor(items * 0.7)
    shorter = firstItems(shorter, items, 0) as object
  }
  return shorter
}

function longestList(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce<number>(
    (most, item) => Math.max(most, longestList(item, depth + 1)),
    own,
  )
}

function firstItems(value: unknown, items: number, depth: number): unknown {
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.slice(0, items).map((item) => firstItems(item, items, depth + 1))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, firstItems(item, items, depth + 1)]),
  )
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

/**
 * Paths into JSON: `data.items[0].name`, `$["odd key"]`, `items[*].id` for a list of one member of each.
 *
 * @module
 */

/** A key, an index as text, or everything in a list or an object. */
export type PathStep = { readonly key: string } | { readonly all: true }

export type PathAnswer =
  | { readonly value: unknown }
  /** Nothing is there: the path as far as it was followed, and what is in its place. */
  | { readonly missing: string; readonly known: string }

const form = /^(?:\.[^.[\]]+|\[(?:\d+|\*|"[^"]*"|'[^']*')\])*$/
const step = /\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]|\[(\*)\]|\.([^.[\]]+)/g
const maxLength = 1000

/** The steps of a path; undefined if it is none. */
export function parsePath(path: string): readonly PathStep[] | undefined {
  const isBare = path !== '' && path[0] !== '$' && path[0] !== '['
  const steps = isBare ? `.${path}` : path.replace(/^\$/, '')
  if (path.length > maxLength || !form.test(steps)) return undefined
  return Array.from(steps.matchAll(step), ([, index, double, single, all, name]): PathStep =>
    all === undefined ? { key: index ?? double ?? single ?? name ?? '' } : { all: true },
  )
}

export function readPath(value: unknown, steps: readonly PathStep[]): PathAnswer {
  let at = value
  const walked: string[] = []
  for (const [index, one] of steps.entries()) {
    if ('all' in one) return { value: readAll(at, steps.slice(index + 1)) }
    walked.push(one.key)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, one.key))
      return { missing: walked.join('.'), known: tellMembers(at) }
    at = (at as Record<string, unknown>)[one.key]
  }
  return { value: at }
}

/** Of those that do not have the rest of the path nothing is taken; lists of lists become one. */
function readAll(value: unknown, rest: readonly PathStep[]): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const isFlat = !rest.some((one) => 'all' in one)
  return Object.values(value).flatMap((item: unknown) => {
    const found = readPath(item, rest)
    if (!('value' in found)) return []
    return isFlat ? [found.value] : found.value
  })
}

function tellMembers(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `It is ${JSON.stringify(value)?.slice(0, 200)}.`
  if (Array.isArray(value)) return `It is a list of ${value.length}.`
  return `It has ${Object.keys(value).slice(0, 20).join(', ') || 'no members'}.`
}

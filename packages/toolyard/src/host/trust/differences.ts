/**
 * How a graph differs from what was trusted.
 *
 * @module
 */
import { join } from 'node:path'
import { type Contents, hashOf } from './contents.ts'
import type { TrustGraph } from './trust-graph.ts'
import type { TrustRecord } from './trust-record.ts'

export interface Difference {
  /** A file, a folder, or a name of something in one: `package.json#scripts.serve`. */
  readonly path: string
  readonly kind: 'new' | 'changed' | 'gone' | 'unreadable'
  /** The hash of what was trusted. */
  readonly before?: string | undefined
  /** The text that is there now, where it is no file. */
  readonly now?: string | undefined
}

export function differences(
  graph: TrustGraph,
  record: TrustRecord | undefined,
  contents: Contents,
): readonly Difference[] {
  const found: Difference[] = graph.problems.map((path) => ({ path, kind: 'unreadable' }))
  for (const path of graph.files.keys()) {
    const before = record?.entries.get(path)?.seen[0]
    const now = contents.seen(path)?.[0]
    if (now === undefined) found.push({ path, kind: 'unreadable', before })
    else if (now !== before) found.push({ path, kind: before === undefined ? 'new' : 'changed', before })
    found.push(...missing(path, graph, record))
  }
  for (const [path, now] of graph.facts) {
    const before = record?.entries.get(path)?.seen[0]
    if (hashOf(now) !== before)
      found.push({ path, kind: before === undefined ? 'new' : 'changed', before, now })
  }
  for (const folder of graph.trees) found.push(...treeDifferences(folder, record, contents))
  return found
}

/** What a file named when it was trusted, and finds no more: it may take another, or do without. */
function missing(path: string, graph: TrustGraph, record: TrustRecord | undefined): Difference[] {
  return (record?.entries.get(path)?.names ?? []).flatMap((name) => {
    const before = record?.entries.get(name)?.seen[0]
    const isHere = before === undefined || graph.files.has(name) || graph.facts.has(name)
    return isHere ? [] : [{ path: name, kind: 'gone' as const, before }]
  })
}

function treeDifferences(folder: string, record: TrustRecord | undefined, contents: Contents): Difference[] {
  const before = record?.trees.get(folder)?.()
  if (!before) return [{ path: folder, kind: 'new' }]
  for (const [name, seen] of before) contents.know(join(folder, name), seen)
  const now = contents.tree(folder)
  if (!now) return [{ path: folder, kind: 'unreadable' }]
  const found: Difference[] = []
  for (const [name, [hash]] of now)
    if (before.get(name)?.[0] !== hash)
      found.push({
        path: join(folder, name),
        kind: before.has(name) ? 'changed' : 'new',
        before: before.get(name)?.[0],
      })
  for (const [name, [hash]] of before)
    if (!now.has(name)) found.push({ path: join(folder, name), kind: 'gone', before: hash })
  return found
}

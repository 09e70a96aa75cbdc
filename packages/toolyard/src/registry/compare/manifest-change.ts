/**
 * What differs between two versions of a tool, as data.
 *
 * @module
 */

export interface ManifestChange {
  /** `description`, `inputSchema.properties.city.type`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
  /** One sentence for a person. */
  readonly text: string
  /** Whether a caller who knows the old version may fail because of it. */
  readonly breaking: boolean
}

export interface VersionComparison {
  readonly verdict: 'compatible' | 'breaking'
  readonly changes: readonly ManifestChange[]
  /** The sentences of the breaking changes. */
  readonly reasons: readonly string[]
}

/** A change from one value to another; `undefined` is none at all. */
export function changeOf(
  path: string,
  [before, after]: readonly [before: unknown, after: unknown],
  judged: { readonly text: string; readonly breaking: boolean },
): ManifestChange {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return {
    path,
    kind,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    text: judged.text,
    breaking: judged.breaking,
  }
}

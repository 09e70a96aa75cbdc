/**
 * Markdown that is nested deeper than anybody reads: what stands there is shown as it was written. A page can't be drawn some thousand
 * boxes deep.
 *
 * @module
 */
export interface MarkdownNode {
  readonly type: string
  readonly value?: string
  children?: MarkdownNode[]
  readonly position?:
    | { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
    | undefined
}

const deepest = 50

/** More marks of lists and quotes than this at the beginning of a line are no Markdown that a person would write. */
const manyMarks = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){20}/m

export function isTooDeep(text: string): boolean {
  return manyMarks.test(text)
}

/** For the reader of Markdown. */
export function shallow(): (tree: MarkdownNode, file: { toString(): string }) => void {
  return (tree, file) => flatten(tree, String(file))
}

/** Without recursion, which such a tree would break. */
export function flatten(tree: MarkdownNode, source: string): void {
  let level: MarkdownNode[] = [tree]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest)
      for (const node of level) if (node.children) node.children = [written(node, source)]
    level = level.flatMap((node) => node.children ?? [])
  }
}

function written({ children = [] }: MarkdownNode, source: string): MarkdownNode {
  const start = children.at(0)?.position?.start.offset ?? 0
  const end = children.at(-1)?.position?.end.offset ?? start
  return { type: 'text', value: source.slice(start, end) }
}

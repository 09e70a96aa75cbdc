/**
 * What the palette finds: names that begin with what was typed, then names that hold it, then what is said of them.
 *
 * @module
 */

export interface Target {
  readonly kind: 'page' | 'tool' | 'agent' | 'conversation'
  readonly name: string
  /** Words by which it is found as well. */
  readonly more?: string | undefined
  readonly href: string
}

const mostShown = 50

export function findTargets(targets: readonly Target[], typed: string): readonly Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return targets.slice(0, mostShown)
  const ranked = targets.flatMap((target) => {
    const rank = rankOf(target, words)
    return rank === undefined ? [] : [{ target, rank }]
  })
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, mostShown)
    .map(({ target }) => target)
}

function rankOf({ name, more = '' }: Target, words: readonly string[]): number | undefined {
  const own = name.toLowerCase()
  if (words.every((word) => own.includes(word))) return own.startsWith(words[0] ?? '') ? 0 : 1
  const all = `${own}\n${more.toLowerCase()}`
  return words.every((word) => all.includes(word)) ? 2 : undefined
}

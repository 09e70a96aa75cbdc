/**
 * What was written and not sent, by place: so many, each up to a length.
 *
 * @module
 */
export type Drafts = Readonly<Record<string, string>>

const longestDraft = 20_000
const mostDrafts = 50

/** The newest last; the oldest go. Undefined if none is left. */
export function draftsWith(drafts: Drafts, place: string, text: string): Drafts | undefined {
  const others = Object.entries(drafts).filter(([name]) => name !== place)
  const all = text === '' ? others : [...others, [place, text.slice(0, longestDraft)] as const]
  return all.length === 0 ? undefined : Object.fromEntries(all.slice(-mostDrafts))
}

/**
 * Texts and pictures of an answer in the order in which the tool gave them.
 *
 * An answer is cleaned as one text, because a secret may span several. Where its parts cleaned one by one say the same, they
 * stand where they stood; else all text comes first.
 *
 * @module
 */
import type { ContentBlock } from '../../define/index.ts'

/** Texts without what stands between them: one more than there are groups of other blocks. */
export interface Segments {
  readonly texts: readonly string[]
  /** For each block that is no text: how many segments stand before it. */
  readonly before: readonly number[]
}

/** Undefined if all text comes before all other blocks anyway. */
export function segmentsOf(parts: readonly ContentBlock[]): Segments | undefined {
  const first = parts.findIndex(({ type }) => type !== 'text')
  if (first < 0 || !parts.slice(first).some(({ type }) => type === 'text')) return undefined
  const texts: string[] = []
  const before: number[] = []
  let isOpen = false
  for (const part of parts) {
    if (part.type !== 'text') before.push(texts.length)
    else if (isOpen) texts.push(`${texts.pop() ?? ''}\n${part.text}`)
    else texts.push(part.text)
    isOpen = part.type === 'text'
  }
  return { texts, before }
}

/** `safe` is the whole text, cleaned; `blocks` are the others, cleaned. Undefined if a part alone would say something else. */
export function inOrder(
  { texts, before }: Segments,
  { safe, blocks }: { readonly safe: string; readonly blocks: readonly ContentBlock[] },
  clean: (text: string) => string,
): readonly ContentBlock[] | undefined {
  const cleaned = texts.map(clean)
  if (cleaned.join('\n') !== safe || blocks.length !== before.length) return undefined
  const at = (count: number): readonly ContentBlock[] => blocks.filter((_, index) => before[index] === count)
  return [
    ...at(0),
    ...cleaned.flatMap((text, index): readonly ContentBlock[] => [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...at(index + 1),
    ]),
  ]
}

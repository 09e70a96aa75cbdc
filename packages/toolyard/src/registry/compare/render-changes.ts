/**
 * A comparison as text for a terminal: one line a change, without colours.
 *
 * `+` came, `-` went, `~` changed; what may break a caller comes first and is marked. Everything is shown, nothing acts:
 * control and hidden characters become visible marks, and long texts are cut.
 *
 * @module
 */
import { visibleText } from '../../kernel/index.ts'
import type { ManifestChange, VersionComparison } from './manifest-change.ts'
import { wordDiff } from './word-diff.ts'

const limits = { lines: 200, text: 240, path: 100, diff: 480, words: 20_000 }
const signs: Readonly<Record<ManifestChange['kind'], string>> = { added: '+', removed: '-', changed: '~' }

export function renderChanges(comparison: VersionComparison): string {
  const { changes } = comparison
  if (changes.length === 0) return 'No changes.'
  const inOrder = [
    ...changes.filter(({ breaking }) => breaking),
    ...changes.filter(({ breaking }) => !breaking),
  ]
  const lines = inOrder.slice(0, limits.lines).flatMap(linesOf)
  const hidden = inOrder.length - limits.lines
  return [...lines, ...(hidden > 0 ? [`… and ${hidden} more`] : [])].join('\n')
}

function linesOf(change: ManifestChange): string[] {
  const { kind, path, text, breaking } = change
  const line = `${signs[kind]} ${cut(path, limits.path)}: ${breaking ? 'BREAKING: ' : ''}${cut(text, limits.text)}`
  const diff = diffOf(change)
  return diff === undefined ? [line] : [line, `    ${diff}`]
}

/** The words that changed, if a text for people did. */
function diffOf({ path, before, after }: ManifestChange): string | undefined {
  if (!/(?:^|\.)(?:description|title)$/.test(path)) return undefined
  if (typeof before !== 'string' || typeof after !== 'string') return undefined
  return cut(wordDiff(before.slice(0, limits.words), after.slice(0, limits.words)), limits.diff)
}

/** One line, at most so many characters. */
function cut(text: string, most: number): string {
  const line = visibleText(text.slice(0, 4 * most)).replaceAll(/\s+/g, ' ')
  const characters = Array.from(line)
  return characters.length > most || text.length > 4 * most
    ? `${characters.slice(0, most - 1).join('')}…`
    : line
}

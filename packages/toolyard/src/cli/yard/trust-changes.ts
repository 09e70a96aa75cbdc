/**
 * Shows a person what has changed since they trusted it, and asks. What is trusted then is what was shown.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Difference, TrustedPlace, TrustGraph } from '../../host/trust/index.ts'
import { visibleText } from '../../kernel/index.ts'
import { askLine } from '../asking/terminal-questions.ts'
import type { CommandContext } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** More are counted, not shown. */
const mostFiles = 50
const mostLines = 200

export interface Acceptance {
  readonly place: TrustedPlace
  readonly graph: TrustGraph
  /** Whether the graph is all that is trusted from now on, or comes beside the rest. */
  readonly keep: boolean
  /** Whether the person is not asked. */
  readonly isAccepted?: boolean
  readonly extra?: readonly string[] | undefined
  readonly isNamed?: boolean
  /** Whether nothing of it was trusted before, so that nothing has changed. */
  readonly isFirst?: boolean
}

/** Answers whether the graph is trusted now. */
export async function acceptChanges(
  { place, graph, keep, isAccepted = false, extra, isNamed, isFirst = false }: Acceptance,
  { terminal, signal }: CommandContext,
): Promise<boolean> {
  const changes = place.differences(graph)
  const shown = place.digest(graph)
  if (changes.length > 0 && !isFirst) {
    terminal.note(await renderChanges(changes, place, terminal))
    if (!isAccepted && !(await isWanted(signal))) return false
  }
  place.take(graph, { keep, shown, ...(extra && { extra }), ...(isNamed !== undefined && { isNamed }) })
  return true
}

async function isWanted(signal: AbortSignal): Promise<boolean> {
  const said = await askLine('Trust these changes? [y/N] ', signal).catch(() => '')
  return /^y(?:es)?$/i.test(said.trim())
}

export async function renderChanges(
  changes: readonly Difference[],
  place: TrustedPlace,
  { noteStyle }: Terminal,
): Promise<string> {
  const blocks: string[] = []
  for (const change of changes.slice(0, mostFiles)) {
    const title = `${noteStyle('bold', shownPath(change.path))} ${words[change.kind]}`
    const lines = change.kind === 'changed' ? await linesOf(change, place) : []
    const more = lines.length - mostLines
    blocks.push(
      title,
      ...lines.slice(0, mostLines).map((line) => coloured(line, noteStyle)),
      ...(more > 0 ? [noteStyle('dim', `… ${more} more lines`)] : []),
    )
  }
  if (changes.length > mostFiles) blocks.push(noteStyle('dim', `… and ${changes.length - mostFiles} more`))
  return blocks.join('\n')
}

const words: Readonly<Record<Difference['kind'], string>> = {
  new: 'is new',
  changed: 'has changed since it was trusted',
  gone: 'is gone',
  unreadable: "can't be read as a whole",
}

export function shownPath(path: string): string {
  const near = relative(process.cwd(), path)
  return visibleText(near === '' || near.startsWith('..') ? path : near)
}

/** The difference line by line; undefined if the text of before was not kept. */
async function linesOf({ path, before, now }: Difference, place: TrustedPlace): Promise<string[]> {
  const old = before === undefined ? undefined : place.textOf(before)
  const text = now ?? readText(path)
  if (old === undefined || text === undefined) return []
  const { structuredPatch } = await import('diff')
  const { hunks } = structuredPatch('', '', old, text, '', '', { context: 2 })
  return hunks.flatMap(({ lines }, at) => [...(at > 0 ? ['…'] : []), ...lines])
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function coloured(line: string, style: Terminal['noteStyle']): string {
  const text = `  ${visibleText(line)}`
  if (line.startsWith('+')) return style('green', text)
  return line.startsWith('-') ? style('red', text) : style('dim', text)
}

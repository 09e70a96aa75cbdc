/**
 * The page as a tree of roles and names, with a ref for each element that can be acted on.
 *
 * Always taken of the whole page, because refs hold for the latest snapshot only; parts are cut from its text.
 *
 * @module
 */
import type { Page } from 'playwright-core'
import { cleanText, ToolyardError } from '../../../kernel/index.ts'
import { asActionError, isClosedError } from './action-error.ts'
import { compactSnapshot } from './compact-snapshot.ts'
import { shortened } from './page-words.ts'
import { type TimeLimit, within } from './time-limit.ts'

const patienceMs = 6000
/** Characters that are looked at: longer pages would keep everybody else waiting. */
const mostTaken = 1_000_000
/** More would keep everybody else waiting as well. */
const mostElements = 25_000
const mostFrames = 50
/** Characters shown at a time. */
const mostShown = 10_000
/** Of one line, unless a part was asked for. */
const mostOfLine = 500

export async function takeSnapshot(page: Page, limit: TimeLimit): Promise<readonly string[]> {
  await requireReadableSize(page, limit)
  const taken = page.ariaSnapshot({ mode: 'ai', timeout: patienceMs })
  const text = await within(taken, patienceMs + 1000, limit).catch((error: unknown) => {
    throw isClosedError(error) ? error : asActionError(error, "the page can't be read")
  })
  if (text.trim() === '') return []
  const lines = compactSnapshot(cleanText(text.slice(0, mostTaken)).split('\n'))
  return text.length > mostTaken ? [...lines, '- (the page goes on; it is too large for a snapshot)'] : lines
}

/** Counted where the page itself can't say something else. */
async function requireReadableSize(page: Page, limit: TimeLimit): Promise<void> {
  const frames = page.frames().slice(0, mostFrames)
  const asked = frames.map((frame) =>
    frame
      .locator('*')
      .count()
      .catch(() => 0),
  )
  const counts = await within(Promise.all(asked), patienceMs, limit)
  const count = counts.reduce((sum, each) => sum + each, 0)
  if (count <= mostElements) return
  throw new ToolyardError('too_large', `the page has ${count} elements, too many for a snapshot`, {
    hint: 'Use screenshot and evaluate, or remove what you do not need with evaluate (element.remove()) and take a snapshot of the rest.',
  })
}

/** Levels below the top. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length
}

export interface SnapshotPart {
  readonly ref?: string | undefined
  readonly depth?: number | undefined
  readonly offset?: number | undefined
}

export interface ShownSnapshot {
  readonly lines: readonly string[]
  /** What was left out, and how to see it. */
  readonly note: string
}

export function partOf(snapshot: readonly string[], { ref, depth, offset = 0 }: SnapshotPart): ShownSnapshot {
  const below = ref === undefined ? snapshot : subtreeOf(snapshot, ref)
  const top = depthOf(below[0] ?? '')
  const chosen = depth === undefined ? below : below.filter((line) => depthOf(line) - top < depth)
  const most = ref === undefined ? mostOfLine : mostShown
  const lines: string[] = []
  let size = 0
  let isCut = false
  for (const line of chosen.slice(offset)) {
    const shown = shortened(line.slice(top), most)
    isCut ||= shown.length > most
    if (size + shown.length > mostShown && lines.length > 0) break
    lines.push(shown)
    size += shown.length + 1
  }
  const end = offset + lines.length
  const notes = [
    ...(end < chosen.length
      ? [
          `lines ${offset + 1}-${end} of ${chosen.length}; read on with snapshot offset=${end}, or choose a part with ref`,
        ]
      : offset > 0
        ? [`lines ${Math.min(offset + 1, chosen.length)}-${chosen.length}, the last`]
        : []),
    ...(isCut ? ['long lines are cut; snapshot with ref shows one whole'] : []),
    ...(chosen.length < below.length ? [`${below.length - chosen.length} deeper lines left out`] : []),
  ]
  return { lines: lines.length > 0 ? lines : ['(nothing)'], note: notes.map((note) => `; ${note}`).join('') }
}

/** The same for programs. */
export function readPart({ lines, note }: ShownSnapshot): {
  readonly page: string
  readonly notes?: string[]
} {
  return { page: lines.join('\n'), ...(note !== '' && { notes: [note.replace(/^; /, '')] }) }
}

function subtreeOf(snapshot: readonly string[], ref: string): readonly string[] {
  const start = snapshot.findIndex((line) => line.includes(`[ref=${ref}]`))
  if (start === -1) throw goneRef(ref)
  const depth = depthOf(snapshot[start] ?? '')
  const after = snapshot.findIndex((line, at) => at > start && depthOf(line) <= depth)
  return snapshot.slice(start, after === -1 ? undefined : after)
}

export function goneRef(ref: string): ToolyardError {
  return new ToolyardError('not_found', `the page has no element "${ref}" (any more)`, {
    hint: 'The page has changed since that snapshot: take a new one with action=snapshot and use its refs.',
  })
}

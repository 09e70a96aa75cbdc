/**
 * Ids that callers choose belong to them: inside, the id carries a mark of its caller, so that no two callers share one.
 * The caller itself goes on using the id as it chose it.
 *
 * @module
 */
import { sha256 } from '../../kernel/index.ts'
import type { CallJournal } from '../../store/index.ts'

const markLength = 16
/** As the pipeline makes them. */
const madeHere = /^call_[0-9a-z]{30}$/

/** What an id in an address may stand for: one that this caller chose, or one as the journal shows it. */
export function callIdsOf(principal: string, id: string): readonly string[] {
  return [marked(principal, id), id]
}

/** As pipeline and journal know an id that a caller chose. One that we gave to this caller's own earlier call is kept. */
export async function ownCallId(
  journal: CallJournal | undefined,
  principal: string,
  chosen: string,
): Promise<string> {
  if (!madeHere.test(chosen)) return marked(principal, chosen)
  const known = await journal?.find(chosen)
  return known?.principal === principal ? chosen : marked(principal, chosen)
}

/** As its caller chose it, for that caller; to everybody else it is what the journal shows. */
export function shownCallId(principal: string, id: string): string {
  const mark = markOf(principal)
  return id.endsWith(mark) ? id.slice(0, -mark.length) : id
}

function marked(principal: string, id: string): string {
  const mark = markOf(principal)
  return id.endsWith(mark) ? id : id + mark
}

function markOf(principal: string): string {
  return `~${sha256(principal).slice(0, markLength)}`
}

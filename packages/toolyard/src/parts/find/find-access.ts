/**
 * Looks through what is kept here for one caller: tools that it may use, its own calls, runs, conversations, plans and calendar,
 * and the board.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import {
  type CalendarAccess,
  type FindAccess,
  type Finding,
  type KeptPlace,
  rankFindings,
  type ToolManifest,
} from '../../define/index.ts'
import { createQueryMatcher, type QueryMatcher } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import type { ToolSearch } from '../../registry/index.ts'
import { type Store, type TextHit, textPlaces, type TextReader } from '../../store/index.ts'

export interface FindParts {
  readonly store: Store
  /** Kinds of records. */
  readonly searched: readonly string[]
  readonly search: ToolSearch
  /** The tools that a caller may use. */
  readonly toolsOf: (caller: CompanyCaller) => Promise<readonly ToolManifest[]>
}

/** Who sits at the machine itself. */
const atHome: readonly string[] = ['local', 'terminal']
/** Of a tool that an embedding model found: it need not have any of the words. */
const meantScore = 0.3
const scoredInOneTurn = 20
/** Whoever looks has found it already. */
const ownName = 'search'

export function createFindAccess(
  { store, search, searched, toolsOf }: FindParts,
  caller: CompanyCaller,
  calendar: CalendarAccess | undefined,
): FindAccess {
  return {
    async find({ query, places, limit, signal }) {
      const matcher = createQueryMatcher(query)
      const wants = (place: string): boolean => (places as readonly string[]).includes(place)
      const missing: string[] = []
      const found: Finding[] = []
      if (wants('tools')) {
        const manifests = (await toolsOf(caller)).filter(({ name }) => name !== ownName)
        const { tools, note } = await search.find({ manifests, query, limit })
        found.push(...tools.map((tool) => toolFinding(tool, matcher, search.isByMeaning)))
        if (note !== undefined) missing.push(`tools: ${note}`)
      }
      signal.throwIfAborted()
      const kept = [...textPlaces, ...searched].filter(wants)
      const { hits, isBehind } = await store.texts.find({
        query,
        places: kept,
        reader: readerOf(caller),
        limit,
      })
      found.push(...(await textFindings(hits, matcher, signal)))
      if (isBehind) missing.push('calls: some are not indexed yet; search again for them')
      if (wants('calendar')) {
        if (calendar) found.push(...(await eventFindings(calendar, matcher)))
        else missing.push('calendar: there is none here')
      }
      return { findings: rankFindings(found, limit), missing }
    },
  }
}

function readerOf({ principal = 'local', agent, threadId = 'default' }: CompanyCaller): TextReader {
  return { principal, threadId, isHome: agent === undefined && atHome.includes(principal) }
}

function toolFinding(
  { name, description, tags, titles = {}, descriptions = {} }: ToolManifest,
  matcher: QueryMatcher,
  isByMeaning: boolean,
): Finding {
  const others = [...Object.values(titles), ...Object.values(descriptions)]
  const score = matcher.score({ title: name, text: [tags.join(' '), description, ...others].join('\n') })
  return {
    place: 'tools',
    id: name,
    title: name,
    excerpt: matcher.excerpt(description),
    score: isByMeaning ? Math.max(meantScore, score) : score,
  }
}

async function textFindings(
  hits: readonly TextHit[],
  matcher: QueryMatcher,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const [index, { place, id, part, title, text, at }] of hits.entries()) {
    found.push({
      place: place as KeptPlace,
      id: place !== 'threads' && part !== undefined ? `${id}#${part}` : id,
      title,
      excerpt: matcher.excerpt(text),
      at,
      score: matcher.score({ title, text }),
    })
    if (index % scoredInOneTurn === scoredInOneTurn - 1) await othersTurn()
    signal.throwIfAborted()
  }
  return found
}

async function eventFindings(calendar: CalendarAccess, matcher: QueryMatcher): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const [index, { id, title, start, place = '', notes = '' }] of (await calendar.list()).entries()) {
    const text = [start, place, notes].filter((part) => part !== '').join('\n')
    const score = matcher.score({ title, text })
    const at = Date.parse(start)
    if (score > 0)
      found.push({
        place: 'calendar',
        id,
        title,
        excerpt: matcher.excerpt(text),
        score,
        ...(Number.isFinite(at) && { at }),
      })
    if (index % scoredInOneTurn === scoredInOneTurn - 1) await othersTurn()
  }
  return found
}

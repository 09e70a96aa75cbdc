/** `TextIndex` over the other stores in memory: what the reader may see is gone through, each text cut into words once. */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Store } from '../store.ts'
import { callText, lookingTool, messageText, postText, recordText, runText } from '../text-entries.ts'
import {
  isTextPlace,
  type TextEntry,
  type TextIndex,
  type TextReader,
  type TextRequest,
} from '../text-index.ts'
import { createTextWords, type SoughtWays } from '../text-words.ts'

const mostCalls = 1000
const mostRows = 10_000
const entriesInOneTurn = 50

type Stores = Pick<Store, 'calls' | 'runs' | 'threads' | 'records' | 'board'>

export function createMemoryTexts(stores: Stores): TextIndex {
  const words = createTextWords()
  const known = new Map<string, { readonly text: string; readonly terms: ReadonlySet<string> }>()
  const termsOf = (entry: TextEntry): ReadonlySet<string> => {
    const { place, id, part = '', title } = entry
    const key = JSON.stringify([place, id, part])
    const text = `${title}\n${entry.text}`
    const before = known.get(key)
    if (before?.text === text) return before.terms
    const terms = new Set(words.termsOf(entry))
    if (known.size > mostRows) known.clear()
    known.set(key, { text, terms })
    return terms
  }
  return {
    async find(request) {
      const sought = words.sought(request.query)
      const found: { readonly entry: TextEntry; readonly count: number }[] = []
      let looked = 0
      for (const entry of sought.length === 0 ? [] : await entriesFor(stores, request)) {
        const terms = termsOf(entry)
        const count = sought.filter((ways) => fits(terms, ways)).length
        if (count > 0) found.push({ entry, count })
        if (++looked % entriesInOneTurn === 0) await othersTurn()
      }
      const best = found.toSorted((one, other) => other.count - one.count || other.entry.at - one.entry.at)
      return { hits: best.slice(0, request.limit * 4).map(({ entry }) => entry), isBehind: false }
    },
  }
}

function fits(terms: ReadonlySet<string>, ways: SoughtWays): boolean {
  return ways.some((way) =>
    way.every(
      ({ term, isBeginning }) =>
        terms.has(term) || (isBeginning && terms.values().some((other) => other.startsWith(term))),
    ),
  )
}

async function entriesFor(stores: Stores, { places, reader }: TextRequest): Promise<readonly TextEntry[]> {
  const wants = new Set(places)
  const all: TextEntry[] = []
  if (wants.has('calls')) all.push(...(await callsOf(stores, reader)))
  if (wants.has('runs'))
    for (const run of await stores.runs.list({ limit: mostRows }))
      if (isVisible(run, reader)) all.push(runText(run))
  if (wants.has('forum'))
    for (const post of await stores.board.list({ limit: mostRows })) all.push(postText(post))
  const kinds = places.filter((place) => !isTextPlace(place))
  if (wants.has('threads') || kinds.length > 0) all.push(...(await inThreads(stores, reader, places)))
  return all
}

async function callsOf({ calls }: Stores, { principal }: TextReader): Promise<readonly TextEntry[]> {
  const own = await calls.list({ principal, limit: mostCalls })
  const looks = new Set(own.filter(({ tool }) => tool === lookingTool).map(({ id }) => id))
  return own
    .filter(({ id, parentId = '' }) => !looks.has(id) && !looks.has(parentId))
    .map((call) => callText(call))
}

async function inThreads(
  { threads, records }: Stores,
  reader: TextReader,
  places: readonly string[],
): Promise<readonly TextEntry[]> {
  const all: TextEntry[] = []
  const own = (await threads.list({ limit: mostRows })).filter((thread) => isVisible(thread, reader))
  for (const thread of places.includes('threads') ? own : [])
    for (const message of await threads.messages(thread.id)) {
      const entry = messageText(thread, message)
      if (entry) all.push(entry)
    }
  const scopes = new Set([...own.map(({ id }) => id), reader.threadId ?? ''])
  for (const kind of places.filter((place) => !isTextPlace(place)))
    for (const scope of scopes) for (const one of await records.list(kind, scope)) all.push(recordText(one))
  return all
}

function isVisible(
  row: { readonly principal?: string | undefined },
  { principal, isHome }: TextReader,
): boolean {
  return row.principal === undefined ? isHome : row.principal === principal
}

/**
 * A calendar file put into a calendar: what is new, what replaces an event with the same UID, and what can't be taken.
 *
 * @module
 */
import { messageOf, sha256, ToolyardError } from '../../../kernel/index.ts'
import type { CalendarEvent } from '../../../define/index.ts'
import { isWholeDay, localOf } from './occurrences.ts'
import { type IcsEvent, type IcsZones, keyIn, readIcsEvent } from './read-ics-event.ts'
import { oneLine } from './show.ts'
import { type SplitIcs, splitIcs } from './split-ics.ts'
import { zoneOfOffsets, zoneOfTzid } from './windows-zones.ts'
import { uidOf } from './write-ics.ts'

export interface ImportedEvents {
  readonly save: readonly CalendarEvent[]
  readonly remove: readonly string[]
  readonly added: number
  readonly updated: number
  readonly notes: readonly string[]
}

interface MergedEvents extends Omit<ImportedEvents, 'notes'> {
  /** Changed repetitions beyond the most that a series has. */
  readonly dropped: number
}

interface EventImport {
  readonly events: readonly CalendarEvent[]
  /** Of times without one. */
  readonly zone: string
  readonly newId: () => string
  readonly signal: AbortSignal
}

/** Characters of a file, about: 1 MB. */
export const mostIcs = 1_048_576
const mostProblems = 10
/** Names of zones that are looked up. */
const mostZones = 50
/** Of one series. */
const mostChanged = 1000
/** Events between two turns of the loop. */
const batch = 25

/** Throws `invalid_arguments` for what is no calendar. */
export async function importIcs(text: string, importing: EventImport): Promise<ImportedEvents> {
  const file = text.length > mostIcs ? undefined : splitIcs(text)
  if (!file)
    throw new ToolyardError(
      'invalid_arguments',
      text.length > mostIcs
        ? 'the calendar file is larger than 1 MB'
        : 'this is no iCalendar file: BEGIN:VCALENDAR is missing',
      { hint: 'Give an .ics file as calendars export it.' },
    )
  const zones = zonesOf(file, importing.zone)
  const problems: string[] = []
  const read: IcsEvent[] = []
  for (const [index, block] of file.events.entries()) {
    if (index % batch === batch - 1) {
      await new Promise(setImmediate)
      importing.signal.throwIfAborted()
    }
    try {
      read.push(readIcsEvent(block, zones))
    } catch (error) {
      problems.push(`${titleOf(block)}: ${oneLine(messageOf(error)).slice(0, 150)}`)
    }
  }
  const { dropped, ...changes } = merged(read, importing)
  if (dropped > 0) problems.push(`${dropped} changed repetitions: a series has ${mostChanged} at most`)
  return { ...changes, notes: [...zones.notes, ...notesOf(file, read), ...problemNotes(problems)] }
}

function titleOf(block: string): string {
  const title = oneLine(/^SUMMARY[^:\r\n]*:(.*)$/im.exec(block)?.[1] ?? '')
  return title === '' ? 'an event without a title' : `"${title.slice(0, 60)}"`
}

function problemNotes(problems: readonly string[]): string[] {
  if (problems.length === 0) return []
  const more = problems.length - mostProblems
  return [
    `Not taken: ${problems.length} ${problems.length === 1 ? 'event' : 'events'}.`,
    ...problems.slice(0, mostProblems).map((problem) => `- ${problem}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]
}

function notesOf({ others, beyond }: SplitIcs, read: readonly IcsEvent[]): string[] {
  const kinds = [...others].slice(0, 5).map(([kind, count]) => `${count} ${kind}`)
  const isCut = read.filter((event) => event.isCut).length
  return [
    ...(kinds.length === 0 ? [] : [`Only events are taken; left out: ${kinds.join(', ')}.`]),
    ...(beyond === 0 ? [] : [`Only the first ${read.length} events were read; ${beyond} more were not.`]),
    ...(isCut === 0 ? [] : [`Long texts were cut in ${isCut} ${isCut === 1 ? 'event' : 'events'}.`]),
  ]
}

function zonesOf(file: SplitIcs, fallback: string): IcsZones & { readonly notes: string[] } {
  const notes: string[] = []
  const known = new Map<string, string>()
  const floating = (file.zone === undefined ? undefined : zoneOfTzid(file.zone)) ?? fallback
  const resolve = (tzid: string): string => {
    const byName = zoneOfTzid(tzid)
    if (byName !== undefined) return byName
    const { location, standard, daylight } = file.zones.get(tzid) ?? {}
    const zone =
      (location === undefined ? undefined : zoneOfTzid(location)) ??
      (standard === undefined ? undefined : zoneOfOffsets(standard, daylight))
    const shown = oneLine(tzid).slice(0, 60)
    if (notes.length < mostProblems)
      notes.push(
        zone === undefined
          ? `The time zone "${shown}" is not known; took ${floating}.`
          : `The time zone "${shown}" was taken as ${zone}, which has the same offsets.`,
      )
    return zone ?? floating
  }
  return {
    notes,
    floating,
    find(tzid) {
      const zone = known.get(tzid) ?? (known.size < mostZones ? resolve(tzid) : floating)
      known.set(tzid, zone)
      return zone
    },
  }
}

function merged(read: readonly IcsEvent[], { events, newId }: EventImport): MergedEvents {
  const existing = new Map(
    events.filter(({ series }) => series === undefined).map((event) => [uidOf(event), event]),
  )
  const masters = new Map<string, CalendarEvent>()
  // Of two with the same UID the later one holds.
  for (const { uid, event } of read.filter(({ instead }) => !instead)) {
    const id = masters.get(uid)?.id ?? existing.get(uid)?.id ?? newId()
    masters.set(uid, { ...event, id, uid })
  }
  const updated = [...masters.keys()].filter((uid) => existing.has(uid)).length
  const added = masters.size - updated
  const series = new Set([...masters.values()].map(({ id }) => id))
  const old = events.filter((event) => event.series !== undefined)
  const remove = old.filter((event) => series.has(event.series ?? '')).map(({ id }) => id)
  const ids = new Map(old.map((event) => [changedKey(event), event.id]))
  const changed = new Map<string, CalendarEvent>()
  let dropped = 0
  for (const one of read.filter(({ instead }) => instead)) {
    const event = placeChanged(one, { masters, existing })
    if (!event) {
      dropped++
      continue
    }
    const key = changedKey(event)
    changed.set(key, { ...event, id: ids.get(key) ?? existing.get(event.uid ?? '')?.id ?? newId() })
  }
  const alone = [...changed.values()].filter((event) => event.series === undefined).length
  return { save: [...masters.values(), ...changed.values()], remove, added: added + alone, updated, dropped }
}

function changedKey({ series, instead, uid }: Pick<CalendarEvent, 'series' | 'instead' | 'uid'>): string {
  return JSON.stringify(series === undefined ? [uid] : [series, instead])
}

interface KnownSeries {
  readonly masters: Map<string, CalendarEvent>
  readonly existing: ReadonlyMap<string, CalendarEvent>
}

/** A changed repetition: an exception of its series, and an event of its own; one alone if the series is not known. */
function placeChanged(
  { uid, event, instead }: IcsEvent,
  { masters, existing }: KnownSeries,
): Omit<CalendarEvent, 'id'> | undefined {
  const master = masters.get(uid) ?? existing.get(uid)
  const { repeat: _, except: _except, also: _also, ...facts } = event
  if (!master || !instead) return { ...facts, uid: sha256(`${uid} ${instead?.local.toString()}`) }
  const start = { local: localOf(master.start), isDay: isWholeDay(master), zone: master.zone }
  const key = keyIn(instead, start)
  const except = master.except ?? []
  const isNew = !except.includes(key)
  if (isNew && except.length >= mostChanged) return undefined
  if (isNew) masters.set(uid, { ...master, except: [...except, key] })
  return { ...facts, series: master.id, instead: key }
}

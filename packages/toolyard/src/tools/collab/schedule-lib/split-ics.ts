/**
 * A calendar file cut into its events, so that each is read alone: a broken one costs no other, and other work goes on in between.
 *
 * @module
 */

export interface ZoneFacts {
  readonly location?: string | undefined
  readonly standard?: string | undefined
  readonly daylight?: string | undefined
}

export interface SplitIcs {
  /** Each a whole VEVENT without what is nested in it. */
  readonly events: readonly string[]
  /** By TZID. */
  readonly zones: ReadonlyMap<string, ZoneFacts>
  /** X-WR-TIMEZONE */
  readonly zone?: string | undefined
  /** How many of each other kind there were. */
  readonly others: ReadonlyMap<string, number>
  /** Events beyond the most that are read. */
  readonly beyond: number
}

/** Events of one file. */
const mostEvents = 5000
const mostZones = 200
/** Characters of a line that is read; of texts the beginning is enough. */
const mostLine = 20_000
const texts = /^(?:SUMMARY|LOCATION|DESCRIPTION)[:;]/i
/** Everything else about an event is not kept. */
const kept =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|EXDATE|RDATE|RECURRENCE-ID|STATUS|SUMMARY|LOCATION|DESCRIPTION)[:;]/i
/** Some programs leave out that it is a day. */
const bareDay = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)[^:;]*)*):(\d{8}(?:,\d{8})*)\s*$/i

/** Undefined if it is no calendar. */
export function splitIcs(text: string): SplitIcs | undefined {
  const lines = unfolded(text)
  if (!lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line))) return undefined
  const reader = new Splitter()
  for (const line of lines) reader.take(line)
  return reader.result()
}

function unfolded(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
    .split(/\r\n|\n|\r/)
}

class Splitter {
  readonly #path: string[] = []
  readonly #events: string[] = []
  readonly #zones = new Map<string, ZoneFacts>()
  readonly #others = new Map<string, number>()
  #lines: string[] = []
  #beyond = 0
  #zone: string | undefined
  #tzid = ''
  #facts: Record<string, string> = {}

  take(line: string): void {
    const [, mark, name = ''] = /^(BEGIN|END):([\w-]{1,40})\s*$/i.exec(line) ?? []
    if (mark === undefined) this.#takeProperty(line)
    else if (mark.toUpperCase() === 'BEGIN') this.#begin(name.toUpperCase())
    else this.#end(name.toUpperCase())
  }

  result(): SplitIcs {
    return {
      events: this.#events,
      zones: this.#zones,
      zone: this.#zone,
      others: this.#others,
      beyond: this.#beyond,
    }
  }

  #begin(name: string): void {
    this.#path.push(name)
    if (this.#path.length !== 2) return
    this.#lines = []
    this.#facts = {}
    this.#tzid = ''
    if (name !== 'VEVENT' && name !== 'VTIMEZONE') this.#others.set(name, (this.#others.get(name) ?? 0) + 1)
  }

  #end(name: string): void {
    if (this.#path.at(-1) !== name) return
    if (this.#path.length === 2) this.#whole(name)
    this.#path.pop()
  }

  #whole(name: string): void {
    if (name === 'VTIMEZONE' && this.#zones.size < mostZones) this.#zones.set(this.#tzid, this.#facts)
    if (name !== 'VEVENT') return
    if (this.#events.length >= mostEvents) this.#beyond++
    else this.#events.push(['BEGIN:VEVENT', ...this.#lines, 'END:VEVENT'].join('\r\n'))
  }

  #takeProperty(line: string): void {
    const [, top, inner] = this.#path
    if (top === undefined) this.#zone ??= /^X-WR-TIMEZONE:(.{1,100})$/i.exec(line)?.[1]
    else if (top === 'VEVENT' && inner === undefined) this.#takeEvent(line)
    else if (top === 'VTIMEZONE') this.#takeZone(line, inner)
  }

  #takeEvent(line: string): void {
    if (!kept.test(line)) return
    if (line.length <= mostLine) this.#lines.push(line.replace(bareDay, '$1;VALUE=DATE:$3'))
    else this.#lines.push(texts.test(line) ? line.slice(0, mostLine) : 'X-TOO-LONG:1')
  }

  #takeZone(line: string, inner: string | undefined): void {
    const [, name, value = ''] = /^(TZID|X-LIC-LOCATION|TZOFFSETTO)(?:;[^:]*)?:(.{1,200})$/i.exec(line) ?? []
    if (name === undefined) return
    if (name.toUpperCase() === 'TZID') this.#tzid = value
    else if (inner === undefined) this.#facts['location'] = value
    // The last one that is listed holds today.
    else this.#facts[inner.toLowerCase()] = value.replace(/^([+-]\d\d):?(\d\d).*$/, '$1:$2')
  }
}

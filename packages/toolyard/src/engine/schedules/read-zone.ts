/**
 * A time zone by its IANA name, or as an offset such as `+08:00`.
 *
 * @module
 */
import { nearest, ToolyardError } from '../../kernel/index.ts'

const longest = 60

/** As the system writes it. Throws `invalid_arguments` for a zone that does not exist. */
export function readZone(written: string): string {
  const name = written.trim()
  try {
    if (name !== '' && name.length <= longest)
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // Told below.
  }
  throw new ToolyardError(
    'invalid_arguments',
    `tz: there is no time zone "${name.slice(0, longest)}".${meant(name)}`,
    { hint: 'Use a name such as Europe/Berlin, Asia/Shanghai or UTC, or an offset such as +08:00.' },
  )
}

/** By the whole name, or by its city. */
function meant(name: string): string {
  const zones = Intl.supportedValuesOf('timeZone')
  const cities = new Map(zones.map((zone) => [zone.split('/').at(-1) ?? zone, zone]))
  const [city] = nearest(name.split('/').at(-1)?.slice(0, longest) ?? '', cities.keys(), 1)
  const found = city === undefined ? nearest(name.slice(0, longest), zones, 1)[0] : cities.get(city)
  return found === undefined ? '' : ` Did you mean "${found}"?`
}

/**
 * Zones of calendar files: IANA names, with a path before them, names that Windows gives them, or offsets that a zone here has too.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { findZone } from '../../time-lib/zones.ts'

/** From CLDR's windowsZones: the first zone of each. */
const windows: Readonly<Record<string, string>> = {
  'Dateline Standard Time': 'Etc/GMT+12',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'US Mountain Standard Time': 'America/Phoenix',
  'Mountain Standard Time': 'America/Denver',
  'Central Standard Time': 'America/Chicago',
  'Central America Standard Time': 'America/Guatemala',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Canada Central Standard Time': 'America/Regina',
  'SA Pacific Standard Time': 'America/Bogota',
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Atlantic Standard Time': 'America/Halifax',
  'Newfoundland Standard Time': 'America/St_Johns',
  'Pacific SA Standard Time': 'America/Santiago',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Romance Standard Time': 'Europe/Paris',
  'Central European Standard Time': 'Europe/Warsaw',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'GTB Standard Time': 'Europe/Bucharest',
  'FLE Standard Time': 'Europe/Kiev',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'Egypt Standard Time': 'Africa/Cairo',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Arab Standard Time': 'Asia/Riyadh',
  'Arabian Standard Time': 'Asia/Dubai',
  'E. Africa Standard Time': 'Africa/Nairobi',
  'Russian Standard Time': 'Europe/Moscow',
  'Iran Standard Time': 'Asia/Tehran',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Kolkata',
  'Nepal Standard Time': 'Asia/Kathmandu',
  'Bangladesh Standard Time': 'Asia/Dhaka',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Taipei Standard Time': 'Asia/Taipei',
  'W. Australia Standard Time': 'Australia/Perth',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'AUS Central Standard Time': 'Australia/Darwin',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'Tasmania Standard Time': 'Australia/Hobart',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

/** The zone of a TZID; undefined if it is not known by its name. */
export function zoneOfTzid(tzid: string): string | undefined {
  const name = tzid.replaceAll('"', '').trim()
  if (Object.hasOwn(windows, name)) return windows[name]
  const whole = findZone(name)
  if (whole) return whole.zone
  const parts = name.split('/').filter((part) => part !== '')
  return [3, 2]
    .map((count) => findZone(parts.slice(-count).join('/'))?.zone)
    .find((zone) => zone !== undefined)
}

/** A zone with the same offsets as a definition in the file: of winter, and of summer if it has one. */
export function zoneOfOffsets(standard: string, daylight: string | undefined): string | undefined {
  const wanted = [standard, daylight ?? standard].toSorted()
  return [...new Set([...Object.values(windows), ...Intl.supportedValuesOf('timeZone')])].find((zone) => {
    const offsets = ['2026-01-15T12:00Z', '2026-07-15T12:00Z'].map(
      (at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).offset,
    )
    return offsets.toSorted().join() === wanted.join()
  })
}

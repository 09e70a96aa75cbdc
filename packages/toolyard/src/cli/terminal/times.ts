/**
 * Times as people read and write them: local, short, with the words of this program.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** `2026-03-01 14:03:12`, in the time of this machine. */
export function dayTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return `${day.map(twoDigits).join('-')} ${time.map(twoDigits).join(':')}`
}

/** `14:03:12` if it was today, with the day before it if it was not. */
export function clockTime(at: number, now: number): string {
  const whole = dayTime(at)
  return whole.slice(0, 10) === dayTime(now).slice(0, 10) ? whole.slice(11) : whole
}

/** `12 ms`, `1.2 s`, `3 min`, `5 h`, `2 d`. */
export function timeSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < 120_000) return `${Math.floor(ms / 1000)} s`
  if (ms < 7_200_000) return `${Math.floor(ms / 60_000)} min`
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`
  return `${Math.floor(ms / 86_400_000)} d`
}

/** `just now`, `3 min ago`. */
export function ago(at: number, now: number): string {
  return now - at < 1000 ? 'just now' : `${timeSpan(now - at)} ago`
}

/** Reads `15m`, `2h`, `3d` as that long ago, and a date or an ISO time as what it says. Throws `invalid_arguments`. */
export function readSince(text: string, now: number, flag = '--since'): number {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d+)?) ?([smhdw])$/i.exec(text.trim()) ?? []
  if (number !== undefined) return now - Number(number) * (units[unit.toLowerCase()] ?? 0)
  // A day without a time begins at midnight here, not in Greenwich.
  const written = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00` : text.trim()
  const at = /^\d{4}-\d{2}/.test(written) ? Date.parse(written) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw new ToolyardError('invalid_arguments', `${flag}: "${text}" is not a time`, {
    hint: 'Write how long ago, such as 15m, 2h or 3d; or a time, such as 2026-03-01 or 2026-03-01T14:00.',
  })
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/**
 * A line about memory.
 *
 * @module
 */
import type { Line } from './report.ts'

export function heapLine(what: string, bytes: number, megabytes?: number): Line {
  const line: Line = { what, ours: bytes / 2 ** 20, unit: 'MB' }
  if (megabytes === undefined) return line
  return { ...line, bar: { of: 'ours', below: megabytes, text: `<= ${megabytes} MB` } }
}

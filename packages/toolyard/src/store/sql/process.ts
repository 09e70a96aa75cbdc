/**
 * Which process wrote a row, and whether it still lives: a call that a dead process began is `unknown`.
 *
 * A process of the same machine is looked up by its number and the moment of its start; one elsewhere counts as alive while
 * it has been seen of late.
 *
 * @module
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessRow {
  readonly host: string
  readonly pid: number
  readonly started: string
  readonly seen_at: number
}

/** How often a process says that it is there, and how long one elsewhere may be silent. */
export const heartbeatMs = 10_000
const silentMs = 60_000

export function thisProcess(now: number): ProcessRow {
  return { host: thisHost(), pid: process.pid, started: startOf(process.pid) ?? '', seen_at: now }
}

export function isAlive(row: ProcessRow, now: number): boolean {
  if (row.host !== thisHost()) return now - row.seen_at < silentMs
  if (row.pid === process.pid && row.started === (startOf(process.pid) ?? '')) return true
  if (!exists(row.pid)) return false
  const started = startOf(row.pid)
  return started === undefined || row.started === '' || started === row.started
}

/** Numbers of processes count within one start of one machine, and one namespace. */
function thisHost(): string {
  return [
    hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ].join('/')
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In ticks since the machine started; the name before it may hold anything, so it is read from its end. */
function startOf(pid: number): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? 'ended' : fields[19]
}

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

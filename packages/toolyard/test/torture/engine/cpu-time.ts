/** User and system time of processes, as Linux counts it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Of all of them, in milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  const perSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid)
    return Number(fields[11]) + Number(fields[12])
  })
  return (ticks.reduce((sum, value) => sum + value, 0) / perSecond) * 1000
}

/** A server that was started for this port, and its own processes. */
export function serverPids(port: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const commands = new Map(all.map((pid) => [pid, textOf(`/proc/${pid}/cmdline`)]))
  // PostgreSQL has it among its words, Redis in its title.
  const first = all.find((pid) =>
    new RegExp(`^\\S*(redis-server|postgres)\\b.*[\\0:]${port}\\b`).test(commands.get(pid) ?? ''),
  )
  return all.filter((pid) => pid === first || Number(fieldsOf(pid)[1]) === first)
}

/** What stands behind the name of the program; its parent is the second. */
function fieldsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
}

/** Empty if the process has ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Which program holds a port, for a person who wonders why it is taken. Known on Linux only, and of one's own programs only.
 *
 * @module
 */
import { readdir, readFile, readlink } from 'node:fs/promises'

const listening = '0A'
const longest = 80

/** `node server.js (process 4711)`; undefined if it can't be told. */
export async function whoListens(port: number): Promise<string | undefined> {
  try {
    const sockets = new Set([...(await socketsOn(port, 'tcp')), ...(await socketsOn(port, 'tcp6'))])
    if (sockets.size === 0) return undefined
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    for (const pid of pids) if (await holds(pid, sockets)) return await programOf(pid)
    return undefined
  } catch {
    return undefined
  }
}

async function socketsOn(port: number, table: 'tcp' | 'tcp6'): Promise<string[]> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    return local.endsWith(wanted) && state === listening && inode !== undefined ? [`socket:[${inode}]`] : []
  })
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
    if (sockets.has(target)) return true
  }
  return false
}

async function programOf(pid: string): Promise<string> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean)
  return `${words.join(' ').slice(0, longest)} (process ${pid})`
}

/**
 * Descriptors that the parent of this process left open for it, and that children would inherit: a file that was opened
 * by a shell before us is none of theirs.
 *
 * Used by the process that answers calls and by its small helper alike: needs nothing but Node.
 *
 * @module
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import type { StdioOptions } from 'node:child_process'

const closeOnExec = 0o2000000

/** Starts a child by `start`, with `/dev/null` in the place of each of them. There are none, almost always. */
export function withoutInherited<T>(stdio: StdioOptions, start: (stdio: StdioOptions) => T): T {
  const inherited = inheritedDescriptors()
  const last = Math.max(...inherited, 0)
  if (!Array.isArray(stdio) || last < stdio.length) return start(stdio)
  const nowhere = openSync('/dev/null', 'r')
  try {
    // What lies between them is ours, and closes by itself.
    return start(
      Array.from({ length: last + 1 }, (_, fd) => stdio[fd] ?? (inherited.includes(fd) ? nowhere : 'ignore')),
    )
  } finally {
    closeSync(nowhere)
  }
}

/** Above the standard three. */
export function inheritedDescriptors(): readonly number[] {
  if (process.platform !== 'linux') return []
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2 && isInherited(fd))
  } catch {
    return []
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0'
    return (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    // It was the one that listed the others.
    return false
  }
}

/**
 * One process at a time changes a file. Others wait for it for a moment; what a process that was killed has left is taken away.
 *
 * @module
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** No process holds it longer: a change takes some milliseconds. */
const longestMs = 10_000

export function whileLocked<T>(file: string, change: () => T): T {
  const lock = `${file}.lock`
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
  while (!isTaken(lock)) {
    if (isLeft(lock)) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  }
  try {
    return change()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isLeft(lock: string): boolean {
  const facts = statSync(lock, { throwIfNoEntry: false })
  if (!facts) return false
  return Date.now() - facts.mtimeMs > longestMs || !isAlive(readPid(lock))
}

function readPid(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

/** A process that has not written its number yet counts as alive. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Helpers of the tests that start real programs. */
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrograms, type ProgramSettings } from '../../src/host/proc/programs.ts'
import type { Programs } from '../../src/host/index.ts'

/** A folder of its own, removed at the end of its scope. */
export async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-shell-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** `Programs` in a folder of their own, closed at the end of their scope. */
export async function makePrograms(
  settings: Partial<ProgramSettings> = {},
): Promise<AsyncDisposable & { readonly programs: Programs; readonly cwd: string }> {
  const folder = await makeFolder()
  const programs = createPrograms({ workspace: folder.path, environment: process.env, ...settings })
  return {
    programs,
    cwd: folder.path,
    async [Symbol.asyncDispose]() {
      await programs.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Seconds to sleep that nobody else sleeps: by them a process is found among all others. */
export function uniqueSleep(): string {
  return `3${randomInt(10 ** 8, 10 ** 9)}`
}

/** Living processes that have `text` among their arguments. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (Number.isNaN(pid)) return []
    try {
      const isDead = /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
      const args = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')
      return !isDead && args.includes(text) ? [pid] : []
    } catch {
      return []
    }
  })
}

/** Waits until something holds; gives up, generously, with what was waited for. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let round = 0; round < 500; round++) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited in vain until ${what}`)
}

/** The ways in which a command leaves a process behind that sleeps for `seconds`. */
export const waysToStay: Readonly<Record<string, (seconds: string) => string>> = {
  'in the background': (seconds) => `sleep ${seconds} >/dev/null 2>&1 &`,
  'with nohup': (seconds) => `nohup sleep ${seconds} >/dev/null 2>&1 &`,
  'with setsid': (seconds) => `setsid sleep ${seconds} >/dev/null 2>&1 &`,
  'by a double fork': (seconds) => `( ( setsid sleep ${seconds} </dev/null >/dev/null 2>&1 & ) & )`,
  'holding the pipe': (seconds) => `sleep ${seconds} &`,
  'with disown': (seconds) => `sleep ${seconds} >/dev/null 2>&1 & disown`,
  'deaf to TERM, as a grandchild': (seconds) => `( trap '' TERM; sleep ${seconds} & wait ) &`,
}

/** Helpers of the tests that start real programs. */
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrograms, type ProgramSettings } from '../../src/host/proc/programs.ts'
import type { Programs } from '../../src/host/index.ts'

/** Guards against a hang, on a machine however busy. */
const patienceMs = 120_000
/** Signal 9 in a mask of signals. */
const sigkill = 1n << 8n

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
      const args = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')
      return args.includes(text) && isAlive(readFileSync(`/proc/${pid}/status`, 'latin1')) ? [pid] : []
    } catch {
      return []
    }
  })
}

/** One that was killed runs no further, but on a busy machine it may be seen for a while before the kernel has removed it. */
function isAlive(status: string): boolean {
  const isKilled = [...status.matchAll(/^(?:SigPnd|ShdPnd):\t([0-9a-f]+)$/gm)].some(
    ([, mask = '']) => (BigInt(`0x${mask}`) & sigkill) !== 0n,
  )
  return !isKilled && !/^State:\t[ZX]/m.test(status)
}

/** Waits until something holds; gives up, generously, with what was waited for. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
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

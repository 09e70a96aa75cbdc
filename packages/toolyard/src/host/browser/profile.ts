/**
 * Kept profiles: a folder of ours by name, used by one browser at a time, of whatever process.
 *
 * @module
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'

export interface HeldProfile {
  readonly folder: string
  release(): Promise<void>
}

/** Rejects with `busy` while another browser has it. */
export async function holdProfile(profiles: string, name: string): Promise<HeldProfile> {
  if (!/^[\w-]{1,40}$/.test(name))
    throw new ToolyardError('invalid_arguments', `${JSON.stringify(name.slice(0, 80))} is no profile name.`, {
      hint: 'Use up to 40 letters, digits, "-" and "_".',
    })
  const folder = join(profiles, name)
  const lock = join(profiles, `${name}.lock`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await isTaken(lock))) {
    if (await isHeld(lock)) throw inUse(name)
    await rm(lock, { force: true })
    if (!(await isTaken(lock))) throw inUse(name)
  }
  // Chromium's own marks speak of process numbers that mean nothing in another sandbox.
  for (const mark of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    await rm(join(folder, mark), { force: true })
  return { folder, release: () => rm(lock, { force: true }) }
}

/** Whether it is ours now. */
async function isTaken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** One that has no number in it yet is being written. */
async function isHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function inUse(name: string): ToolyardError {
  return new ToolyardError('busy', `another browser uses the profile "${name}".`, {
    hint: 'Close that browser first, or open one without a profile.',
    retryable: true,
  })
}
